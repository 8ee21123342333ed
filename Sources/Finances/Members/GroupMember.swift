import Household
import SQLite
import SyncProtocol

/// Somebody who takes part in a group, with an account or without one.
package struct GroupMember: Record, Identifiable {
  package let id: RecordID
  package let groupID: ZoneID
  package var details: MemberDetails
  package var nameKey: String
  /// The account that is this person; at most one member of a group has it, which the hub decides.
  package var accountID: AccountID?
  /// Milliseconds since 1970.
  package let createdAt: Int64

  package static let maxPerGroup = 200

  package static let sql = RecordSQL(
    "groupMembers",
    ["id", "groupID"] + MemberDetails.fields.columns() + ["nameKey", "accountID", "createdAt"])

  package var values: [Value] {
    [.text(id), .text(groupID)] + MemberDetails.fields.values(of: details)
      + [.text(nameKey), Value(accountID), .integer(createdAt)]
  }

  package init(id: RecordID, groupID: ZoneID, details: MemberDetails, createdAt: Int64) {
    self.id = id
    self.groupID = groupID
    self.details = details
    nameKey = NameKey.make(details.name)
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    groupID = row.text()
    details = MemberDetails(name: row.text())
    details.payment = row.text()
    details.weight = row.integer(in: Self.weights)
    details.isArchived = row.bool()
    details.otherNames = row.text()
    nameKey = row.text()
    accountID = row.optionalText()
    createdAt = row.instant()
  }

  func with(_ details: MemberDetails) -> GroupMember {
    var member = self
    member.details = details
    member.nameKey = NameKey.make(details.name)
    return member
  }

  /// The members of a group by name, archived ones last.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> [GroupMember] {
    try all(
      where: "groupID = ? ORDER BY isArchived, nameKey, id", [.text(group)], in: connection)
  }

  /// The member of a group that an account is; `nil` if it has not said so.
  package static func of(
    _ account: AccountID, in group: ZoneID, _ connection: Connection
  ) throws -> GroupMember? {
    try all(
      where: "groupID = ? AND accountID = ? LIMIT 1", [.text(group), .text(account)],
      in: connection
    ).first
  }
}

/// The details of a member that people enter.
package struct MemberDetails: Equatable, Sendable {
  package var name: String
  /// How to pay them: an IBAN, a link, or empty. Shown to who owes them, see ``PaymentDetails``.
  package var payment = ""
  /// How many shares they have in an expense that is split by shares, unless somebody says otherwise.
  package var weight: Int64 = 1
  /// An archived member takes part in nothing new; what they owe and are owed stays.
  package var isArchived = false
  /// What files of other programs call them, a name on each line, so that an import knows them.
  package var otherNames = ""

  package init(name: String) { self.name = name }

  /// In the order in which a row is read and the API shows them.
  package static let fields: [RecordField<MemberDetails>] = [
    .name("name", \.name, "What they are called.", example: "Ana"),
    .line(
      "payment", \.payment,
      "An IBAN or a link by which to pay them. Empty for an account that is not shown it.",
      example: ""),
    .number(
      "weight", \.weight, GroupMember.weights, standard: 1,
      "Their shares in what is split by shares.", example: 1),
    .flag("isArchived", \.isArchived, "Whether they take part in nothing new."),
    .lines(
      "otherNames", \.otherNames, "What imported files call them, a name on each line.",
      example: ""),
  ]
}

extension MemberDetails {
  /// The other names with those of other members, who are the same person. Names for which there is
  /// no room are not kept.
  func otherNames(adding others: [MemberDetails]) -> String {
    otherNames(
      adding: others.flatMap { other in
        [other.name] + other.otherNames.split(whereSeparator: \.isNewline).map(String.init)
      })
  }

  /// The other names with further ones.
  func otherNames(adding names: [String]) -> String {
    var known = Set([NameKey.make(name)])
    var kept: [String] = []
    var count = 0
    for name in otherNames.split(whereSeparator: \.isNewline).map(String.init) + names {
      let name = InputText.line(name)
      guard !name.isEmpty, known.insert(NameKey.make(name)).inserted,
        count + name.count < TextLimit.notes.maxCharacters
      else { continue }
      kept.append(name)
      count += name.count + 1
    }
    return kept.joined(separator: "\n")
  }
}

extension GroupMember {
  static let weights: ClosedRange<Int64> = 0...1000

  static let schema = TableSchema(
    "groupMembers", in: [.group], zoneColumn: "groupID",
    // How somebody is paid, only they say (decision 0078).
    registers: MemberDetails.fields.map {
      $0.name == PaymentDetails.register ? $0.register.held(by: "accountID") : $0.register
    } + [
      .nameKey(of: "name"),
      .text("accountID", .id, isNullable: true, rule: .claim),
      .instant("createdAt"),
    ],
    unique: ["accountID"], keptWhenDeleted: ["name", "nameKey", "isArchived", "createdAt"])

  static let tableSQL = """
    CREATE TABLE groupMembers (
      id TEXT PRIMARY KEY NOT NULL,
      \(GroupSQL.group),
      name TEXT NOT NULL,
      payment TEXT NOT NULL DEFAULT '',
      weight INTEGER NOT NULL DEFAULT 1,
      isArchived INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
      otherNames TEXT NOT NULL DEFAULT '',
      nameKey TEXT NOT NULL,
      accountID TEXT,
      createdAt INTEGER NOT NULL,
      UNIQUE (groupID, id)
    ) STRICT;
    -- Which member an account is.
    CREATE INDEX groupMembersByAccount ON groupMembers(groupID, accountID);
    """
}
