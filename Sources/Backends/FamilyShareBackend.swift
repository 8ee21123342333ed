import SyncProtocol

/// Sharing homes and groups with a family. Only a hub decides it.
package protocol FamilyShareBackend: Sendable {
  /// How one of the visitor's zones is shared with their family; `nil` for who decides about none.
  func familySharing(
    of zone: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> FamilySharing?
  func shareWithFamily(
    _ zone: ZoneID, _ roles: FamilyRoles, by visitor: Visitor
  ) async throws(BackendError)
  func endFamilyShare(of zone: ZoneID, by visitor: Visitor) async throws(BackendError)
}
