import SQLite
import SyncProtocol

/// A person's own settings: the only row of `profiles` in their personal zone.
package struct Profile: Record, Identifiable {
  package let id: RecordID
  package var displayName: String
  /// A BCP 47 language tag, such as `en-GB`; it decides how numbers, money and dates are written.
  package var locale: String
  /// An IANA name, `Europe/Berlin`.
  package var timeZone: String
  /// The default currency of new items, unless their home has its own.
  package var currency: String
  /// The chosen primary home. It may be gone or no longer shared, so use `PrimaryHome`, which
  /// resolves it (X10).
  package var primaryHomeID: ZoneID?
  /// Dismissed hints: raw values of ``Hint``, and names of hidden areas (``hiddenAreas``),
  /// separated by spaces. Values that a newer program wrote are kept.
  package var dismissedHints: String

  package static let sql = RecordSQL(
    "profiles",
    ["id", "displayName", "locale", "timeZone", "currency", "primaryHomeID", "dismissedHints"])

  package var values: [Value] {
    [
      .text(id), .text(displayName), .text(locale), .text(timeZone), .text(currency),
      Value(primaryHomeID), .text(dismissedHints),
    ]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    displayName = row.text()
    locale = row.text()
    timeZone = row.text()
    currency = row.text()
    primaryHomeID = row.optionalText()
    dismissedHints = row.text()
  }

  /// The profile of the account that this replica belongs to; `nil` before the first pull.
  package static func own(in connection: Connection) throws -> Profile? {
    try connection.first("\(sql.select) ORDER BY id LIMIT 1", read: read)
  }
}

extension Profile {
  static let schema = TableSchema(
    "profiles", in: [.personal], zoneColumn: nil,
    registers: [
      .plain("displayName", .name),
      .text("locale", .locale),
      .text("timeZone", .timeZone),
      .currency("currency"),
      // A soft reference across zones: no foreign key, resolved when it is read.
      .optionalText("primaryHomeID", .id),
      .plain("dismissedHints", .line),
    ])

  static let freshRoot: SortedMap<FieldValue> = [
    "displayName": "", "locale": "en", "timeZone": "UTC", "currency": "EUR",
    "primaryHomeID": .null, "dismissedHints": "",
  ]

  package static let tableSQL = """
    CREATE TABLE profiles (
      id TEXT PRIMARY KEY NOT NULL,
      displayName TEXT NOT NULL DEFAULT '',
      locale TEXT NOT NULL,
      timeZone TEXT NOT NULL,
      currency TEXT NOT NULL,
      primaryHomeID TEXT
    ) STRICT;
    """

  package static let hintsSQL =
    "ALTER TABLE profiles ADD COLUMN dismissedHints TEXT NOT NULL DEFAULT '';"
}

extension TextLimit {
  static let locale = TextLimit(35)
  static let timeZone = TextLimit(64)
}
