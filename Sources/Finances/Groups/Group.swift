import Household
import SQLite
import SyncProtocol
import Values

/// A group of people who share expenses: the root of its zone, with the zone's id.
package struct Group: Record, Identifiable {
  package let id: ZoneID
  package var details: GroupDetails
  package var nameKey: String
  /// Milliseconds since 1970.
  package let createdAt: Int64

  package static let sql = RecordSQL(
    "groups", ["id"] + GroupDetails.fields.columns() + ["nameKey", "createdAt"])

  package var values: [Value] {
    [.text(id)] + GroupDetails.fields.values(of: details) + [.text(nameKey), .integer(createdAt)]
  }

  package init(id: ZoneID, details: GroupDetails, createdAt: Int64) {
    self.id = id
    self.details = details
    nameKey = NameKey.make(details.name)
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    var details = GroupDetails(name: row.text(), currency: row.text())
    details.emoji = row.text()
    details.colorIndex = row.int()
    details.note = row.text()
    details.simplifies = row.bool()
    details.isArchived = row.bool()
    // A way that a newer program wrote is read as the plainest one.
    details.splitMode = GroupDetails.SplitMode(rawValue: row.text()) ?? .equal
    self.details = details
    nameKey = row.text()
    createdAt = row.instant()
  }

  /// The group with other details.
  func with(_ details: GroupDetails) -> Group {
    Group(id: id, details: details, createdAt: createdAt)
  }
}

/// The details of a group that people enter.
package struct GroupDetails: Equatable, Sendable {
  package var name: String
  /// The ISO 4217 code in which its expenses are entered unless somebody says otherwise.
  package var currency: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// A `PaletteColour`, 0–11.
  package var colorIndex = PaletteColour.teal.rawValue
  package var note = ""
  /// Whether what members owe is shown as the fewest payments that settle it.
  package var simplifies = true
  /// An archived group is out of the way; everything in it stays.
  package var isArchived = false
  /// How new expenses are split unless somebody says otherwise. Shares, and the percentages that
  /// follow from them, are those of the members (``MemberDetails/weight``).
  package var splitMode = SplitMode.equal

  /// The ways of splitting that need no amounts.
  package enum SplitMode: String, CaseIterable, Sendable {
    case equal, shares, percentage
  }

  package init(name: String, currency: String) {
    self.name = name
    self.currency = currency
  }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<GroupDetails>] = [
    .name("name", \.name, "What it is called.", limit: .homeName, example: "Flat"),
    .currency(\.currency, "The currency in which expenses are entered by default."),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🏡"),
    .number(
      "colorIndex", \.colorIndex.asField, 0...11, standard: 5, "One of 12 colours.", example: 5),
    .lines("note", \.note, "What it is for.", example: "Rent, power, groceries"),
    .flag("simplifies", \.simplifies, "Whether debts are shown as the fewest payments."),
    .flag("isArchived", \.isArchived, "Whether it is out of the way."),
    .choice(
      "splitMode", \.splitMode.asField, SplitMode.allCases.map(\.rawValue),
      "How new expenses are split by default."),
  ]
}

extension Group {
  static let schema = TableSchema(
    "groups", in: [.group], zoneColumn: nil,
    registers: GroupDetails.fields.registers() + [.nameKey(of: "name"), .instant("createdAt")])

  static let tableSQL = """
    CREATE TABLE groups (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      currency TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 5 CHECK (colorIndex BETWEEN 0 AND 11),
      note TEXT NOT NULL DEFAULT '',
      simplifies INTEGER NOT NULL DEFAULT 0 CHECK (simplifies IN (0, 1)),
      isArchived INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
      splitMode TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT;
    """
}
