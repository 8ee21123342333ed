import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// How many stars each person of a family has earned in each month, kept beside the approvals in a
/// replica's file, so that what a page costs does not grow with the years.
///
/// These tables are local and never synced. Deriving them again gives the same rows, whatever order
/// changes came in.
enum StarIndex {
  /// The version of the rules by which they are derived; increase it with each change of these.
  private static let version: Int64 = 1

  static let localTables: [Hiding.Table] = [
    .ofZones("starRows", column: "familyID"), .ofZones("starMonths", column: "familyID"),
    .open("starIndexState"),
  ]

  static let tablesSQL = """
    -- Where each approval was counted, so that it can be taken away again.
    CREATE TABLE starRows (
      approvalID TEXT PRIMARY KEY NOT NULL,
      familyID TEXT NOT NULL,
      personID TEXT NOT NULL,
      month TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- The stars of a month (YYYY-MM).
    CREATE TABLE starMonths (
      familyID TEXT NOT NULL,
      personID TEXT NOT NULL,
      month TEXT NOT NULL,
      stars INTEGER NOT NULL,
      PRIMARY KEY (familyID, personID, month)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE starIndexState (
      id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL
    ) STRICT;
    """

  private struct Month: Hashable {
    let family: ZoneID
    let person: AccountID
    let month: String
  }

  /// What a person has earned in a family up to a day.
  static func earned(
    by person: AccountID, in family: ZoneID, through day: CalendarDay, _ connection: Connection
  ) throws -> Int64 {
    let day = isPlanted(.starsAheadCount) ? CalendarDay(year: 9999, month: 12, day: 31) : day
    let month = String(day.text.prefix(7))
    let all = try connection.first(
      """
      SELECT coalesce(sum(stars), 0) FROM starMonths
        WHERE familyID = ? AND personID = ? AND month <= ?
      """, .text(family), .text(person), .text(month)
    ) { $0.integer(0) }
    let later = try stars(
      of: person, in: family, after: day.text, through: month + "-99", connection)
    return (all ?? 0).subtractingSaturating(later)
  }

  /// Derives everything anew, in the open transaction, if it is missing or was derived by other
  /// rules.
  static func settle(_ connection: Connection) throws {
    let isCurrent = try connection.first(
      """
      SELECT version = ?
          AND (SELECT count(*) FROM routineApprovals) = (SELECT count(*) FROM starRows)
        FROM starIndexState
      """, .integer(version)
    ) { $0.bool(0) }
    if isCurrent != true { try rebuild(connection) }
  }

  /// Derives everything anew, in the open transaction.
  static func rebuild(_ connection: Connection) throws {
    try connection.empty(["starRows", "starMonths"])
    try connection.execute(
      "INSERT INTO starRows SELECT id, familyID, personID, substr(day, 1, 7) FROM routineApprovals")
    let months = try connection.query("SELECT DISTINCT familyID, personID, month FROM starRows") {
      Month(family: $0.text(0), person: $0.text(1), month: $0.text(2))
    }
    for month in months { try count(month, connection) }
    try connection.execute(
      """
      INSERT INTO starIndexState (id, version) VALUES (1, ?)
        ON CONFLICT (id) DO UPDATE SET version = excluded.version
      """, .integer(version))
  }

  /// Brings the tables up to date with records that the open transaction has changed.
  static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    var months: Set<Month> = []
    for key in changed where key.table == "routineApprovals" {
      let was = try connection.first(
        "SELECT familyID, personID, month FROM starRows WHERE approvalID = ?", .text(key.id)
      ) { Month(family: $0.text(0), person: $0.text(1), month: $0.text(2)) }
      let approval = try RoutineApproval.find(key.id, in: connection)
      let present = approval.map {
        Month(family: $0.familyID, person: $0.personID, month: String($0.day.prefix(7)))
      }
      months.formUnion(
        [isPlanted(.starsOfDeletedKept) ? nil : was, present].compactMap(\.self))
      try connection.execute("DELETE FROM starRows WHERE approvalID = ?", .text(key.id))
      guard let present else { continue }
      try connection.execute(
        "INSERT INTO starRows (approvalID, familyID, personID, month) VALUES (?, ?, ?, ?)",
        [.text(key.id), .text(present.family), .text(present.person), .text(present.month)])
    }
    for month in months { try count(month, connection) }
  }

  /// Of several approvals of one routine, day and person the one with the least id counts.
  ///
  /// - Parameter day: as text, like `last`; it is not one of those that are counted.
  private static func stars(
    of person: AccountID, in family: ZoneID, after day: String, through last: String,
    _ connection: Connection
  ) throws -> Int64 {
    try connection.first(
      """
      SELECT coalesce(sum(worth), 0) FROM (
        SELECT \(worthSQL) AS worth, min(id) FROM routineApprovals
          WHERE familyID = ? AND personID = ? AND day > ? AND day <= ? AND \
      \(isPlanted(.takenBackCounts) ? "undoesID IS NULL" : RoutineApproval.countsSQL)
          GROUP BY \(isPlanted(.starsPerApproval) ? "id" : "routineID, day"))
      """,
      [.text(family), .text(person), .text(day), .text(last)]
    ) { $0.integer(0) } ?? 0
  }

  /// What an approval gives: it stands in it.
  private static var worthSQL: String {
    isPlanted(.starsByWorthNow)
      ? "(SELECT routines.stars FROM routines WHERE routines.id = routineID)" : "stars"
  }

  private static func count(_ month: Month, _ connection: Connection) throws {
    let stars = try stars(
      of: month.person, in: month.family, after: month.month + "-00",
      through: month.month + "-99", connection)
    try connection.execute(
      """
      INSERT INTO starMonths (familyID, personID, month, stars) VALUES (?, ?, ?, ?)
        ON CONFLICT (familyID, personID, month) DO UPDATE SET stars = excluded.stars
      """,
      [.text(month.family), .text(month.person), .text(month.month), .integer(stars)])
  }
}
