import Household
import Replica
import SQLite
import SyncProtocol

/// Leaves a family and joins another one by an invite, in one step: nobody is between two.
///
/// Whoever has founded a family cannot leave it. If nobody else is in it, it is dissolved instead,
/// and can be restored for 30 days.
package struct SwitchFamily: Sendable {
  package var key: InviteKey
  /// The family that the account is in now; `nil` for none.
  package var leaving: ZoneID?
  /// Whether that one is dissolved: the account has it alone, and knows that.
  package var dissolves: Bool

  package init(_ key: InviteKey, leaving: ZoneID?, dissolves: Bool) {
    (self.key, self.leaving, self.dissolves) = (key, leaving, dissolves)
  }

  /// Returns the family that is joined. If it cannot be joined, the one that was dissolved is there
  /// again.
  ///
  /// - Parameter dissolve: dissolves a family if the hub has it as it is here: who has joined it
  ///   meanwhile keeps it.
  package func callAsFunction(
    _ hub: any HubClient, dissolve: (DeleteFamily, Replica.Reliance) async throws -> Void
  ) async throws -> ZoneID {
    guard let leaving, dissolves else {
      return try await hub.redeem(key, as: .family, leaving: leaving)
    }
    try await dissolve(
      DeleteFamily(familyID: leaving), Replica.Reliance(zones: [leaving], accountList: true))
    do {
      return try await hub.redeem(key, as: .family)
    } catch {
      // If this fails, too, the person restores it by hand, as any other.
      try? await hub.restoreZone(leaving, isAlone: true)
      throw error
    }
  }
}

extension Family {
  /// Whether an account has founded a family in which nobody else is, nor an account that it keeps.
  package static func isAlone(
    _ account: AccountID, in family: ZoneID, _ connection: Connection
  ) throws -> Bool {
    let people = try FamilyPerson.all(of: family, in: connection)
    return people.map(\.id) == [account] && people.first?.zoneRole == .owner
  }
}
