import FoundationEssentials
import Household
import SyncProtocol

extension WebApplication {
  /// What an account is told, the newest first and whatever is switched off, and its words. Nobody
  /// is signed in: it is read from the account's replica, which is opened for it.
  package func news(
    of account: AccountID
  ) async throws -> (entries: [NotificationEntry], words: Catalogue) {
    let visitor = Visitor(
      accountID: account, sessionID: "", name: "", displayName: "", isAdministrator: false)
    let workspace = try await backend.workspace(of: visitor)
    try await workspace.refresh()
    let hidden = try await workspace.hiddenZones()
    // Nothing of shared homes is told while they are hidden.
    guard hidden == nil else { return ([], Catalogue()) }
    let notices = try await backend.hub(for: visitor, address: "").notices()
    let (areas, now, syncState) = (areas, now(), workspace.syncState)
    return try await workspace.read { connection in
      let words = Catalogue(try Profile.own(in: connection))
      let reader = NotificationReader(
        connection: connection, accountID: account, words: words, landmarks: areas.landmarks,
        now: now, notices: notices, syncState: syncState)
      return (try areas.notifications(reader, NotifyingState(), for: nil), words)
    }
  }
}
