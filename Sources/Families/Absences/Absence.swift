import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Days on which somebody is away: routines leave them out, and turns pass them by.
package struct Absence: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let personID: AccountID
  package var details: AbsenceDetails

  package static let maxPerFamily = 2000

  package static let sql = RecordSQL(
    "absences", ["id", "familyID", "personID"] + AbsenceDetails.fields.columns())

  package var values: [Value] {
    [.text(id), .text(familyID), .text(personID)] + AbsenceDetails.fields.values(of: details)
  }

  package init(id: RecordID, familyID: ZoneID, personID: AccountID, details: AbsenceDetails) {
    (self.id, self.familyID, self.personID, self.details) = (id, familyID, personID, details)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    personID = row.text()
    details = AbsenceDetails(from: row.optionalText(), through: row.optionalText())
    details.note = row.text()
  }

  /// Those of a family that are not over before a day, the first one first.
  package static func of(
    _ family: ZoneID, from day: CalendarDay, in connection: Connection
  ) throws -> [Absence] {
    try all(
      where: "familyID = ? AND endsOn >= ? ORDER BY endsOn, startsOn, id LIMIT ?",
      [.text(family), .text(day.text), .integer(Int64(maxPerFamily))], in: connection)
  }

  /// One page of those of a family that are not over before a day, the first one first.
  package static func page(
    of family: ZoneID, from day: CalendarDay, after cursor: Cursor?, limit: Int,
    in connection: Connection
  ) throws -> [Absence] {
    let first = Cursor(endsOn: day.text, startsOn: "", id: "")
    let after = cursor.map { $0.endsOn < day.text ? first : $0 } ?? first
    return try all(
      where: """
        familyID = ? AND (endsOn, startsOn, id) > (?, ?, ?) ORDER BY endsOn, startsOn, id LIMIT ?
        """,
      [
        .text(family), .text(after.endsOn), .text(after.startsOn), .text(after.id),
        .integer(Int64(limit)),
      ], in: connection)
  }

  /// Where the next page of absences begins.
  package struct Cursor: Equatable, Sendable {
    package let endsOn: String
    package let startsOn: String
    package let id: RecordID

    package init(endsOn: String, startsOn: String, id: RecordID) {
      (self.endsOn, self.startsOn, self.id) = (endsOn, startsOn, id)
    }
  }

  /// Whether it covers a day. One that a newer program wrote without days covers none.
  package func covers(_ day: CalendarDay) -> Bool {
    guard let start = details.startsOn, let end = details.endsOn else { return false }
    return start <= day.text && day.text <= end
  }

  /// Who is away on a day, by absences some of which may be about other days.
  static func away(on day: CalendarDay, _ absences: [Absence]) -> Set<AccountID> {
    Set(absences.lazy.filter { $0.covers(day) }.map(\.personID))
  }

  /// The days of a range that it covers.
  func days(within range: ClosedRange<CalendarDay>) -> [CalendarDay] {
    guard let start = details.startsOn.flatMap({ CalendarDay($0) }),
      let end = details.endsOn.flatMap({ CalendarDay($0) })
    else { return [] }
    let first = max(start, range.lowerBound).daysSince1970
    let last = min(end, range.upperBound).daysSince1970
    return first <= last ? (first...last).map { CalendarDay(daysSince1970: $0) } : []
  }

  static let schema = TableSchema(
    "absences", in: [.family], zoneColumn: "familyID",
    registers: [.text("personID", .id, rule: .appendOnly)] + AbsenceDetails.fields.registers())

  static let tableSQL = """
    CREATE TABLE absences (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      personID TEXT NOT NULL,
      startsOn TEXT CHECK (\(SQLShape.date("startsOn"))),
      endsOn TEXT CHECK (\(SQLShape.date("endsOn"))),
      note TEXT NOT NULL DEFAULT ''
    ) STRICT;
    -- Who is away.
    CREATE INDEX absencesByEnd ON absences(familyID, endsOn, startsOn, id);
    """
}

extension RoutineTurns.Away {
  /// `nil` for an absence that covers no day.
  init?(_ absence: Absence) {
    guard let start = absence.details.startsOn.flatMap({ CalendarDay($0) }),
      let end = absence.details.endsOn.flatMap({ CalendarDay($0) }), start <= end
    else { return nil }
    self.init(absence.personID, start.daysSince1970...end.daysSince1970)
  }
}

/// When somebody is away.
package struct AbsenceDetails: Equatable, Sendable {
  /// `YYYY-MM-DD`, both included.
  package var startsOn: String?
  package var endsOn: String?
  package var note = ""

  package init(from startsOn: String?, through endsOn: String?) {
    (self.startsOn, self.endsOn) = (startsOn, endsOn)
  }

  /// In the order in which a row is read.
  package static let fields: [RecordField<AbsenceDetails>] = [
    .day("startsOn", \.startsOn, "The first day away."),
    .day("endsOn", \.endsOn, "The last day away."),
    .line("note", \.note, "Where to, for example."),
  ]
}

/// Notes that somebody is away.
package struct AddAbsence: Sendable {
  package var familyID: ZoneID
  package var personID: AccountID
  package var details: AbsenceDetails

  package init(familyID: ZoneID, personID: AccountID, details: AbsenceDetails) {
    (self.familyID, self.personID, self.details) = (familyID, personID, details)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Absence {
    try transaction.requireParent(of: familyID)
    let connection = transaction.connection
    guard try FamilyPerson.all(of: familyID, in: connection).contains(where: { $0.id == personID })
    else { throw FamilyFailure.personNotFound }
    var check = InputCheck()
    let clean = check.clean(details, AbsenceDetails.fields)
    if clean.startsOn == nil { check.fail(.startsOn, .missing) }
    if clean.endsOn == nil { check.fail(.endsOn, .missing) }
    if let start = clean.startsOn, let end = clean.endsOn, end < start {
      check.fail(.endsOn, .tooEarly)
    }
    let count = try connection.first(
      "SELECT count(*) FROM absences WHERE familyID = ?", .text(familyID)
    ) { $0.integer(0) }
    if count ?? 0 >= Int64(Absence.maxPerFamily) {
      check.fail(.startsOn, .tooMany(max: Absence.maxPerFamily))
    }
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    let absence = Absence(
      id: transaction.newID(), familyID: familyID, personID: personID, details: clean)
    try absence.insert(in: connection)
    return absence
  }
}

/// Takes an absence back. Returns its row, from which it can be restored.
package struct DeleteAbsence: Sendable {
  package var absenceID: RecordID

  package init(absenceID: RecordID) { self.absenceID = absenceID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Absence {
    guard let absence = try Absence.find(absenceID, in: transaction.connection) else {
      throw FamilyFailure.absenceNotFound
    }
    try transaction.requireParent(of: absence.familyID)
    try absence.delete(in: transaction.connection)
    return absence
  }
}

/// Restores an absence that was taken back.
package struct RestoreAbsence: Sendable {
  package var absence: Absence

  package init(_ absence: Absence) { self.absence = absence }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireParent(of: absence.familyID)
    guard try Absence.find(absence.id, in: transaction.connection) == nil else {
      throw FamilyFailure.alreadyThere
    }
    try absence.insert(in: transaction.connection)
  }
}
