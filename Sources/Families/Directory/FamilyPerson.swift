import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Somebody in a family, with the face by which a small child knows them.
package struct FamilyPerson: Equatable, Sendable, Identifiable {
  package let id: AccountID
  package let name: String
  /// The role in the family's zone.
  package let zoneRole: Role
  /// Milliseconds since 1970.
  package let joinedAt: Int64
  package var face: FaceDetails

  package var role: FamilyRole { FamilyRole(zoneRole) }

  /// Parents first, who owns the family before all others; then by name.
  package static func all(of family: ZoneID, in connection: Connection) throws -> [FamilyPerson] {
    let faces = try FamilyFace.all(where: "familyID = ?", [.text(family)], in: connection)
    let byAccount = Dictionary(faces.map { ($0.accountID, $0.details) }) { first, _ in first }
    let people = try Participant.all(home: family, in: connection).map { person in
      FamilyPerson(
        id: person.accountID, name: person.name, zoneRole: person.role,
        joinedAt: person.joinedAt, face: byAccount[person.accountID] ?? FaceDetails())
    }
    return people.filter { $0.role == .parent } + people.filter { $0.role == .child }
  }
}

/// How somebody in a family is pictured. Everybody has one row at most, whose id follows from the
/// family and the account.
package struct FamilyFace: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let accountID: AccountID
  package var details: FaceDetails
  /// What somebody is called whom a file has brought back, and who has no account in the family:
  /// `accountID` stands for them. `nil` for everybody else.
  package private(set) var formerName: String?

  package static let sql = RecordSQL(
    "familyFaces",
    ["id", "familyID", "accountID"] + FaceDetails.fields.columns() + ["formerName"])

  package var values: [Value] {
    [.text(id), .text(familyID), .text(accountID)] + FaceDetails.fields.values(of: details)
      + [Value(formerName)]
  }

  package init(
    familyID: ZoneID, accountID: AccountID, details: FaceDetails, formerName: String? = nil
  ) {
    id = UUIDs.v5(familyID, "face " + accountID)
    self.familyID = familyID
    self.accountID = accountID
    self.details = details
    self.formerName = formerName
  }

  /// The names of those who have no account in a family, by what stands for them.
  package static func formerNames(
    of family: ZoneID, in connection: Connection
  ) throws -> [AccountID: String] {
    try all(
      where: "familyID = ? AND formerName IS NOT NULL", [.text(family)], in: connection
    ).reduce(into: [:]) { $0[$1.accountID] = $1.formerName }
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    accountID = row.text()
    details = FaceDetails()
    details.emoji = row.text()
    details.colorIndex = row.int()
    formerName = row.optionalText()
  }

  static let schema = TableSchema(
    "familyFaces", in: [.family], zoneColumn: "familyID",
    registers: [.text("accountID", .id, rule: .appendOnly)] + FaceDetails.fields.registers() + [
      .text("formerName", .name, isNullable: true, rule: .appendOnly)
    ],
    hasNaturalID: true)

  static let tableSQL = """
    CREATE TABLE familyFaces (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      accountID TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      formerName TEXT
    ) STRICT;
    CREATE INDEX familyFacesByFamily ON familyFaces(familyID, accountID);
    """
}

/// The picture and the colour by which somebody is known.
package struct FaceDetails: Equatable, Sendable {
  /// Empty, or one emoji; without one the first letter of the name is shown.
  package var emoji = ""
  /// A `PaletteColour`, 0–11.
  package var colorIndex = 0

  package init() {}

  /// In the order in which a row is read.
  package static let fields: [RecordField<FaceDetails>] = [
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🦊"),
    .number("colorIndex", \.colorIndex.asField, 0...11, standard: 0, "One of 12 colours."),
  ]
}

/// Gives somebody in a family a face. Parents do it for everybody.
package struct SetFace: Sendable {
  package var familyID: ZoneID
  package var accountID: AccountID
  package var details: FaceDetails

  package init(familyID: ZoneID, accountID: AccountID, details: FaceDetails) {
    self.familyID = familyID
    self.accountID = accountID
    self.details = details
  }

  /// What cannot be stored of the face; empty if nothing.
  package var problems: [InputProblem] {
    var check = InputCheck()
    _ = check.clean(details, FaceDetails.fields)
    return check.problems
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try transaction.requireParent(of: familyID)
    let connection = transaction.connection
    let people = try FamilyPerson.all(of: familyID, in: connection)
    guard people.contains(where: { $0.id == accountID }) else {
      throw FamilyFailure.personNotFound
    }
    var check = InputCheck()
    let details = check.clean(details, FaceDetails.fields)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    let face = FamilyFace(familyID: familyID, accountID: accountID, details: details)
    if let old = try FamilyFace.find(face.id, in: connection) {
      try face.update(from: old, in: connection)
    } else {
      try face.insert(in: connection)
    }
  }
}

extension FamilyRole {
  /// What an account is in a family; `nil` if it is not in it.
  package static func of(
    _ account: AccountID, in family: ZoneID, _ connection: Connection
  ) throws -> FamilyRole? {
    try FamilyPerson.all(of: family, in: connection).first { $0.id == account }?.role
  }
}
