import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

extension Call {
  var familyID: ZoneID { path("familyID") }

  /// The family that the call names. Throws unless the account is in it and the token covers it.
  @discardableResult
  func requireFamily(in connection: Connection) throws -> Family {
    try require(familyID)
    guard let family = try Family.find(familyID, in: connection) else { throw Problem.notFound }
    return family
  }

  /// Throws also when the account is a child in it.
  @discardableResult
  func requireParent(in connection: Connection) throws -> Family {
    let family = try requireFamily(in: connection)
    guard try familyRole(in: connection) == .parent else { throw Problem.readOnlyFamily }
    return family
  }

  /// What the account is in the family.
  func familyRole(in connection: Connection) throws -> FamilyRole {
    FamilyRole(try Role.own(in: familyID, connection))
  }

  /// The family's day now.
  func today(of family: Family, in connection: Connection) throws -> CalendarDay {
    let words = try words(in: connection)
    return family.today(at: api.means.now(), or: words.calendarDay)
  }

  /// The day now of the family that the call names.
  func familyToday(in connection: Connection) throws -> CalendarDay {
    try today(of: requireFamily(in: connection), in: connection)
  }

  /// The day of a query parameter; `nil` if it is not said.
  func day(_ name: String) throws(Problem) -> CalendarDay? {
    guard let text = query(name) else { return nil }
    guard let day = CalendarDay(text) else { throw .badQuery([.notADate(name)]) }
    return day
  }

  /// Somebody in the family, with an account that a body names.
  @discardableResult
  func requirePerson(
    _ account: AccountID, _ field: String, in connection: Connection
  ) throws -> FamilyPerson {
    let people = try FamilyPerson.all(of: familyID, in: connection)
    guard let person = people.first(where: { $0.id == account }) else {
      throw Problem.invalid([.notInThisFamily(field)])
    }
    return person
  }
}

extension Examples {
  static let family = "0198c0de-0000-7000-8000-000000000021"
  static let child = "0198c0de-0000-7000-8000-000000000022"
  static let routine = "0198c0de-0000-7000-8000-000000000023"
  static let step = "0198c0de-0000-7000-8000-000000000024"
  static let absence = "0198c0de-0000-7000-8000-000000000025"
}
