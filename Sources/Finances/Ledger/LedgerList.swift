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
    /// Asked of a month or a year only.
    package var flow: LedgerFlow?
    /// References that mean the category, see ``LedgerCategories``.
    package var categoryRefs: [String]?
    package var tag: String?
    /// A group, or the person's own zone.
    package var zoneID: ZoneID?
    /// Words of which each is in the row.
    package var text = ""
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
  }

  /// The most rows that one page looks at, when few of them are wanted: the next page goes on from
  /// there.
  package static let maxLookedAt = 20_000

  /// - Parameters:
  ///   - position: where the page begins; from the latest row on where nothing is said.
  ///   - limit: at most this many, from 1.
  package static func page(
    _ filter: Filter, before position: Int64? = nil, limit: Int = 100, in connection: Connection
  ) throws -> Page {
    let words = NameKey.make(filter.text).split(separator: " ").map { "%\(escaped(String($0)))%" }
    var last = position ?? Int64.max
    let ids = try serials(
      filter, before: last, limit: words.isEmpty ? limit + 1 : maxLookedAt, connection)
    var rows: [Row] = []
    for serial in ids {
      if rows.count == limit { return page(rows, next: last) }
      last = serial
      var parameters: [Value] = [.integer(serial)]
      parameters += words.map { .text($0) }
      let row = try connection.first(
        """
        SELECT \(columns) FROM ledgerRows
          WHERE serial = ?\(words.map { _ in " AND words LIKE ? ESCAPE '\\'" }.joined())
        """, parameters, read: read)
      if let row { rows.append(row) }
    }
    return page(rows, next: !words.isEmpty && ids.count == maxLookedAt ? last : nil)
  }

  /// Rows of a day stand in the order in which they were entered, the latest first.
  private static func page(_ rows: [Row], next: Int64?) -> Page {
    Page(
      rows: rows.sorted { left, right in
        (left.day, left.createdAt, left.serial) > (right.day, right.createdAt, right.serial)
      }, next: next)
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if ["%", "_", "\\"].contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  /// The places of rows, the latest first, by the index that leads to them.
  private static func serials(
    _ filter: Filter, before position: Int64, limit: Int, _ connection: Connection
  ) throws -> [Int64] {
    let months = filter.months
    let first = months.map { LedgerRow.serial(of: $0.first.firstDay) } ?? Int64.min
    let end = months?.last.next.map { LedgerRow.serial(of: $0.firstDay) } ?? Int64.max
    let range: [Value] = [.integer(first), .integer(min(end, position))]
    var conditions = ["r.serial >= ? AND r.serial < ?"]
    var parameters = range
    func add(_ condition: String, _ value: Value) {
      conditions.append(condition)
      parameters.append(value)
    }
    conditions.append(filter.isHidden ? "r.isHidden = 1" : "+r.isHidden = 0")
    if let flow = filter.flow, months != nil { add("+r.flow = ?", .text(flow.rawValue)) }
    if let zone = filter.zoneID {
      let isLed = filter.tag == nil && filter.categoryRefs == nil
      add(isLed ? "r.zoneID = ?" : "+r.zoneID = ?", .text(zone))
    }
    if let tag = filter.tag {
      if let refs = filter.categoryRefs {
        conditions.append("+r.categoryRef IN (\(refs.map { _ in "?" }.joined(separator: ", ")))")
        parameters += refs.map { .text($0) }
      }
      return try connection.query(
        """
        SELECT t.serial FROM ledgerTags AS t JOIN ledgerRows AS r ON r.serial = t.serial
          WHERE t.tag = ? AND t.serial >= ? AND t.serial < ?
            AND \(conditions.joined(separator: " AND "))
          ORDER BY t.serial DESC LIMIT ?
        """, [.text(NameKey.make(tag))] + range + parameters + [.integer(Int64(limit))]
      ) { $0.integer(0) }
    }
    guard let refs = filter.categoryRefs else {
      return try connection.query(
        """
        SELECT r.serial FROM ledgerRows AS r WHERE \(conditions.joined(separator: " AND "))
          ORDER BY r.serial DESC LIMIT ?
        """, parameters + [.integer(Int64(limit))]
      ) { $0.integer(0) }
    }
    // One list for each, as only these are in order.
    var found: [Int64] = []
    for ref in refs {
      found += try connection.query(
        """
        SELECT r.serial FROM ledgerRows AS r
          WHERE r.categoryRef = ? AND \(conditions.joined(separator: " AND "))
          ORDER BY r.serial DESC LIMIT ?
        """, [.text(ref)] + parameters + [.integer(Int64(limit))]
      ) { $0.integer(0) }
    }
    return Array(found.sorted(by: >).prefix(limit))
  }

  private static let columns = """
    serial, zoneID, sourceID, flow, day, createdAt, title, place, categoryRef, tags, note,
    amountMinor, currency, convertedMinor, convertedCurrency, isHidden
    """

  private static func read(_ statement: Statement) -> Row {
    var row = RowReader(statement)
    var read = Row(
      serial: row.integer(), zoneID: row.text(), sourceID: row.text(),
      flow: LedgerFlow(rawValue: row.text()) ?? .spending, day: row.text(),
      createdAt: row.integer(), title: row.text(), place: row.text(), categoryRef: row.text(),
      tags: row.text(), note: row.text(), amountMinor: row.integer(), currency: row.text(),
      converted: nil, isHidden: false)
    let (minor, code) = (row.optionalInteger(), row.optionalText())
    if let minor, let code { read.converted = Money(minor, code) }
    read.isHidden = row.bool()
    return read
  }

  /// All rows of a zone, also those that were left out.
  package static func all(of zone: ZoneID, in connection: Connection) throws -> [Row] {
    try connection.query(
      "SELECT \(columns) FROM ledgerRows WHERE zoneID = ? ORDER BY serial", .text(zone),
      read: read)
  }

  /// All rows, the oldest first, also those that were left out.
  package static func forEach(
    in connection: Connection, _ body: (Row) throws -> Void
  ) throws {
    try connection.forEach("SELECT \(columns) FROM ledgerRows ORDER BY serial", []) {
      try body(read($0))
    }
  }

  /// The row of an entry, an expense or a share that was kept.
  package static func row(
    _ source: RecordID, in zone: ZoneID, _ connection: Connection
  ) throws -> Row? {
    try connection.first(
      "SELECT \(columns) FROM ledgerRows WHERE sourceID = ? AND zoneID = ?", .text(source),
      .text(zone), read: read)
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
