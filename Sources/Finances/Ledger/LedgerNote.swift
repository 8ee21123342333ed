import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What a person has added to their share of an expense of a group: one row of `ledgerNotes` in
/// their personal zone, keyed by the expense. Nobody else can see it.
///
/// It outlives the share: what has been edited, given to another member and back, or left and come
/// back to has its notes again.
package struct LedgerNote: Record, Identifiable {
  package let id: RecordID
  /// The personal zone.
  package let profileID: ZoneID
  /// The group and the expense, which may be gone.
  package let groupID: ZoneID
  package let expenseID: RecordID
  package var details: LedgerNoteDetails
  /// What the share was when the person left the group; `nil` for none.
  package var kept: KeptShare?
  /// Whether what was kept was taken out of the ledger since.
  var isForgotten = false

  package static let sql = RecordSQL(
    "ledgerNotes",
    ["id", "profileID", "groupID", "expenseID"] + LedgerNoteDetails.fields.columns()
      + KeptShare.columns)

  package var values: [Value] {
    [.text(id), .text(profileID), .text(groupID), .text(expenseID)]
      + LedgerNoteDetails.fields.values(of: details)
      + KeptShare.values(of: kept, isForgotten: isForgotten)
  }

  init(
    id: RecordID, profileID: ZoneID, groupID: ZoneID, expenseID: RecordID,
    details: LedgerNoteDetails = LedgerNoteDetails(), kept: KeptShare? = nil
  ) {
    self.id = id
    self.profileID = profileID
    self.groupID = groupID
    self.expenseID = expenseID
    self.details = details
    self.kept = kept
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    profileID = row.text()
    groupID = row.text()
    expenseID = row.text()
    details = LedgerNoteDetails()
    details.categoryID = row.optionalText()
    details.tags = row.text()
    details.note = row.text()
    details.isHidden = row.bool()
    (kept, isForgotten) = KeptShare.read(&row)
  }

  /// The id follows from the expense, so that two devices that add something write one row. No id
  /// of an expense, however it was chosen, leads to another record of the person (D-MIR-11).
  static func id(of expense: RecordID, for profile: ZoneID) -> RecordID {
    UUIDs.beside(profile, "share: " + expense)
  }

  package static func of(_ expense: RecordID, in connection: Connection) throws -> LedgerNote? {
    try all(where: "expenseID = ? ORDER BY id LIMIT 1", [.text(expense)], in: connection).first
  }
}

/// The details that people enter.
package struct LedgerNoteDetails: Equatable, Sendable {
  /// `nil` for the category that the group has given it.
  package var categoryID: RecordID?
  /// See ``LedgerTags``.
  package var tags = ""
  package var note = ""
  /// Whether it is left out of lists and sums (D-MIR-20).
  package var isHidden = false

  package init() {}

  /// In the order in which a row is read.
  package static let fields: [RecordField<LedgerNoteDetails>] = [
    .reference("categoryID", \.categoryID, "One of the person's own categories."),
    .line("tags", \.tags, "Words to find it by, separated by commas.", example: "holiday, work"),
    .lines("note", \.note, "Anything else."),
    .flag("isHidden", \.isHidden, "Whether it is left out of lists and sums."),
  ]
}

/// A share as it was when its person left the group, so that their own past stays (D-MIR-12).
package struct KeptShare: Equatable, Sendable {
  package var title: String
  package var groupName: String
  /// `YYYY-MM-DD`.
  package var day: String
  package var flow: LedgerFlow
  package var amountMinor: Int64
  package var currency: String
  /// What it was in the person's currency; `nil` where there was no rate.
  package var converted: Money?

  static let columns = [
    "keptTitle", "keptGroup", "keptDay", "keptFlow", "keptMinor", "keptCurrency",
    "keptConvertedMinor", "keptConvertedCurrency",
  ]

  /// What `keptFlow` says of a share that was taken out of the ledger: nothing else tells it from
  /// one that was never kept.
  private static let forgotten = "forgotten"

  static func values(of kept: KeptShare?, isForgotten: Bool = false) -> [Value] {
    guard let kept else {
      let flow = isForgotten ? forgotten : ""
      return [.text(""), .text(""), .null, .text(flow), .null, .null, .null, .null]
    }
    let converted = kept.converted
    return [
      .text(kept.title), .text(kept.groupName), .text(kept.day), .text(kept.flow.rawValue),
      .integer(kept.amountMinor), .text(kept.currency),
      converted.map { .integer(Int64(clamping: $0.minor)) } ?? .null,
      converted.map { .text($0.currency) } ?? .null,
    ]
  }

  fileprivate static func read(
    _ row: inout RowReader
  ) -> (kept: KeptShare?, isForgotten: Bool) {
    let (title, group, day, flow) = (row.text(), row.text(), row.optionalText(), row.text())
    let (minor, currency) = (row.optionalInteger(), row.optionalText())
    let (converted, code) = (row.optionalInteger(), row.optionalText())
    guard let day, let known = LedgerFlow(rawValue: flow), let minor, let currency else {
      return (nil, flow == forgotten)
    }
    let kept = KeptShare(
      title: title, groupName: group, day: day, flow: known,
      amountMinor: minor.clamped(to: ExpenseMoney.amounts), currency: currency,
      converted: converted.flatMap { minor in code.map { Money(minor, $0) } })
    return (kept, false)
  }

  /// - Parameter converted: what it was in the person's currency; forgotten where it is larger than
  ///   any amount that can be stored.
  init(
    title: String, groupName: String, day: String, flow: LedgerFlow, amountMinor: Int64,
    currency: String, converted: Money?
  ) {
    (self.title, self.groupName, self.day) = (title, groupName, day)
    (self.flow, self.amountMinor, self.currency) = (flow, amountMinor, currency)
    let amounts = Int128(ExpenseMoney.amounts.lowerBound)...Int128(ExpenseMoney.amounts.upperBound)
    self.converted = converted.flatMap { amounts.contains($0.minor) ? $0 : nil }
  }
}

extension LedgerNote {
  static let schema = TableSchema(
    "ledgerNotes", in: [.personal], zoneColumn: "profileID",
    registers: [
      // References across zones, so without foreign keys; they are resolved when read.
      .text("groupID", .id, rule: .appendOnly),
      .text("expenseID", .id, rule: .appendOnly),
    ] + LedgerNoteDetails.fields.registers() + [
      .plain("keptTitle", .name),
      .plain("keptGroup", .name),
      .day("keptDay"),
      RegisterSchema(
        .text("keptFlow", maxBytes: TextLimit.choice.maxBytes, defaultValue: "")),
      .integer("keptMinor", ExpenseMoney.amounts, isNullable: true),
      .currency("keptCurrency", isNullable: true),
      .integer("keptConvertedMinor", ExpenseMoney.amounts, isNullable: true),
      .currency("keptConvertedCurrency", isNullable: true),
    ],
    references: [ReferenceSchema("categoryID", to: "ledgerCategories", .nullify)],
    hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE ledgerNotes (
      id TEXT PRIMARY KEY NOT NULL,
      \(LedgerSQL.owner),
      groupID TEXT NOT NULL,
      expenseID TEXT NOT NULL,
      categoryID TEXT,
      tags TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
      keptTitle TEXT NOT NULL DEFAULT '',
      keptGroup TEXT NOT NULL DEFAULT '',
      keptDay TEXT CHECK (keptDay IS NULL OR \(SQLShape.date("keptDay"))),
      keptFlow TEXT NOT NULL DEFAULT '',
      keptMinor INTEGER,
      keptCurrency TEXT,
      \(LedgerSQL.category)
    ) STRICT;
    -- The notes of an expense.
    CREATE INDEX ledgerNotesByExpense ON ledgerNotes(expenseID);
    -- The shares that were kept of a group.
    CREATE INDEX ledgerNotesByGroup ON ledgerNotes(groupID) WHERE keptDay IS NOT NULL;
    -- What a category is used for, and checking that nothing refers to a deleted one.
    CREATE INDEX ledgerNotesByCategory ON ledgerNotes(profileID, categoryID);
    """

  static let conversionSQL = """
    ALTER TABLE ledgerNotes ADD COLUMN keptConvertedMinor INTEGER;
    ALTER TABLE ledgerNotes ADD COLUMN keptConvertedCurrency TEXT;
    """
}
