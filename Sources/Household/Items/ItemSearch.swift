import SQLite
import SyncProtocol

/// Finds the items of a page: their ids and positions, in order.
///
/// Words that few items have are looked up in the index of words. For words that many have, the
/// order is walked and each row's words are looked at: the page is full soon, because many rows
/// have them. Should those many all lie far off in this order, they are looked up after all.
///
/// A walk looks at so many rows in vain, and not at more: the page then ends before it is full, and
/// the next one goes on where it stopped. So no search costs more than that at once, whether an
/// index knows what it asks for or not.
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
  /// Rows that a walk looks at in vain before its page ends, and before another stream is next.
  static let maxLooks = 20_000
  static let maxLooksInTurn = 500

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
  private let textTests: [ItemTextTest]
  /// Words that no item may have which the search finds.
  private let excluded: [[UInt8]]
  private var looksLeft = Self.maxLooks
  /// The end of the last segment that was walked.
  private var lastLook: ItemPosition?
  /// Where a walk ended before it had filled its page.
  private(set) var stoppedAt: ItemPosition?
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
      // Every word of a text is in the index: so these are found like words alone.
      if !clause.isExcluded { search += " " + test.words.joined(separator: " ") }
    }
    (textTests, self.excluded) = (texts, excluded)
    terms = SearchText.terms(search)
    // A search for what cannot be looked for finds nothing: everything would be the answer to none.
    // Signs alone are the beginning of something.
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

  /// How many items meet the filter; `nil` where that cannot be told without looking at all. What
  /// an index finds tells nothing: it may name an item twice, and items that fail other parts.
  ///
  /// - Parameter shownWhole: how many a page shows, when it is the only one.
  func count(shownWhole: Int?) throws -> Int? {
    if let known = matchCount ?? shownWhole { return known }
    return conditions.isEmpty && !looksAtWords ? try wholeCount() : nil
  }

  /// The items that there are where the filter looks.
  private func wholeCount() throws -> Int {
    try ItemTotals.all(home: filter.homeID, in: connection).reduce(0) {
      $0 &+ (filter.archive.states.contains($1.key.isArchived) ? Int($1.amount.itemCount) : 0)
    }
  }

  /// All of them where they are few: looking through them costs no more than what an index finds,
  /// and then it is known how many meet the filter.
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
    // The place or currency is gone: what came behind it has moved up to where it was.
    return (position.ordinal, nil)
  }

  private var tests: String { conditions.map { " AND \($0.test)" }.joined() }
  private var testParameters: [Value] { conditions.flatMap(\.testParameters) }

  private var looksAtWords: Bool {
    !needles.isEmpty || !excluded.isEmpty || !textTests.isEmpty
  }

  /// The item's words; a look-up that only a search for common ones pays for.
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

  /// Thrown by a walk that has looked at many rows in vain.
  private struct MissesSpent: Error {}

  // MARK: - Few candidates

  private mutating func pick(
    _ candidates: Candidates, after cursor: ItemCursor?, limit: Int
  ) throws -> [ItemPosition] {
    // What stands for a currency may be any text in an older row, so that two may have one id.
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

  /// The candidates that meet the filter, and what they are bound as. What was found by its words
  /// is put in order by what stands beside them: one look-up each, near each other, where each
  /// item's own row would be a look-up in its key and one somewhere in the file.
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

  /// Rows read from a stream at a time, when several are merged.
  private static let chunkCount = 16

  /// A stream and how far it has been looked through.
  private struct StreamWalk {
    let stream: ItemSegment.Stream
    var after: ItemPosition?
    /// Found and not handed out.
    var rows: ArraySlice<ItemPosition> = []
    var isAtEnd = false

    /// What is known to come before everything that it still has; `nil`: nothing is.
    var head: ItemPosition? { rows.first ?? after }
    var isSpent: Bool { isAtEnd && rows.isEmpty }
  }

  /// The next items of a segment: the streams of its homes, merged.
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
        // Everything before that has been looked at, in every stream.
        stoppedAt = walks[next].after
        break
      }
    }
    let ends = walks.compactMap(\.after)
    if let end = ends.max(by: { $0.precedes($1) }) { lastLook = end }
    return found
  }

  /// The stream whose next row comes first, as far as that is known.
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
    // The tests stand in a column and not in the condition, so that their failures are counted.
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
