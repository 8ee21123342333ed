import Foundation
import HTTPServer
import Household
import Replica
import SharingWeb
import SyncProtocol
import Web

/// Deleted homes, which the hub knows and no replica does.
extension WebApplication {
  func restoreHomePage(_ home: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedHome(home)
      return try await member.page { RestoreHomePage.view(.init(row), in: $0) }
    }
  }

  func restoreHome(_ home: ZoneID) -> Endpoint {
    .member { member in
      let isAlone = !member.field("alone").isEmpty
      // Whoever asks a second time has the home already and is shown it.
      let row = try? await member.deletedHome(home)
      do {
        try await member.hub.restoreZone(home, isAlone: isAlone)
      } catch HubClientError.refused(.tooManyOwned) {
        guard let row else { throw Abort.because(.gone) }
        return try await member.page(status: .conflict) {
          RestoreHomePage.view(.init(row, isFull: true), in: $0)
        }
      } catch HubClientError.refused(.notFound) {
        throw Abort.because(.gone)
      }
      await member.workspace.syncNow()
      guard let row else { return member.goTo(.homes(.home(home))) }
      return member.goTo(.homes(.home(home)), saying: .sharing(.homeRestored(row.home.name)))
    }
  }

  func purgeHomePage(_ home: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedHome(home)
      return try await member.page { PurgeHomePage.view(.init(row), in: $0) }
    }
  }

  func purgeHome(_ home: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedHome(home)
      try await member.hub.purgeDeletedZone(home)
      return member.goTo(.homes(.homes), saying: .sharing(.homePurged(row.home.name)))
    }
  }
}

extension Member {
  /// The homes that can be restored; `nil` while a device cannot reach its hub.
  func deletedHomes() async -> [DeletedZoneSummary]? {
    guard canAskHub else { return nil }
    do throws(HubClientError) {
      return try await hub.deletedZones().filter { $0.kind == .home }
    } catch {
      // The page is shown without them, and says that the hub could not be asked.
      return nil
    }
  }

  fileprivate func deletedHome(_ home: ZoneID) async throws -> DeletedHomeRow {
    let found = try await hub.deletedZones().first { $0.zone == home && $0.kind == .home }
    guard let found else { throw Abort.because(.gone) }
    return DeletedHomeRow(found, isYou: found.personID == accountID)
  }
}

extension DeletedHomeRow {
  init(_ deleted: DeletedZoneSummary, isYou: Bool) {
    func count(_ table: String) -> Int { deleted.counts[table] ?? 0 }
    self.init(
      ZoneLink(id: deleted.zone, name: deleted.title),
      contents: HomeSettingsPage.Contents(
        items: count("items"), rooms: count("locations"), labels: count("labels"),
        photos: count("photos"), papers: count("attachments"), policies: count("policies")),
      deletedAt: Date(milliseconds: deleted.at),
      deletedBy: isYou ? nil : PersonBadge(id: deleted.personID, name: deleted.person),
      until: Date(milliseconds: deleted.until),
      others: deleted.members.map { PersonBadge(id: $0.account, name: $0.name) })
  }
}
