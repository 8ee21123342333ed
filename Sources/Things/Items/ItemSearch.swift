import Household
import SQLite
import SyncProtocol

/// Finds the items of a page: their ids and positions, in order.
///
/// Words that few items have are looked up in the index of words. For words that many items have,
/// the search walks the index of the list's order and tests the words of each row: with so many
/// matches, the page is soon full. If the matches all lie far away in this order, the words are
/// looked up after all.
///
/// A walk stops after a fixed number of rows that do not match. The page then ends before it is
/// full, and the next page continues from there. So no page costs more than that, whether or not an
/// index helps.
///
/// One cost still grows with the household: to find out that a prefix of more than three letters is
/// common, the index of words reads the whole list of its matches.
struct ItemSearch {
  /// A filter that at most this many items meet is answered from its own index.
  static let maxCandidates = 2000
  /// The same limit for words that a walk has not found often enough.
  static let maxLateCandidates = 20_000
  /// How many rows, in total and in a row, may lack the words before a walk is given up. A word
  /// that more than `maxCandidates` items have is rarely missed so often, unless they all lie
  /// elsewhere.
  static let maxMisses = 1500
  static let maxMissesInRow = 300
  /// How many rows a walk may pass without a match before its page ends, and before it turns to
  /// another stream.
  static let maxLooks = 20_000
  static let maxLooksInTurn = 500

  private let filter: ItemFilter
  private let sort: ItemSort
  private let connection: Connection
  private let conditions: [ItemCondition]
  private let segments: [ItemSegment]
  private let terms: [String]
  /// The items that meet the selective parts of the filter, if these are few; otherwise `nil`.
  private var candidates: Candidates?
  /// The words that each row still has to be searched for.
  private var needles: [[UInt8]] = []
  private let textTests: [ItemTextTest]
  /// Excluded words: an item that has one is not found.
  private let excluded: [[UInt8]]
  private var looksLeft = Self.maxLooks
  /// The position where the walk of the last segment ended.
  private var lastLook: ItemPosition?
  /// The position where a walk ended before its page was full; `nil` if it did not.
  private(set) var stoppedAt: ItemPosition?
  /// How many misses are left in total; `nil` for a walk that may go to the end.
  private var missesLeft: Int? = maxMisses
  private var matchCount: Int?

  private enum Candidates {
    case items(Set<RecordID>)
    /// Row ids of the index of words, ascending, as a list for `json_each`.
    case documents(Value)
  }

  init(filter: ItemFilter, sort: ItemSort, in connection: Connection) throws {
    self.filter = filter
    self.sort = sort
    self.connection = connection
    conditions = try ItemCondition.all(filter, in: connection)
    segments = try ItemSegment.all(filter, sort, in: connection)
    var texts: [ItemTextTest] = []
    var excluded: [[UInt8]] = []
    var search = filter.search
    for clause in filter.clauses {
      guard let test = ItemTextTest(clause) else { continue }
      if clause.isExcluded, clause.isOfAnyText, test.words.count == 1 {
        excluded.append(SearchText.needle(test.words[0]))
      } else {
        texts.append(test)
      }
      // Every word of a text is in the index, so these are found like single words.
      if !clause.isExcluded { search += " " + test.words.joined(separator: " ") }
    }
    (textTests, self.excluded) = (texts, excluded)
    terms = SearchText.terms(search)
    // A search without any searchable word finds nothing, since everything would be no answer to
    // it. A search of punctuation only is taken for the beginning of something, and finds
    // everything.
    if terms.isEmpty, filter.clauses.isEmpty, SearchText.namesSomething(filter.search) {
      candidates = .items([])
      return
    }
    var few: Set<RecordID>?
    for condition in conditions {
      guard let query = condition.candidates else { continue }
      let ids = try connection.query(
        "\(query) LIMIT \(Self.maxCandidates + 1)", condition.candidateParameters
      ) { $0.text(0) }
      if ids.count <= Self.maxCandidates { few = few?.intersection(ids) ?? Set(ids) }
    }
    let isNarrowed = !conditions.isEmpty || !textTests.isEmpty || !excluded.isEmpty
    if few == nil, terms.isEmpty, isNarrowed { few = try allWhereFew() }
    candidates = few.map { .items($0) }
    guard !terms.isEmpty else { return }
    if few == nil { candidates = try withWords(limit: Self.maxCandidates) }
    if few != nil || candidates == nil { needles = terms.map { SearchText.needle($0) } }
  }

  /// The items that have all words; `nil` if there are more than `limit`.
  private func withWords(limit: Int) throws -> Candidates? {
    let documents = try HouseholdIndex.words.numbers(
      matching: SearchText.match(terms), limit: limit, connection)
    guard let documents else { return nil }
    return .documents(.text("[\(documents.map { String($0) }.joined(separator: ","))]"))
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
    (looksLeft, lastLook, stoppedAt) = (Self.maxLooks, nil, nil)
    for (ordinal, segment) in segments.enumerated().dropFirst(start.ordinal) {
      if looksLeft <= 0 {
        stoppedAt = lastLook
        break
      }
      let after = ordinal == start.ordinal ? start.after : nil
      found += try walk(segment, ordinal, after: after, limit: limit - found.count)
      if found.count >= limit || stoppedAt != nil { break }
    }
    return found
  }

  /// How many items meet the filter; `nil` if that is unknown without looking at all of them.
  ///
  /// The number of candidates does not tell: they may contain an item twice, and items that fail
  /// other parts.
  ///
  /// - Parameter shownWhole: the number of items on a page that is the only one; otherwise `nil`.
  func count(shownWhole: Int?) throws -> Int? {
    if let known = matchCount ?? shownWhole { return known }
    return conditions.isEmpty && !looksAtWords ? try wholeCount() : nil
  }

  /// The number of items in the home, or in all homes, before any other condition.
  private func wholeCount() throws -> Int {
    try ItemTotals.all(home: filter.homeID, in: connection).reduce(0) {
      $0 &+ (filter.archive.states.contains($1.key.isArchived) ? Int($1.amount.itemCount) : 0)
    }
  }

  /// All items, if they are few; otherwise `nil`. Testing them all costs no more than an index
  /// would, and gives the exact count.
  private func allWhereFew() throws -> Set<RecordID>? {
    guard try wholeCount() <= Self.maxCandidates else { return nil }
    return Set(
      try connection.query(
        """
        SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND \(filter.archive.test("i.isArchived"))
          WHERE h.id = coalesce(?, h.id)
        """, filter.archive.parameters + [Value(filter.homeID)]
      ) { $0.text(0) })
  }

  private func startSegment(_ cursor: ItemCursor?) -> (ordinal: Int, after: ItemPosition?) {
    guard let position = cursor?.position else { return (0, nil) }
    if let ordinal = segments.firstIndex(where: { $0.id == position.segment }) {
      return (ordinal, position)
    }
    // The place or currency is gone: what came after it has moved up to its index.
    return (position.ordinal, nil)
  }

  private var tests: String { conditions.map { " AND \($0.test)" }.joined() }
  private var testParameters: [Value] { conditions.flatMap(\.testParameters) }

  private var looksAtWords: Bool {
    !needles.isEmpty || !excluded.isEmpty || !textTests.isEmpty
  }

  /// SQL for the item's words; only searches that test words pay for this look-up.
  private var words: String {
    needles.isEmpty && excluded.isEmpty ? "''" : "(SELECT text FROM itemIndex WHERE itemID = i.id)"
  }

  private func hasWords(_ row: Statement) throws -> Bool {
    guard looksAtWords else { return true }
    let isFound = row.withBlob(0) { text in
      needles.allSatisfy { SearchText.contains(text, $0) }
        && !excluded.contains { SearchText.contains(text, $0) }
    }
    guard isFound else { return false }
    let id = row.text(1)
    return try textTests.allSatisfy { try $0.isMet(by: id, in: connection) }
  }

  /// Thrown by a walk that has looked at too many rows in vain.
  private struct MissesSpent: Error {}

  // MARK: - Few candidates

  private mutating func pick(
    _ candidates: Candidates, after cursor: ItemCursor?, limit: Int
  ) throws -> [ItemPosition] {
    // A currency in an older row may be any text, so two segments may have the same id.
    let ordinals = Dictionary(segments.enumerated().map { ($0.element.id, $0.offset) }) {
      first, _ in first
    }
    let start = startSegment(cursor)
    var first = FirstPositions(limit: limit, ordinal: start.ordinal, after: start.after)
    var count = 0
    let (query, list) = pickQuery(candidates)
    try connection.forEach(
      query, [list] + filter.archive.parameters + [Value(filter.homeID)] + testParameters
    ) { row in
      guard try hasWords(row) else { return }
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

  /// The query for candidates that meet the filter, and the list bound to it.
  ///
  /// Candidates found by their words are ordered by columns of the index table: one look-up each,
  /// close together. Reading each item's own row would take a look-up by key and another anywhere
  /// in the file.
  private func pickQuery(_ candidates: Candidates) -> (sql: String, list: Value) {
    switch candidates {
    case .items(let ids):
      (
        """
        SELECT \(words), i.id, i.homeID, i.locationID, i.nameKey, i.createdAt, i.currency,
          i.priceMinor * i.quantity
        FROM json_each(?) AS c CROSS JOIN items AS i ON i.id = c.value
        WHERE \(filter.archive.test("+i.isArchived")) AND +i.homeID = coalesce(?, i.homeID)\(tests)
        """, IDList.value(ids)
      )
    case .documents(let numbers):
      (
        """
        SELECT \(excluded.isEmpty ? "''" : "x.text"), x.itemID, \(ItemSegment.indexColumns(sort))
        FROM json_each(?) AS c CROSS JOIN itemIndex AS x ON x.docID = c.value
        \(conditions.isEmpty ? "" : "CROSS JOIN items AS i ON i.id = x.itemID")
        WHERE \(filter.archive.test("+x.isArchived")) AND +x.homeID = coalesce(?, x.homeID)\(tests)
        """, numbers
      )
    }
  }

  // MARK: - Walking an index

  /// Rows read from a stream at a time, if several are merged.
  private static let chunkCount = 16

  /// A stream, and how far it has been read.
  private struct StreamWalk {
    let stream: ItemSegment.Stream
    var after: ItemPosition?
    /// Found, but not returned yet.
    var rows: ArraySlice<ItemPosition> = []
    var isAtEnd = false

    /// A position that comes before everything left in the stream; `nil` if none is known.
    var head: ItemPosition? { rows.first ?? after }
    var isSpent: Bool { isAtEnd && rows.isEmpty }
  }

  /// The next items of a segment, merged from the streams of its homes.
  private mutating func walk(
    _ segment: ItemSegment, _ ordinal: Int, after: ItemPosition?, limit: Int
  ) throws -> [ItemPosition] {
    let place = (segment: segment.id, ordinal: ordinal)
    var walks = segment.streams.map { StreamWalk(stream: $0, after: after) }
    let chunk = walks.count == 1 ? limit : Self.chunkCount
    var found: [ItemPosition] = []
    while found.count < limit, let next = Self.first(of: walks) {
      if let row = walks[next].rows.popFirst() {
        found.append(row)
      } else if looksLeft > 0 || walks[next].after == nil {
        try read(&walks[next], place, limit: chunk)
      } else {
        // In every stream, everything before this position has been looked at.
        stoppedAt = walks[next].after
        break
      }
    }
    let ends = walks.compactMap(\.after)
    if let end = ends.max(by: { $0.precedes($1) }) { lastLook = end }
    return found
  }

  /// The stream whose next row comes first, as far as is known.
  private static func first(of walks: [StreamWalk]) -> Int? {
    var best: Int?
    for (index, walk) in walks.enumerated() where !walk.isSpent {
      guard let head = walk.head else { return index }
      if let known = best, let other = walks[known].head, !head.precedes(other) { continue }
      best = index
    }
    return best
  }

  private mutating func read(
    _ walk: inout StreamWalk, _ place: (segment: String, ordinal: Int), limit: Int
  ) throws {
    let stream = walk.stream
    var condition = stream.condition
    var parameters = stream.parameters
    if let after = walk.after {
      condition += " AND \(stream.isAfter)"
      parameters += stream.parameters(after: after)
    }
    // The tests are a column and not in the WHERE clause, so that rows failing them are counted.
    let column =
      conditions.isEmpty
      ? words : "CASE WHEN \(conditions.map(\.test).joined(separator: " AND ")) THEN \(words) END"
    let statement = try connection.prepare(
      """
      SELECT \(column), i.id, \(stream.key ?? "0") FROM items AS i
        WHERE \(condition) ORDER BY \(stream.order)
      """)
    statement.bind(testParameters + parameters)
    defer { statement.reset() }
    var missesInRow = 0
    var looks = 0
    while walk.rows.count < limit, looks < Self.maxLooksInTurn {
      guard try statement.step() else {
        walk.isAtEnd = true
        break
      }
      let position = ItemPosition(
        segment: place.segment, ordinal: place.ordinal,
        key: stream.isText ? .text(statement.text(2)) : .number(statement.integer(2)),
        id: statement.text(1))
      walk.after = position
      let isMet = !statement.isNull(0)
      if isMet, try hasWords(statement) {
        missesInRow = 0
        walk.rows.append(position)
        continue
      }
      looks += 1
      looksLeft -= 1
      guard isMet, !needles.isEmpty, let left = missesLeft else { continue }
      missesInRow += 1
      guard left > 1, missesInRow < Self.maxMissesInRow else { throw MissesSpent() }
      missesLeft = left - 1
    }
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
