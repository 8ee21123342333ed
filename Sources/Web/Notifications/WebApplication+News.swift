import Foundation
import SyncProtocol

extension WebApplication {
  /// What an account is told by mail, the newest first, and its words. Nobody is signed in: it is
  /// read from the account's replica, which is opened for it.
  package func news(
    of account: AccountID, _ state: NotifyingState
  ) async throws -> (entries: [NotificationEntry], words: Catalogue) {
    let visitor = Visitor(
      accountID: account, sessionID: "", name: "", displayName: "", isAdministrator: false)
    let workspace = try await backend.workspace(of: visitor)
    try await workspace.refresh()
    let hidden = try await workspace.hiddenZones()
    // Nothing of shared homes is told while they are hidden.
    guard hidden == nil else { return ([], Catalogue()) }
    let notices = try await backend.hub(for: visitor, address: "").notices()
    let (areas, now) = (areas, now())
    return try await workspace.read { connection in
      let words = try Catalogue(ofReplica: connection)
      let reader = NotificationReader(
        connection: connection, accountID: account, words: words, landmarks: areas.landmarks,
        now: now, notices: notices)
      return (try areas.notifications(reader, state, for: .mail), words)
    }
  }
}
