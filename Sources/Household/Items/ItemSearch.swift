import SQLite
import SyncProtocol

/// Finds the items of a page: their ids and positions, in order.
///
/// Words that few items have are looked up in the index of words. For words that many have, the
/// order is walked and each row's words are looked at: the page is full soon, because many rows
/// have them. Should those many all lie far off in this order, they are looked up after all.
///
/// What still grows with the household: to tell that a beginning of more than three letters is
/// common, the index of words reads the whole list of those who have it.
struct ItemSearch {
  /// A filter that at most this many items meet is answered from its own index.
  static let maxCandidates = 2000
  /// The same for words that were not found often enough in a walk.
  static let maxLateCandidates = 20_000
  /// Rows whose words are looked at in vain before a walk is given up, and so many in a row: a word
  /// that more than `maxCandidates` items have is hardly so rare, unless they all lie elsewhere.
  static let maxMisses = 1500
  static let maxMissesInRow = 300

  private let filter: ItemFilter
  private let sort: ItemSort
  private let connection: Connection
  private let conditions: [ItemCondition]
  private let segments: [ItemSegment]
  private let terms: [String]
  /// The items that meet the selective parts of the filter, when they are few.
  private var candidates: Candidates?
  /// What a row's words are still to be looked through for.
  private var needles: [[UInt8]] = []
  /// `nil` for a walk that goes to the end.
  private var missesLeft: Int? = maxMisses
  private var matchCount: Int?

  private enum Candidates {
    case items(Set<RecordID>)
    /// Numbers of the index of words, ascending, as a list for `json_each`.
    case documents(Value)
  }

  init(filter: ItemFilter, sort: ItemSort, in connection: Connection) throws {
    self.filter = filter
    self.sort = sort
    self.connection = connection
    conditions = try ItemCondition.all(filter, in: connection)
    segments = try ItemSegment.all(filter, sort, in: connection)
    terms = SearchText.terms(filter.search)
    var few: Set<RecordID>?
    for condition in conditions {
      guard let query = condition.candidates else { continue }
      let ids = try connection.query(
        "\(query) LIMIT \(Self.maxCandidates + 1)", condition.candidateParameters
      ) { $0.text(0) }
      if ids.count <= Self.maxCandidates { few = few?.intersection(ids) ?? Set(ids) }
    }
    candidates = few.map { .items($0) }
    guard !terms.isEmpty else { return }
    if few == nil { candidates = try withWords(limit: Self.maxCandidates) }
    if few != nil || candidates == nil { needles = terms.map { SearchText.needle($0) } }
  }

  /// The items that have all words; `nil` when they are more than `limit`.
  private func withWords(limit: Int) throws -> Candidates? {
    let documents = try connection.query(
      "SELECT rowid FROM itemTerms WHERE itemTerms MATCH ? LIMIT ?",
      .text(SearchText.match(terms)), .integer(Int64(limit) + 1)
    ) { String($0.integer(0)) }
    guard documents.count <= limit else { return nil }
    return .documents(.text("[\(documents.joined(separator: ","))]"))
  }

  /// At most `limit` items after the cursor.
  mutating func page(after cursor: ItemCursor?, limit: Int) throws -> [ItemPosition] {
    if candidates == nil {
      do {
        return try walk(after: cursor, limit: limit)
      } catch is MissesSpent {
        missesLeft = nil
        candidates = try withWords(limit: Self.maxLateCandidates)
        if candidates != nil { needles = [] }
      }
    }
    guard let candidates else { return try walk(after: cursor, limit: limit) }
    return try pick(candidates, after: cursor, limit: limit)
  }

  private mutating func walk(after cursor: ItemCursor?, limit: Int) throws -> [ItemPosition] {
    var found: [ItemPosition] = []
    let start = startSegment(cursor)
    for (ordinal, segment) in segments.enumerated().dropFirst(start.ordinal) {
      let after = ordinal == start.ordinal ? start.after : nil
      found += try walk(segment, ordinal, after: after, limit: limit - found.count)
      if found.count >= limit { break }
    }
    return found
  }

  /// How many items meet the filter, as far as that can be told without looking at all.
  func count(shownWhole: Int?) throws -> ItemList.Count {
    if let known = matchCount ?? shownWhole { return .exactly(known) }
    guard conditions.isEmpty, needles.isEmpty else {
      // Each part alone is met by more than that; what meets all of them is not known.
      let parts = conditions.count + (needles.isEmpty ? 0 : 1)
      return .moreThan(parts == 1 ? Self.maxCandidates : 0)
    }
    let totals = try ItemTotals.all(home: filter.homeID, in: connection)
    return .exactly(
      totals.reduce(0) {
        $0 + ($1.key.isArchived == filter.isArchived ? Int($1.amount.itemCount) : 0)
      })
  }

  private func startSegment(_ cursor: ItemCursor?) -> (ordinal: Int, after: ItemPosition?) {
    guard let position = cursor?.position else { return (0, nil) }
    if let ordinal = segments.firstIndex(where: { $0.id == position.segment }) {
      return (ordinal, position)
    }
    // The place or currency is gone: what came behind it has moved up to where it was.
    return (position.ordinal, nil)
  }

  private var tests: String { conditions.map { " AND \($0.test)" }.joined() }
  private var testParameters: [Value] { conditions.flatMap(\.testParameters) }

  /// The item's words; a look-up that only a search for common ones pays for.
  private var words: String {
    needles.isEmpty ? "NULL" : "(SELECT text FROM itemIndex WHERE itemID = i.id)"
  }

  private func hasWords(_ row: Statement) -> Bool {
    needles.isEmpty
      || row.withBlob(0) { text in needles.allSatisfy { SearchText.contains(text, $0) } }
  }

  /// Thrown by a walk that has looked at many rows in vain.
  private struct MissesSpent: Error {}

  // MARK: - Few candidates

  private mutating func pick(
    _ candidates: Candidates, after cursor: ItemCursor?, limit: Int
  ) throws -> [ItemPosition] {
    let ordinals = Dictionary(
      uniqueKeysWithValues: segments.enumerated().map { ($0.element.id, $0.offset) })
    let start = startSegment(cursor)
    var first = FirstPositions(limit: limit, ordinal: start.ordinal, after: start.after)
    var count = 0
    let (query, list) = pickQuery(candidates)
    try connection.forEach(
      query, [list, Value(filter.isArchived), Value(filter.homeID)] + testParameters
    ) { row in
      guard hasWords(row) else { return }
      count += 1
      if let last = first.lastOfMany, ItemSegment.isBehind(last, row, sort) { return }
      let (segment, key) = ItemSegment.position(of: row, sort)
      first.insert(
        ItemPosition(
          segment: segment, ordinal: ordinals[segment] ?? segments.count, key: key,
          id: row.text(1)))
    }
    matchCount = count
    return first.positions
  }

  /// The candidates that meet the filter, and what they are bound as. What was found by its words is
  /// put in order by what stands beside them: one look-up each, near each other, where each item's
  /// own row would be a look-up in its key and one somewhere in the file.
  private func pickQuery(_ candidates: Candidates) -> (sql: String, list: Value) {
    switch candidates {
    case .items(let ids):
      (
        """
        SELECT \(words), i.id, i.homeID, i.locationID, i.nameKey, i.createdAt, i.currency,
          i.priceMinor * i.quantity
        FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value
        WHERE +i.isArchived = ? AND +i.homeID = coalesce(?, i.homeID)\(tests)
        """, IDList.value(ids)
      )
    case .documents(let numbers):
      (
        """
        SELECT NULL, x.itemID, \(ItemSegment.indexColumns(sort))
        FROM json_each(?) AS c CROSS JOIN itemIndex AS x ON x.docID = c.value
        \(conditions.isEmpty ? "" : "CROSS JOIN items AS i ON i.id = x.itemID")
        WHERE +x.isArchived = ? AND +x.homeID = coalesce(?, x.homeID)\(tests)
        """, numbers
      )
    }
  }

  // MARK: - Walking an index

  /// Rows read from a stream at a time, when several are merged.
  private static let chunkCount = 16

  /// The next items of a segment: the streams of its homes, merged.
  private mutating func walk(
    _ segment: ItemSegment, _ ordinal: Int, after: ItemPosition?, limit: Int
  ) throws -> [ItemPosition] {
    let place = (segment: segment.id, ordinal: ordinal)
    if segment.streams.count == 1 {
      return try read(segment.streams[0], place, after: after, limit: limit)
    }
    var heads: [(stream: ItemSegment.Stream, rows: ArraySlice<ItemPosition>)] = []
    for stream in segment.streams {
      heads.append((stream, try read(stream, place, after: after, limit: Self.chunkCount)[...]))
    }
    var found: [ItemPosition] = []
    while found.count < limit {
      var next: (index: Int, position: ItemPosition)?
      for (index, head) in heads.enumerated() {
        guard let first = head.rows.first else { continue }
        if next.map({ first.precedes($0.position) }) ?? true { next = (index, first) }
      }
      guard let next else { break }
      found.append(next.position)
      heads[next.index].rows.removeFirst()
      if heads[next.index].rows.isEmpty {
        heads[next.index].rows =
          try read(
            heads[next.index].stream, place, after: next.position, limit: Self.chunkCount)[...]
      }
    }
    return found
  }

  private mutating func read(
    _ stream: ItemSegment.Stream, _ place: (segment: String, ordinal: Int),
    after: ItemPosition?, limit: Int
  ) throws -> [ItemPosition] {
    var condition = stream.condition
    var parameters = stream.parameters
    if let after {
      condition += " AND \(stream.isAfter)"
      parameters += stream.parameters(after: after)
    }
    let statement = try connection.prepare(
      """
      SELECT \(words), i.id, \(stream.key ?? "0") FROM items AS i
        WHERE \(condition)\(tests) ORDER BY \(stream.order)
      """)
    statement.bind(parameters + testParameters)
    defer { statement.reset() }
    var found: [ItemPosition] = []
    var missesInRow = 0
    while found.count < limit, try statement.step() {
      guard hasWords(statement) else {
        missesInRow += 1
        if let left = missesLeft {
          guard left > 1, missesInRow < Self.maxMissesInRow else { throw MissesSpent() }
          missesLeft = left - 1
        }
        continue
      }
      missesInRow = 0
      found.append(
        ItemPosition(
          segment: place.segment, ordinal: place.ordinal,
          key: stream.isText ? .text(statement.text(2)) : .number(statement.integer(2)),
          id: statement.text(1)))
    }
    return found
  }
}

extension ItemPosition {
  var keyValue: Value {
    switch key {
    case .text(let text): .text(text)
    case .number(let number): .integer(number)
    }
  }
}
