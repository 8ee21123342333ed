import Household
import SQLite
import SyncProtocol

/// Something to do for an item, or done for it: one row of `maintenance`.
///
/// A repeating entry gets a successor once it is done. The successor's id is derived from its own,
/// so two people who complete it add one successor.
package struct MaintenanceEntry: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package let itemID: RecordID
  package var title: String
  package var notes: String
  /// `YYYY-MM-DD`; `nil` if it has no due day.
  package var dueOn: String?
  /// The day it was done, `YYYY-MM-DD`; `nil` while it is still to be done.
  package var doneOn: String?
  /// `nil` if it does not repeat.
  package var interval: Interval?
  /// The cost, in minor units of `currency`; `nil` if unknown.
  package var costMinor: Int64?
  package var currency: String
  package let createdAt: Int64
  package let createdBy: AccountID

  /// The time from being done to being due again. Stored in two columns; a count of 0 means no
  /// repeat.
  package struct Interval: Hashable, Sendable {
    package var count: Int
    package var unit: Unit

    package enum Unit: String, CaseIterable, Sendable {
      case day, week, month, year
    }

    package init(count: Int, unit: Unit) {
      self.count = count
      self.unit = unit
    }
  }

  package static let sql = RecordSQL(
    "maintenance",
    ["id", "homeID", "itemID"] + MaintenanceDetails.fields.columns() + [
      "doneOn", "everyCount", "everyUnit", "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [.text(id), .text(homeID), .text(itemID)] + MaintenanceDetails.fields.values(of: details) + [
      Value(doneOn), .integer(Int64(interval?.count ?? 0)),
      .text((interval?.unit ?? .month).rawValue), .integer(createdAt), .text(createdBy),
    ]
  }

  init(
    id: RecordID, homeID: ZoneID, itemID: RecordID, title: String, currency: String,
    createdAt: Int64, createdBy: AccountID
  ) {
    self.id = id
    self.homeID = homeID
    self.itemID = itemID
    self.title = title
    notes = ""
    self.currency = currency
    self.createdAt = createdAt
    self.createdBy = createdBy
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    itemID = row.text()
    title = row.text()
    notes = row.text()
    dueOn = row.optionalText()
    costMinor = row.amount()
    currency = row.text()
    doneOn = row.optionalText()
    let count = Int(row.integer(in: MaintenanceEntry.counts))
    // If a newer program wrote the unit, the entry does not repeat, rather than by a guess.
    let unit = Interval.Unit(rawValue: row.text())
    interval = count > 0 ? unit.map { Interval(count: count, unit: $0) } : nil
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// The maintenance of an item: open entries first, by due day, then those that are done, latest
  /// first.
  package static func of(
    _ item: RecordID, home: ZoneID, in connection: Connection
  ) throws -> [MaintenanceEntry] {
    try all(
      where: """
        homeID = ? AND itemID = ?
          ORDER BY doneOn IS NOT NULL, doneOn DESC, dueOn IS NULL, dueOn, createdAt, id
        """, [.text(home), .text(item)], in: connection)
  }
}

extension MaintenanceEntry {
  /// The most entries of one item.
  package static let maxPerItem = 1000
  /// The allowed counts of an interval; 0 for an entry that does not repeat.
  package static let counts: ClosedRange<Int64> = 0...1000

  static let schema = TableSchema(
    "maintenance", in: [.home], zoneColumn: "homeID",
    registers: MaintenanceDetails.fields.registers() + [
      .text("itemID", .id, rule: .appendOnly),
      .day("doneOn"),
      .integer("everyCount", counts, defaultValue: 0),
      .text("everyUnit", .choice, choices: Set(Interval.Unit.allCases.map(\.rawValue))),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("itemID", to: "items", .contained)],
    authorRegisters: ["createdBy"], hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE maintenance (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      itemID TEXT NOT NULL,
      title TEXT NOT NULL,
      notes TEXT NOT NULL DEFAULT '',
      dueOn TEXT CHECK (\(SQLShape.date("dueOn"))),
      doneOn TEXT CHECK (\(SQLShape.date("doneOn"))),
      everyCount INTEGER NOT NULL DEFAULT 0 CHECK (everyCount >= 0),
      everyUnit TEXT NOT NULL,
      costMinor INTEGER CHECK (costMinor >= 0),
      currency TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(SQLShape.reference("itemID", "items"))
    ) STRICT;
    -- What was done and is to be done for an item.
    CREATE INDEX maintenanceByItem ON maintenance(homeID, itemID);
    -- What is due next in a home.
    CREATE INDEX maintenanceDue ON maintenance(homeID, dueOn, id) WHERE doneOn IS NULL;
    """

  static let doneSQL = """
    -- What was done last in a home.
    CREATE INDEX maintenanceDone ON maintenance(homeID, doneOn, id) WHERE doneOn IS NOT NULL;
    """
}
