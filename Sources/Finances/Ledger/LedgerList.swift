import Household
import SQLite
import SyncProtocol
import Values

/// The rows of a person's ledger, latest first.
package enum LedgerList {
  /// A row, as it is shown.
  package struct Row: Equatable, Sendable {
    package var serial: Int64
    /// The person's own zone, or the group's.
    package var zoneID: ZoneID
    /// The group that it comes from, also one that the person has left, or their own zone.
    package var originID: ZoneID
    /// The entry, the expense, or the note of a share that was kept.
    package var sourceID: RecordID
    package var flow: LedgerFlow
    package var day: String
    package var createdAt: Int64
    package var title: String
    package var place: String
    /// See ``LedgerCategories``.
    package var categoryRef: String
    package var tags: String
    package var note: String
    package var amountMinor: Int64
    package var currency: String
    /// What it is in the person's currency; `nil` where that is not known yet, or there is no rate.
    package var converted: Money?
    package var isHidden: Bool

    package var amount: Money { Money(amountMinor, currency) }
  }

  /// Which rows are wanted; all where nothing is said.
  package struct Filter: Equatable, Sendable {
    package var month: LedgerMonth?
    /// All months of a year; where there is a month, it says which.
    package var year: Int?
    package var flow: LedgerFlow?
    /// References that mean the category, see ``LedgerCategories``.
    package var categoryRefs: [String]?
    package var tag: String?
    /// A group, also one that the person has left, or their own zone.
    package var originID: ZoneID?
    /// Words of which each is in the row, as the beginning of a word.
    package var text = ""
    /// Further conditions of a search text.
    package var clauses: [Clause] = []
    /// Rows that were left out, and no others.
    package var isHidden = false

    package init(month: LedgerMonth? = nil) { self.month = month }

    /// The first and last month; `nil` for all.
    var months: (first: LedgerMonth, last: LedgerMonth)? {
      if let month { return (month, month) }
      guard let year, let first = LedgerMonth(year: year, month: 1),
        let last = LedgerMonth(year: year, month: 12)
      else { return nil }
      return (first, last)
    }
  }

  package struct Page: Equatable, Sendable {
    package var rows: [Row]
    /// Where the next page begins; `nil` on the last.
    package var next: Int64?
    /// Whether it ended because too many rows did not match.
    package var isCutShort = false
  }

  /// The most rows that one page looks at, when few of them are wanted: the next page goes on from
  /// there.
  package static let maxLookedAt = 10_000

  /// - Parameters:
  ///   - position: where the page begins; from the latest row on where nothing is said.
  ///   - limit: at most this many, from 1.
  package static func page(
    _ filter: Filter, before position: Int64? = nil, limit: Int = 100, in connection: Connection
  ) throws -> Page {
    var (rows, last): ([Row], Int64?) = ([], nil)
    let end = try LedgerSearch(filter, connection).scan(
      before: position ?? Int64.max, looks: maxLookedAt
    ) { serial, _ in
      guard rows.count < limit else {
        last = rows.last?.serial
        return false
      }
      if let row = try row(at: serial, in: connection) { rows.append(row) }
      return true
    }
    var found = page(rows, next: last ?? end)
    found.isCutShort = end != nil
    return found
  }

  /// Rows of a day stand in the order in which they were entered, the latest first.
  private static func page(_ rows: [Row], next: Int64?) -> Page {
    Page(
      rows: rows.sorted { left, right in
        (left.day, left.createdAt, left.serial) > (right.day, right.createdAt, right.serial)
      }, next: next)
  }

  private static let columns = """
    serial, zoneID, originID, sourceID, flow, day, createdAt, title, place, categoryRef, tags,
    note, amountMinor, currency, convertedMinor, convertedCurrency, isHidden
    """

  private static func read(_ statement: Statement) -> Row {
    var row = RowReader(statement)
    var read = Row(
      serial: row.integer(), zoneID: row.text(), originID: row.text(), sourceID: row.text(),
      flow: LedgerFlow(rawValue: row.text()) ?? .spending, day: row.text(),
      createdAt: row.integer(), title: row.text(), place: row.text(), categoryRef: row.text(),
      tags: row.text(), note: row.text(), amountMinor: row.integer(), currency: row.text(),
      converted: nil, isHidden: false)
    let (minor, code) = (row.optionalInteger(), row.optionalText())
    if let minor, let code { read.converted = Money(minor, code) }
    read.isHidden = row.bool()
    return read
  }

  /// All shares of a group that the person is in, also those that were left out.
  package static func all(of group: ZoneID, in connection: Connection) throws -> [Row] {
    try connection.query(
      """
      SELECT \(columns) FROM ledgerRows WHERE originID = ?1 AND +zoneID = ?1 ORDER BY serial
      """, .text(group), read: read)
  }

  /// The rows of a selection, the oldest first, however many there are.
  static func forEach(
    of selection: LedgerSelection, in connection: Connection, _ body: (Row) throws -> Void
  ) throws {
    switch selection {
    case .rows(let keys):
      let rows = try keys.compactMap { try row($0.sourceID, in: $0.zoneID, connection) }
      for row in rows.sorted(by: { $0.serial < $1.serial }) { try body(row) }
    case .matching(let filter):
      var serials: [Int64] = []
      _ = try LedgerSearch(filter, connection).scan(
        before: Int64.max, looks: Int.max
      ) { serial, _ in
        serials.append(serial)
        return true
      }
      for serial in serials.reversed() {
        if let row = try row(at: serial, in: connection) { try body(row) }
      }
    }
  }

  /// All rows, the oldest first, also those that were left out.
  package static func forEach(
    in connection: Connection, _ body: (Row) throws -> Void
  ) throws {
    try connection.forEach("SELECT \(columns) FROM ledgerRows ORDER BY serial", []) {
      try body(read($0))
    }
  }

  static func row(at serial: Int64, in connection: Connection) throws -> Row? {
    try connection.first(
      "SELECT \(columns) FROM ledgerRows WHERE serial = ?", .integer(serial), read: read)
  }

  /// The row of an entry, an expense or a share that was kept.
  package static func row(
    _ source: RecordID, in zone: ZoneID, _ connection: Connection
  ) throws -> Row? {
    try connection.first(
      "SELECT \(columns) FROM ledgerRows WHERE sourceID = ? AND zoneID = ?", .text(source),
      .text(zone), read: read)
  }

  /// The rows of entries and expenses, wherever they are; of those that have none, nothing.
  package static func rows(
    of sources: Set<RecordID>, _ connection: Connection
  ) throws -> [Row] {
    try sources.sorted().flatMap { source in
      try connection.query(
        "SELECT \(columns) FROM ledgerRows WHERE sourceID = ?", .text(source), read: read)
    }
  }

  /// The tags that are in use, by name; at most this many.
  package static func tags(limit: Int = 100, in connection: Connection) throws -> [String] {
    try connection.query(
      """
      WITH RECURSIVE each(tag) AS (
        SELECT (SELECT min(tag) FROM ledgerTags)
        UNION ALL
        SELECT (SELECT min(t.tag) FROM ledgerTags AS t WHERE t.tag > each.tag) FROM each
          WHERE each.tag IS NOT NULL
      )
      SELECT tag FROM each WHERE tag IS NOT NULL LIMIT ?
      """, .integer(Int64(limit))
    ) { $0.text(0) }
  }
}

/// A person's own categories, and which of them the categories of groups are: those of the same
/// name, unless the person has said otherwise.
package struct LedgerCategories: Sendable {
  /// By name.
  package let own: [LedgerCategory]
  private let byRef: [String: RecordID]
  private let groupNames: [String: String]

  package init(in connection: Connection) throws {
    own = try LedgerCategory.own(in: connection)
    let byKey = own.reduce(into: [:]) { $0[$1.nameKey] = $1.id }
    var byRef = own.reduce(into: [:]) { $0[$1.id] = $1.id }
    var names: [String: String] = [:]
    try connection.forEach("SELECT id, name, nameKey FROM expenseCategories", []) { row in
      let ref = LedgerRow.ofGroup + row.text(0)
      names[ref] = row.text(1)
      byRef[ref] = byKey[row.text(2)]
    }
    self.byRef = byRef
    groupNames = names
  }

  /// The person's own category that a reference means; `nil` for none.
  package subscript(_ ref: String) -> LedgerCategory? {
    guard let id = byRef[ref] else { return nil }
    return own.first { $0.id == id }
  }

  /// What a reference is called: by the person's own category, or by that of the group.
  package func name(of ref: String) -> String? { self[ref]?.details.name ?? groupNames[ref] }

  /// The references to all categories, also to those of groups that are like none of the own ones.
  var allRefs: [String] { own.map(\.id) + groupNames.keys.sorted() }

  /// The references that mean a category of the person's own.
  package func refs(of category: RecordID) -> [String] {
    [category] + byRef.filter { $0.value == category && $0.key != category }.map(\.key).sorted()
  }
}

extension LedgerList.Row {
  func ownCategory(in connection: Connection) throws -> RecordID? {
    guard categoryRef.hasPrefix(LedgerRow.ofGroup) else {
      return categoryRef.isEmpty ? nil : categoryRef
    }
    return try connection.first(
      """
      SELECT l.id FROM expenseCategories AS c JOIN ledgerCategories AS l USING (nameKey)
        WHERE c.id = ? ORDER BY l.id LIMIT 1
      """, .text(String(categoryRef.dropFirst(LedgerRow.ofGroup.count)))
    ) { $0.text(0) }
  }
}
