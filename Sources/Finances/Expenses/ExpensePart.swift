import Household
import SQLite
import SyncProtocol

/// A row below an expense: the share of a member, a line of the bill, or who shares a line.
struct ExpensePart: Equatable {
  enum Kind: String, CaseIterable {
    case share, line, sharer
  }

  let id: RecordID
  let kind: Kind
  /// Its place among the rows of its kind; for a sharer, among those of its line.
  var position: Int64
  var memberID: RecordID?
  var paidMinor: Int64 = 0
  var owedMinor: Int64 = 0
  var weight: Int64?
  /// The position of the line, for a sharer.
  var line: Int64?
  var name = ""
  var amountMinor: Int64 = 0

  static let maxPosition: Int64 = 10_000

  /// What the rows stand below: each has a table of its own, of the same form.
  enum Below: Sendable {
    case expense, repeating

    var table: String { self == .expense ? "expenseParts" : "repeatingParts" }
    var column: String { self == .expense ? "expenseID" : "repeatingID" }
    fileprivate var parents: String { self == .expense ? "expenses" : "repeatingExpenses" }
  }

  static func child(below: Below) -> ChildSchema {
    ChildSchema(
      below.table, parentColumn: below.column, zoneColumn: "groupID", columns: columnSchemas)
  }

  private static let columnSchemas: [ColumnSchema] =
    [
      .text("id", maxBytes: TextLimit.id.maxBytes),
      .text(
        "kind", maxBytes: TextLimit.choice.maxBytes,
        choices: Set(Kind.allCases.map(\.rawValue))),
      .integer("position", 0...maxPosition),
      .text("memberID", maxBytes: TextLimit.id.maxBytes, isNullable: true),
      .integer("paidMinor", ExpenseMoney.amounts, defaultValue: 0),
      .integer("owedMinor", ExpenseMoney.amounts, defaultValue: 0),
      .integer("weight", ExpenseMoney.amounts, isNullable: true),
      .integer("line", 0...maxPosition, isNullable: true),
      .text("name", maxBytes: TextLimit.name.maxBytes, defaultValue: ""),
      .integer("amountMinor", ExpenseMoney.amounts, defaultValue: 0),
    ]

  static func tableSQL(below: Below) -> String {
    """
    CREATE TABLE \(below.table) (
      id TEXT PRIMARY KEY NOT NULL,
      \(below.column) TEXT NOT NULL,
      \(GroupSQL.group),
      kind TEXT NOT NULL,
      position INTEGER NOT NULL,
      memberID TEXT,
      paidMinor INTEGER NOT NULL DEFAULT 0,
      owedMinor INTEGER NOT NULL DEFAULT 0,
      weight INTEGER,
      line INTEGER,
      name TEXT NOT NULL DEFAULT '',
      amountMinor INTEGER NOT NULL DEFAULT 0,
      \(GroupSQL.reference(below.column, below.parents)),
      \(GroupSQL.reference("memberID", "groupMembers"))
    ) STRICT;
    -- The rows of an expense.
    CREATE INDEX \(below.table)ByExpense
      ON \(below.table)(\(below.column), groupID, kind, position);
    -- What names a member.
    CREATE INDEX \(below.table)ByMember ON \(below.table)(groupID, memberID, \(below.column));
    """
  }

  private static let columns = columnSchemas.map(\.name)
  private static func insert(below: Below) -> String {
    """
    INSERT INTO \(below.table) (\(below.column), groupID, \(columns.joined(separator: ", ")))
      VALUES (?, ?, \(columns.map { _ in "?" }.joined(separator: ", ")))
    """
  }
  private static let inserts = (insert(below: .expense), insert(below: .repeating))

  /// The rows of an expense, by kind and position.
  static func of(
    _ expense: RecordID, in group: ZoneID, below: Below = .expense, _ connection: Connection
  ) throws -> [ExpensePart] {
    try connection.query(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(below.table)
        WHERE groupID = ? AND \(below.column) = ? ORDER BY kind, line, position, id
      """, [.text(group), .text(expense)]
    ) { row in
      var row = RowReader(row)
      // A kind that a newer program wrote says nothing here.
      let id = row.text()
      guard let kind = Kind(rawValue: row.text()) else { return nil }
      var part = ExpensePart(id: id, kind: kind, position: row.integer())
      part.memberID = row.optionalText()
      part.paidMinor = row.integer(in: ExpenseMoney.amounts)
      part.owedMinor = row.integer(in: ExpenseMoney.amounts)
      part.weight = row.optionalInteger()
      part.line = row.optionalInteger()
      part.name = row.text()
      part.amountMinor = row.integer(in: ExpenseMoney.amounts)
      return part
    }.compactMap(\.self)
  }

  func insert(
    into expense: RecordID, of group: ZoneID, below: Below = .expense, _ connection: Connection
  ) throws {
    try connection.execute(
      below == .expense ? Self.inserts.0 : Self.inserts.1,
      [
        .text(expense), .text(group), .text(id), .text(kind.rawValue), .integer(position),
        Value(memberID), .integer(paidMinor), .integer(owedMinor), Value(weight), Value(line),
        .text(name), .integer(amountMinor),
      ])
  }
}

extension ExpenseMoney {
  /// The rows below an expense.
  ///
  /// - Parameter newID: makes an id for each. Ids that followed from what a row says could be
  ///   foretold, and taken by a row of another expense: the hub would then refuse this one.
  func parts(_ newID: () -> RecordID) -> [ExpensePart] {
    var parts = shares.enumerated().map { index, share in
      var part = ExpensePart(
        id: newID(), kind: .share, position: Int64(index), memberID: share.memberID)
      (part.paidMinor, part.owedMinor) = (share.paidMinor, share.owedMinor)
      part.weight = share.weight
      return part
    }
    for (index, line) in lines.enumerated() {
      parts.append(
        ExpensePart(
          id: newID(), kind: .line, position: Int64(index), name: line.name,
          amountMinor: line.amountMinor))
      for (place, sharer) in line.sharers.enumerated() {
        parts.append(
          ExpensePart(
            id: newID(), kind: .sharer, position: Int64(place), memberID: sharer.memberID,
            weight: sharer.weight, line: Int64(index)))
      }
    }
    return parts
  }

  init(
    kind: Kind, currency: String, amountMinor: Int64, mode: Mode, parts: [ExpensePart]
  ) {
    func ordered(_ kind: ExpensePart.Kind) -> [ExpensePart] {
      parts.filter { $0.kind == kind }.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }
    let sharers = Dictionary(grouping: ordered(.sharer)) { $0.line ?? -1 }
    self.init(
      kind: kind, currency: currency, amountMinor: amountMinor, mode: mode,
      shares: ordered(.share).map {
        Share(
          $0.memberID ?? "", paidMinor: $0.paidMinor, owedMinor: $0.owedMinor, weight: $0.weight)
      },
      lines: ordered(.line).map { line in
        Line(
          name: line.name, amountMinor: line.amountMinor,
          sharers: (sharers[line.position] ?? []).map {
            Sharer($0.memberID ?? "", weight: $0.weight ?? 1)
          })
      })
  }
}
