import SQLite
import SyncProtocol
import Values

/// The family that somebody is in, as far as it matters to whoever may leave it for another.
package struct PresentFamily: Equatable, Sendable {
  package let id: ZoneID
  package let name: String
  /// The names of those who stay in it.
  package let others: [String]
  /// How many of its routines name the account.
  package let routineCount: Int
  /// What the account has of stars there; 0 where there are none.
  package let stars: Int64
  /// Its wishes that nobody has answered yet.
  package let wishCount: Int
  /// Whether the account has founded it: it stays while others are in it.
  package let isFounder: Bool
  /// Whether it has founded it and nobody else is in it: it is dissolved when the account changes
  /// to another one.
  package var isAlone: Bool { isFounder && others.isEmpty }

  /// `nil` for somebody in no family.
  ///
  /// - Parameter today: the family's day.
  package static func of(
    _ account: AccountID, in connection: Connection, today: (Family) throws -> CalendarDay
  ) throws -> PresentFamily? {
    guard let family = try Family.own(in: connection) else { return nil }
    let people = try FamilyPerson.all(of: family.id, in: connection)
    let hasStars = family.details.hasStars
    let stars =
      hasStars
      ? try Stars(of: account, in: family.id, through: try today(family), connection).balance : 0
    let wishes =
      hasStars
      ? try RewardWish.open(of: family.id, in: connection).count { $0.personID == account } : 0
    return PresentFamily(
      id: family.id, name: family.details.name,
      others: people.filter { $0.id != account }.map(\.name),
      routineCount: try Routine.of(family.id, in: connection)
        .count { $0.plan.people.contains(account) }, stars: stars, wishCount: wishes,
      isFounder: people.contains { $0.id == account && $0.zoneRole == .owner })
  }
}
