import Household
import SQLite
import SyncProtocol

/// What a person has spent or earned by themselves: one row of `ledgerEntries` in their personal
/// zone. Nobody else can see it.
package struct LedgerEntry: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  package var details: LedgerEntryDetails
  /// Milliseconds since 1970.
  package let createdAt: Int64

  package static let sql = RecordSQL(
    "ledgerEntries", ["id", "profileID"] + LedgerEntryDetails.fields.columns() + ["createdAt"])

  package var values: [Value] {
    [.text(id), .text(profileID)] + LedgerEntryDetails.fields.values(of: details)
      + [.integer(createdAt)]
  }

  package init(id: RecordID, profileID: ZoneID, details: LedgerEntryDetails, createdAt: Int64) {
    self.id = id
    self.profileID = profileID
    self.details = details
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    details = LedgerEntryDetails(
      title: row.text(), kind: LedgerEntryDetails.Kind(rawValue: row.text()) ?? .spending)
    details.amountMinor = row.integer(in: MoneyLimit.minor)
    details.currency = row.text()
    details.day = row.optionalText()
    details.categoryID = row.optionalText()
    details.tags = row.text()
    details.note = row.text()
    createdAt = row.instant()
  }

  func with(_ details: LedgerEntryDetails) -> LedgerEntry {
    var entry = self
    entry.details = details
    return entry
  }
}

/// The details of an entry that people enter.
package struct LedgerEntryDetails: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case spending, income
  }

  /// Who was paid or paid, or what it was for.
  package var title: String
  package var kind: Kind
  /// In minor units of ``currency``, above zero. Every stored entry has one.
  package var amountMinor: Int64?
  package var currency: String
  /// `YYYY-MM-DD`. Every stored entry has one.
  package var day: String?
  package var categoryID: RecordID?
  /// See ``LedgerTags``.
  package var tags = ""
  package var note = ""

  package init(
    title: String, kind: Kind = .spending, amountMinor: Int64? = nil, currency: String = "EUR",
    day: String? = nil
  ) {
    self.title = title
    self.kind = kind
    self.amountMinor = amountMinor
    self.currency = currency
    self.day = day
  }

  /// In the order in which a row is read.
  package static let fields: [RecordField<LedgerEntryDetails>] = [
    .name("title", \.title, "Who was paid, or what it was for.", example: "Bakery"),
    .choice(
      "kind", \.kind.asField, Kind.allCases.map(\.rawValue), "Whether it was spent or earned."),
    .amount("amountMinor", \.amountMinor, "The amount."),
    .currency(\.currency, "The currency of the amount."),
    .day("day", \.day, "The day."),
    .reference("categoryID", \.categoryID, "One of the person's own categories."),
    .line("tags", \.tags, "Words to find it by, separated by commas.", example: "holiday, work"),
    .lines("note", \.note, "Anything else."),
  ]
}

extension LedgerEntry {
  static let schema = TableSchema(
    "ledgerEntries", in: [.personal], zoneColumn: "profileID",
    // Every entry has an amount, and a place in a list by day.
    registers: LedgerEntryDetails.fields
      .filter { !["day", "amountMinor"].contains($0.name) }.registers() + [
        RegisterSchema(.text("day", maxBytes: TextLimit.date.maxBytes, form: .day)),
        .integer("amountMinor", MoneyLimit.minor),
        .instant("createdAt", rule: .appendOnly),
      ],
    references: [ReferenceSchema("categoryID", to: "ledgerCategories", .nullify)])

  static let tableSQL = """
    CREATE TABLE ledgerEntries (
      id TEXT PRIMARY KEY NOT NULL,
      \(LedgerSQL.owner),
      title TEXT NOT NULL,
      kind TEXT NOT NULL,
      amountMinor INTEGER NOT NULL,
      currency TEXT NOT NULL,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      categoryID TEXT,
      tags TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      createdAt INTEGER NOT NULL,
      \(LedgerSQL.category)
    ) STRICT;
    -- What a category is used for, and checking that nothing refers to a deleted one.
    CREATE INDEX ledgerEntriesByCategory ON ledgerEntries(profileID, categoryID);
    """
}

/// Parts of the SQL that the tables of a ledger share.
enum LedgerSQL {
  /// The zone column.
  static let owner =
    "profileID TEXT NOT NULL REFERENCES profiles(id) DEFERRABLE INITIALLY DEFERRED"

  /// A reference that cannot leave the person's zone.
  static let category = """
    FOREIGN KEY (profileID, categoryID) REFERENCES ledgerCategories(profileID, id)
      DEFERRABLE INITIALLY DEFERRED
    """
}

/// Words by which a person finds entries again, written in one line with commas between them.
package enum LedgerTags {
  package static let maxCount = 20

  /// Each once, in the order in which they were written.
  package static func list(_ line: String) -> [String] {
    var seen: Set<String> = []
    return line.split(separator: ",").map { InputText.line(String($0)) }
      .filter { !$0.isEmpty && seen.insert(NameKey.make($0)).inserted }
  }

  static func clean(_ line: String, _ check: inout InputCheck) -> String {
    let tags = list(line)
    if tags.count > maxCount { check.fail(.tags, .tooMany(max: maxCount)) }
    return check.line(tags.joined(separator: ", "), .tags)
  }
}

extension InputField {
  package static let tags = InputField("tags")
}
