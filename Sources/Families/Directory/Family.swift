import FoundationEssentials
import Household
import SQLite
import SyncProtocol
import TimeZones
import Values

/// A family: the root of its zone, with the zone's id.
package struct Family: Record, Identifiable {
  package let id: ZoneID
  package var details: FamilyDetails
  /// Milliseconds since 1970.
  package let createdAt: Int64
  /// The id of the family that it was brought back from, in a file; `nil` for any other.
  package internal(set) var importRef: String?

  package static let sql = RecordSQL(
    "families", ["id"] + FamilyDetails.fields.columns() + ["createdAt", "importRef"])

  package var values: [Value] {
    [.text(id)] + FamilyDetails.fields.values(of: details) + [
      .integer(createdAt), Value(importRef),
    ]
  }

  package init(
    id: ZoneID, details: FamilyDetails, createdAt: Int64, importRef: String? = nil
  ) {
    self.id = id
    self.details = details
    self.createdAt = createdAt
    self.importRef = importRef
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    details = FamilyDetails(name: row.text())
    details.emoji = row.text()
    details.timeZone = row.text()
    details.hidesStreaks = row.bool()
    details.hasStars = row.bool()
    createdAt = row.instant()
    importRef = row.optionalText()
  }

  /// The family that a replica has: an account is in one at most. While it changes from one to
  /// another, the newer one counts.
  package static func own(in connection: Connection) throws -> Family? {
    try all(where: "true ORDER BY createdAt DESC, id LIMIT 1", [], in: connection).first
  }
}

extension Family {
  /// The family's day at a moment: in its own time zone, or where none is set in the person's.
  ///
  /// - Parameters:
  ///   - milliseconds: since 1970.
  ///   - ownDay: the day of a moment where the person is.
  package func today(at milliseconds: Int64, or ownDay: (Date) -> CalendarDay) -> CalendarDay {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    guard !details.timeZone.isEmpty, let zone = CivilTimeZone(identifier: details.timeZone) else {
      return ownDay(date)
    }
    let seconds = Int(milliseconds / 1000) &+ zone.secondsFromUTC(at: milliseconds / 1000)
    let days = seconds / 86_400
    return CalendarDay(daysSince1970: seconds % 86_400 < 0 ? days - 1 : days)
  }
}

/// The details of a family that parents enter.
package struct FamilyDetails: Equatable, Sendable {
  package var name: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// The IANA name of the time zone in which its days begin; empty for that of whoever looks.
  ///
  /// A child who travels has the family's days, so that everybody speaks of the same one.
  package var timeZone = ""
  /// Whether streaks are shown nowhere.
  package var hidesStreaks = false
  /// Whether routines are worth stars, which children exchange for rewards.
  package var hasStars = false

  package init(name: String) { self.name = name }

  /// In the order in which a row is read.
  package static let fields: [RecordField<FamilyDetails>] = [
    .name("name", \.name, "What it is called.", limit: .homeName, example: "Lindqvist"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🌻"),
    .line("timeZone", \.timeZone, "The time zone of its days.", example: "Europe/Berlin"),
    .flag("hidesStreaks", \.hidesStreaks, "Whether streaks are shown nowhere."),
    .flag("hasStars", \.hasStars, "Whether routines are worth stars."),
  ]
}

extension Family {
  static let schema = TableSchema(
    "families", in: [.family], zoneColumn: nil,
    registers: FamilyDetails.fields.registers() + [
      .instant("createdAt"), .text("importRef", .id, isNullable: true),
    ])

  static let tableSQL = """
    CREATE TABLE families (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      timeZone TEXT NOT NULL DEFAULT '',
      hidesStreaks INTEGER NOT NULL DEFAULT 0 CHECK (hidesStreaks IN (0, 1)),
      hasStars INTEGER NOT NULL DEFAULT 0 CHECK (hasStars IN (0, 1)),
      createdAt INTEGER NOT NULL,
      importRef TEXT
    ) STRICT;
    """
}
