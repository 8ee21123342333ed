import SQLite
import SyncProtocol

/// The family that somebody is in, as far as it matters to whoever may leave it for another.
package struct PresentFamily: Equatable, Sendable {
  package let id: ZoneID
  package let name: String
  /// The names of those who stay in it.
  package let others: [String]
  /// How many of its routines name the account.
  package let routineCount: Int

  /// `nil` for somebody in no family.
  package static func of(
    _ account: AccountID, in connection: Connection
  ) throws -> PresentFamily? {
    guard let family = try Family.own(in: connection) else { return nil }
    let people = try FamilyPerson.all(of: family.id, in: connection)
    return PresentFamily(
      id: family.id, name: family.details.name,
      others: people.filter { $0.id != account }.map(\.name),
      routineCount: try Routine.of(family.id, in: connection)
        .count { $0.plan.people.contains(account) })
  }
}
