import Backends
import Hub
import SyncProtocol

extension HubBackend: FamilyShareBackend {
  package func familySharing(
    of zone: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> FamilySharing? {
    try await ask(pool) { try hub.familySharing(of: zone, by: visitor.accountID) }
  }

  package func shareWithFamily(
    _ zone: ZoneID, _ roles: FamilyRoles, by visitor: Visitor
  ) async throws(BackendError) {
    let refused = try await ask(pool) { () throws -> InviteError? in
      do {
        try hub.shareWithFamily(zone, roles, by: visitor.accountID)
        return nil
      } catch let error as InviteError {
        // Here it is not about an account to be made, as elsewhere.
        return error
      }
    }
    guard let refused else { return }
    throw SharingRefusal(refused).map { .refused($0) } ?? BackendError(failure: refused)
  }

  package func endFamilyShare(of zone: ZoneID, by visitor: Visitor) async throws(BackendError) {
    try await ask(pool) { try hub.endFamilyShare(of: zone, by: visitor.accountID) }
  }

  package func zonesShared(
    with family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> Set<ZoneID> {
    try await ask(pool) {
      Set(try hub.zonesShared(with: family, by: visitor.accountID).map(\.zone))
    }
  }

  package func familyChange(
    of visitor: Visitor, joining inviteID: String?
  ) async throws(BackendError) -> FamilyChangeSummary {
    let change = try await ask(pool) {
      try hub.familyChange(of: visitor.accountID, joining: inviteID)
    }
    let place = { (place: FamilyChange.Place) in
      FamilyChangeSummary.Place(zone: place.zone, kind: place.kind, title: place.title)
    }
    return FamilyChangeSummary(
      lost: change.lost.map(place), ended: change.ended.map(place),
      gainedCount: change.gainedCount, inviteCount: change.inviteCount,
      plan: change.plan.map { $0 == .inherited ? .inherited : .lost },
      tabletCount: change.tabletCount)
  }
}
