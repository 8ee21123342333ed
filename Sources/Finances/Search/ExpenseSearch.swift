import Household
import SQLite
import SyncProtocol

/// Finds the expenses of a group that a filter asks for, latest first.
///
/// If an index says that only few expenses can meet the filter, only those are looked at. Otherwise
/// the list that holds the fewest of those in question is walked from where the page begins.
///
/// A walk stops after a fixed number of expenses that do not match. The page then ends before it is
/// full, and the next page continues from there. So no page costs more than that, whether or not an
/// index helps.
struct ExpenseSearch {
  typealias Place = ExpenseList.Cursor

  /// A filter that at most this many expenses can meet is answered from its own index.
  static let maxCandidates = 2000
  /// How many expenses a walk may pass before its page ends.
  static let maxLooks = 5000

  private let group: ZoneID
  private let connection: Connection
  private let conditions: [ExpenseCondition]
  private let stream: ExpenseStream
  private let days: DayRange
  /// The expenses that alone can meet the filter, if these are few.
  private var candidates: [RecordID]?
  /// The words that each expense still has to be searched for, and those that none may have.
  private var needles: [[UInt8]] = []
  private let excluded: [[UInt8]]
  private let texts: [MoneyTextTest]

  init(_ filter: ExpenseList.Filter, in group: ZoneID, _ connection: Connection) throws {
    self.group = group
    self.connection = connection
    conditions = try ExpenseCondition.all(filter, in: group, connection)
    stream =
      try ExpenseStream.shortest(conditions.compactMap(\.stream), connection) ?? .whole(group)
    var (texts, excluded): ([MoneyTextTest], [[UInt8]]) = ([], [])
    var days = filter.days
    var search = filter.search
    for clause in filter.clauses {
      if case .day(let range) = clause.test, !clause.isExcluded {
        if let from = range.from { days.from = max(days.from ?? from, from) }
        if let to = range.to { days.to = min(days.to ?? to, to) }
      }
      guard let test = MoneyTextTest(clause) else { continue }
      if test.isExcluded, test.field == .any, test.words.count == 1 {
        excluded.append(SearchText.needle(test.words[0]))
      } else {
        texts.append(test)
      }
      // Every word of a text is in the index, so these are found like single words.
      if !test.isExcluded { search += " " + test.words.joined(separator: " ") }
    }
    (self.texts, self.excluded, self.days) = (texts, excluded, days)
    let terms = SearchText.terms(search)
    // A search of pictures only finds nothing, since everything would be no answer to it.
    if terms.isEmpty, filter.clauses.isEmpty, SearchText.namesSomething(filter.search) {
      candidates = []
      return
    }
    try narrow(to: terms)
  }

  /// Looks for the few expenses that can meet the filter.
  private mutating func narrow(to terms: [String]) throws {
    var few: Set<RecordID>?
    for condition in conditions {
      guard let query = condition.candidates else { continue }
      let ids = try connection.query(
        "\(query) LIMIT \(Self.maxCandidates + 1)", condition.candidateParameters
      ) { $0.text(0) }
      if ids.count <= Self.maxCandidates { few = few?.intersection(ids) ?? Set(ids) }
    }
    if !terms.isEmpty {
      needles = terms.map { SearchText.needle($0) }
      if few == nil {
        let numbers = try ExpenseWords.numbers(
          of: group, with: terms, limit: Self.maxCandidates, connection)
        few = try numbers.map { numbers in
          let list = "[\(numbers.map { String($0) }.joined(separator: ","))]"
          return Set(
            try connection.query(
              """
              SELECT w.expenseID FROM json_each(?) AS c
                CROSS JOIN expenseWords AS w ON w.docID = c.value
              """, .text(list)
            ) { $0.text(0) })
        }
        if few != nil { needles = [] }
      }
    }
    candidates = few.map { Array($0) }
  }

  private var looksAtWords: Bool { !needles.isEmpty || !excluded.isEmpty }

  /// Whether the expense meets the filter, the rest of which is in the columns of a row.
  private var tests: String {
    conditions.isEmpty ? "1" : conditions.map(\.test).joined(separator: " AND ")
  }

  private var words: String {
    looksAtWords ? "(SELECT w.text FROM expenseWords AS w WHERE w.expenseID = e.id)" : "''"
  }

  private var testParameters: [Value] { conditions.flatMap(\.parameters) }

  private func isFound(_ row: Statement) throws -> Bool {
    guard row.bool(0) else { return false }
    if looksAtWords {
      let hasWords = row.withBlob(1) { text in
        needles.allSatisfy { SearchText.contains(text, $0) }
          && !excluded.contains { SearchText.contains(text, $0) }
      }
      guard hasWords else { return false }
    }
    guard !texts.isEmpty else { return true }
    let id = row.text(4)
    return try texts.allSatisfy { $0.isMet(by: try ExpenseTexts.of(id, $0.field, connection)) }
  }

  private static func place(_ row: Statement) -> Place {
    Place(day: row.text(2), createdAt: row.integer(3), id: row.text(4))
  }
}

// MARK: - Looking

extension ExpenseSearch {
  /// Tells of the expenses that are found, latest first, until the body says no.
  ///
  /// - Parameter looks: at most this many that do not match are passed.
  /// - Returns: where it gave up; `nil` if it came to the end, or was stopped.
  func scan(
    after start: Place?, looks: Int = maxLooks, _ body: (Place) throws -> Bool
  ) throws -> Place? {
    if let candidates {
      for place in try found(among: candidates) where start.map({ $0.precedes(place) }) ?? true {
        guard try body(place) else { break }
      }
      return nil
    }
    return try walk(after: start, looks: looks, body)
  }

  /// Those of the candidates that meet the filter.
  private func found(among candidates: [RecordID]) throws -> [Place] {
    var found: [Place] = []
    var range: [Value] = []
    var bounds = ""
    if let from = days.from {
      bounds += " AND +e.day >= ?"
      range.append(.text(from))
    }
    if let to = days.to {
      bounds += " AND +e.day <= ?"
      range.append(.text(to))
    }
    try connection.forEach(
      """
      SELECT \(tests), \(words), e.day, e.createdAt, e.id
        FROM json_each(?) AS c CROSS JOIN expenses AS e ON e.id = c.value
        WHERE +e.groupID = ?\(bounds)
      """, testParameters + [IDList.value(candidates), .text(group)] + range
    ) { row in
      if try isFound(row) { found.append(Self.place(row)) }
    }
    return found.sorted { $0.precedes($1) }
  }

  private func walk(
    after start: Place?, looks: Int, _ body: (Place) throws -> Bool
  ) throws -> Place? {
    var condition = stream.condition
    var parameters = stream.parameters
    // A page cannot begin before the range of days.
    if let start, start.day <= days.to ?? "~" {
      // Days come latest first and ids earliest first, which one comparison of rows cannot say.
      condition += """
         AND (s.day, s.createdAt) <= (?, ?) AND ((s.day, s.createdAt) < (?, ?) OR \(stream.id) > ?)
        """
      let end: [Value] = [.text(start.day), .integer(start.createdAt)]
      parameters += end + end + [.text(start.id)]
    } else if let to = days.to {
      condition += " AND s.day <= ?"
      parameters.append(.text(to))
    }
    if let from = days.from {
      condition += " AND s.day >= ?"
      parameters.append(.text(from))
    }
    // The tests are columns and not in the WHERE clause, so that rows that fail them are counted.
    let isNarrowed = !conditions.isEmpty || looksAtWords
    let statement = try connection.prepare(
      """
      SELECT \(tests), \(words), s.day, s.createdAt, \(stream.id)
        FROM \(stream.from(withExpense: isNarrowed)) WHERE \(condition)
        ORDER BY s.day DESC, s.createdAt DESC, \(stream.id)
      """)
    statement.bind(testParameters + parameters)
    defer { statement.reset() }
    var left = looks
    while try statement.step() {
      let place = Self.place(statement)
      if try isFound(statement) {
        guard try body(place) else { return nil }
      } else {
        left -= 1
        if left <= 0 { return place }
      }
    }
    return nil
  }
}

extension ExpenseList.Cursor {
  /// Whether the list shows this one first.
  func precedes(_ other: ExpenseList.Cursor) -> Bool {
    if day != other.day { return day > other.day }
    if createdAt != other.createdAt { return createdAt > other.createdAt }
    return id < other.id
  }
}

/// The texts of an expense in which a condition looks for words.
private enum ExpenseTexts {
  static func of(
    _ expense: RecordID, _ field: MoneyText, _ connection: Connection
  ) throws -> [String] {
    try connection.query(query(field), .text(expense)) { $0.text(0) }
  }

  private static func query(_ field: MoneyText) -> String {
    switch field {
    case .title: "SELECT title FROM expenses WHERE id = ?1"
    case .note: "SELECT note FROM expenses WHERE id = ?1"
    case .place: "SELECT place FROM expenses WHERE id = ?1"
    case .any:
      // One text per line, so that words of different texts are not next to each other.
      """
      SELECT title || '\n' || note || '\n' || place FROM expenses WHERE id = ?1
      UNION ALL
      SELECT p.name FROM expenses AS e JOIN expenseParts AS p
        ON p.expenseID = e.id AND p.groupID = e.groupID AND p.kind = 'line' WHERE e.id = ?1
      UNION ALL
      SELECT c.text FROM expenses AS e JOIN expenseComments AS c
        ON c.groupID = e.groupID AND c.expenseID = e.id WHERE e.id = ?1
      """
    }
  }
}
