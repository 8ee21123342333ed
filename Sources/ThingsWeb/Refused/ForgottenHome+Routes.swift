import AccountWeb
import FoundationEssentials
import HTTPServer
import Household
import Replica
import SyncProtocol
import Web

/// Removing from a device a home that its hub has forgotten.
///
/// The device may hold the only copy, so the name is asked for, as when a home is deleted.
extension WebApplication {
  func removeForgottenPage(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      _ = try await at.forgottenWork()
      return try await at.removePage(confirmation: FieldValue())
    }
  }

  func removeForgotten(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let work = try await at.forgottenWork()
      if let differing = at.differingName() {
        return try await at.removePage(confirmation: differing)
      }
      do {
        try await work.discardForgotten(home)
      } catch ReplicaError.notForgotten {
        // The hub has come to know the home again since the question was asked.
        throw Abort.goTo(.syncing(.sync))
      }
      return at.member.goTo(.syncing(.sync), saying: .account(.homeRemovedHere(at.homeName)))
    }
  }
}

extension AtZone<Viewing> {
  /// What can remove the home; redirects to the sync page if the hub still knows it.
  fileprivate func forgottenWork() async throws -> any PendingWork {
    guard let work = member.workspace.pendingWork else { throw Abort.notFound }
    let home = homeID
    let isForgotten = try await member.read { connection in
      try Replica.zonesAside(in: connection).contains {
        $0.zone == home && $0.reason == .forgotten
      }
    }
    guard isForgotten else { throw Abort.goTo(.syncing(.sync)) }
    return work
  }

  fileprivate func removePage(confirmation: FieldValue) async throws -> HTTPResponse {
    let (home, link) = (homeID, link)
    return try await member.page(
      home: home, status: confirmation.problem == nil ? .ok : .unprocessableContent,
      { DeleteHomePage.view($0, in: $1) },
      load: { reader in
        DeleteHomePage.Model(
          home: link, contents: try HomeSettingsPage.Contents(of: home, in: reader.connection),
          confirmation: confirmation, isForgotten: true)
      })
  }
}
