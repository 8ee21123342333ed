import Household
import SQLite
import SyncProtocol

/// An insurance policy of one home: one row of `policies`.
///
/// A policy that covers several homes has a row in each of them, with the same `policyKey` (X26).
package struct Policy: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var policyKey: String
  package var provider: String
  package var nameKey: String
  package var policyNumber: String
  /// The currency of all amounts, which are in its minor units.
  package var currency: String
  package var amounts: Amounts
  package var startsOn: String?
  package var endsOn: String?
  package var notes: String
  package var importSource: String?
  package var importRef: String?
  package var createdAt: Int64

  /// The limits of the policy, and its deductible; `nil` if unknown.
  package struct Amounts: Equatable, Sendable {
    package var deductibleMinor: Int64?
    package var dwellingMinor: Int64?
    package var personalPropertyMinor: Int64?
    package var lossOfUseMinor: Int64?
    package var liabilityMinor: Int64?
    package var medicalPaymentsMinor: Int64?

    package init() {}

    var all: [Int64?] {
      [
        deductibleMinor, dwellingMinor, personalPropertyMinor, lossOfUseMinor, liabilityMinor,
        medicalPaymentsMinor,
      ]
    }
  }

  package static let sql = RecordSQL(
    "policies",
    ["id", "homeID", "policyKey"] + PolicyDetails.fields.columns() + [
      "nameKey", "importSource", "importRef", "createdAt",
    ], origin: .told)

  package var values: [Value] {
    [.text(id), .text(homeID), .text(policyKey)] + PolicyDetails.fields.values(of: details) + [
      .text(nameKey), Value(importSource), Value(importRef), .integer(createdAt),
    ]
  }

  package init(id: RecordID, homeID: ZoneID, provider: String, currency: String, createdAt: Int64) {
    self.id = id
    self.homeID = homeID
    policyKey = id
    self.provider = provider
    nameKey = NameKey.make(provider)
    policyNumber = ""
    self.currency = currency
    amounts = Amounts()
    notes = ""
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    policyKey = row.text()
    provider = row.text()
    policyNumber = row.text()
    currency = row.text()
    amounts = Amounts()
    amounts.deductibleMinor = row.amount()
    amounts.dwellingMinor = row.amount()
    amounts.personalPropertyMinor = row.amount()
    amounts.lossOfUseMinor = row.amount()
    amounts.liabilityMinor = row.amount()
    amounts.medicalPaymentsMinor = row.amount()
    startsOn = row.optionalText()
    endsOn = row.optionalText()
    notes = row.text()
    nameKey = row.text()
    importSource = row.optionalText()
    importRef = row.optionalText()
    createdAt = row.instant()
  }
}

extension Policy {
  static let schema = TableSchema(
    "policies", in: [.home], zoneColumn: "homeID",
    registers: PolicyDetails.fields.registers() + [
      .text("policyKey", .id),
      .nameKey(of: "provider"),
      .optionalText("importSource", .importSource),
      .optionalText("importRef", .importRef),
      .instant("createdAt"),
      Origin.register,
    ], matchable: ["nameKey", "policyNumber"])

  static let tableSQL = """
    CREATE TABLE policies (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      policyKey TEXT NOT NULL,
      provider TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      policyNumber TEXT NOT NULL DEFAULT '',
      currency TEXT NOT NULL,
      deductibleMinor INTEGER CHECK (deductibleMinor >= 0),
      dwellingMinor INTEGER CHECK (dwellingMinor >= 0),
      personalPropertyMinor INTEGER CHECK (personalPropertyMinor >= 0),
      lossOfUseMinor INTEGER CHECK (lossOfUseMinor >= 0),
      liabilityMinor INTEGER CHECK (liabilityMinor >= 0),
      medicalPaymentsMinor INTEGER CHECK (medicalPaymentsMinor >= 0),
      startsOn TEXT CHECK (\(SQLShape.date("startsOn"))),
      endsOn TEXT CHECK (\(SQLShape.date("endsOn"))),
      notes TEXT NOT NULL DEFAULT '',
      importSource TEXT,
      importRef TEXT,
      createdAt INTEGER NOT NULL
    ) STRICT;
    -- The policies of a home.
    CREATE INDEX policiesByHome ON policies(homeID, nameKey);
    """
}
