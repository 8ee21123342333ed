import FoundationEssentials
import HTTPServer
import Replica
import SyncProtocol
import Web

/// Deleted homes and groups, which the hub knows and no replica does.
extension WebApplication {
  func restorePage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedZone(kind, zone)
      return try await member.page { RestoreZonePage.view(.init(row), in: $0) }
    }
  }

  func restore(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .member { member in
      let isAlone = !member.field("alone").isEmpty
      // Whoever asks a second time has it already and is shown it.
      let row = try? await member.deletedZone(kind, zone)
      do {
        try await member.hub.restoreZone(zone, isAlone: isAlone)
      } catch HubClientError.refused(.tooManyOwned) {
        guard let row else { throw Abort.because(.gone) }
        return try await member.page(status: .conflict) {
          RestoreZonePage.view(.init(row, isFull: true), in: $0)
        }
      } catch HubClientError.refused(.notFound) {
        throw Abort.because(.gone)
      }
      await member.workspace.syncNow()
      let page = member.landmarks.page(of: row?.zone ?? ZoneLink(kind, id: zone, name: ""))
      guard let row else { return member.goTo(page) }
      return member.goTo(page, saying: .sharing(.homeRestored(row.zone.name)))
    }
  }

  func purgePage(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedZone(kind, zone)
      return try await member.page { PurgeZonePage.view(.init(row), in: $0) }
    }
  }

  func purge(_ kind: ZoneLink.Kind, _ zone: ZoneID) -> Endpoint {
    .member { member in
      let row = try await member.deletedZone(kind, zone)
      try await member.hub.purgeDeletedZone(zone)
      return member.goTo(
        member.landmarks.list(of: kind), saying: .sharing(.homePurged(row.zone.name)))
    }
  }
}

extension Member {
  /// What can be restored of a kind, the last deleted first; `nil` while a device cannot reach its
  /// hub.
  package func deletedZones(_ kind: ZoneLink.Kind) async -> [DeletedZoneSummary]? {
    guard canAskHub else { return nil }
    do throws(HubClientError) {
      return try await hub.deletedZones().filter { $0.kind == kind.zoneKind }
    } catch {
      // The page is shown without them, and says that the hub could not be asked.
      return nil
    }
  }

  fileprivate func deletedZone(
    _ kind: ZoneLink.Kind, _ zone: ZoneID
  ) async throws -> DeletedZoneRow {
    let found = try await hub.deletedZones().first {
      $0.zone == zone && $0.kind == kind.zoneKind
    }
    guard let found else { throw Abort.because(.gone) }
    return DeletedZoneRow(found, kind, isYou: found.personID == accountID)
  }

  /// Why the person has lost the home or the group of a form: it was deleted, or they lost access.
  /// `nil` when nothing is known, as for one that they never had access to.
  package func lost(_ kind: ZoneLink.Kind, _ zone: ZoneID) async -> ErrorReason? {
    guard guest.request.method == .post else { return nil }
    return await ending(of: kind, zone)
  }

  /// What became of a family whose page somebody opens who is in it no longer; `nil` when nothing
  /// is known.
  package func familyEnded(_ family: ZoneID) async -> ErrorReason? {
    switch await ending(of: .family, family) {
    case .homeDeleted(let family, let canRestore):
      .familyDissolved(family, canRestore: canRestore)
    case .homeLost(let family): .familyLeft(family)
    default: nil
    }
  }

  private func ending(of kind: ZoneLink.Kind, _ zone: ZoneID) async -> ErrorReason? {
    if let deleted = await deletedZones(kind)?.first(where: { $0.zone == zone }) {
      return .homeDeleted(ZoneLink(kind, id: zone, name: deleted.title), canRestore: true)
    }
    for notice in await notices() where notice.zone == zone {
      let link = ZoneLink(kind, id: zone, name: notice.title)
      switch notice.kind {
      case .zoneDeleted: return .homeDeleted(link, canRestore: false)
      case .left, .removed: return .homeLost(link)
      default: break
      }
    }
    return nil
  }
}

extension DeletedZoneRow {
  package init(_ deleted: DeletedZoneSummary, _ kind: ZoneLink.Kind, isYou: Bool) {
    self.init(
      ZoneLink(kind, id: deleted.zone, name: deleted.title), counts: deleted.counts,
      deletedAt: Date(milliseconds: deleted.at),
      deletedBy: isYou ? nil : PersonBadge(id: deleted.personID, name: deleted.person),
      until: Date(milliseconds: deleted.until),
      others: deleted.members.map { PersonBadge(id: $0.account, name: $0.name) })
  }
}
