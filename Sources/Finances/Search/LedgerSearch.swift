import Household
import SQLite
import SyncProtocol
import Values

/// Finds the rows of a ledger that a filter asks for, the latest first.
///
/// The list that an index holds of the rarest thing asked for is walked from where the page begins.
/// A walk stops after a fixed number of rows, so no page costs more than that; the next one goes on
/// from there.
struct LedgerSearch {
  private let connection: Connection
  private var conditions: [LedgerCondition] = []
  /// The places between which rows are looked for; the second is the first one after them.
  private var range: (first: Int64, end: Int64)
  private var sources: [Source]
  private var texts: [MoneyTextTest] = []
  /// Whether something is asked for that does not exist.
  private var findsNothing = false

  /// A list that an index holds, the latest first.
  private struct Source {
    var from = "ledgerRows AS r"
    var condition = ""
    var parameters: [Value] = []
    var serial = "r.serial"
  }

  /// More lists than this are not walked side by side.
  private static let maxSources = 20

  init(_ asked: LedgerList.Filter, _ connection: Connection) throws {
    self.connection = connection
    let filter = try asked.settled(in: connection)
    let months = filter.months
    range = (
      months.map { LedgerRow.serial(of: $0.first.firstDay) } ?? Int64.min,
      months?.last.next.map { LedgerRow.serial(of: $0.firstDay) } ?? Int64.max
    )
    sources = [Source()]
    var words = filter.text
    let named = LedgerNames(connection)
    for clause in filter.clauses {
      if case .day(let days) = clause.test, !clause.isExcluded {
        bound(to: days)
      } else if let test = MoneyTextTest(clause) {
        texts.append(test)
        // Every word of a text is among the words of its row.
        if !test.isExcluded { words += " " + test.words.joined(separator: " ") }
      } else if let condition = try LedgerCondition(clause, named, connection) {
        conditions.append(condition)
        findsNothing = findsNothing || condition.isNever
      }
    }
    let terms = SearchText.terms(words)
    if terms.isEmpty, filter.clauses.isEmpty, SearchText.namesSomething(filter.text) {
      findsNothing = true
    }
    conditions += terms.map {
      LedgerCondition(test: "instr(r.words, ?) > 0", parameters: [.text(" " + $0)])
    }
    choose(filter)
  }

  private mutating func bound(to days: DayRange) {
    if let from = days.from { range.first = max(range.first, LedgerRow.serial(of: from)) }
    if let to = days.to.flatMap({ CalendarDay($0) }) {
      let next = CalendarDay(daysSince1970: to.daysSince1970.addingSaturating(1))
      range.end = min(range.end, LedgerRow.serial(of: next.text))
    }
  }

  /// Takes the list of the rarest thing that a field asks for; what the others ask is tested.
  private mutating func choose(_ filter: LedgerList.Filter) {
    var isLed = filter.isHidden
    if filter.isHidden {
      sources = [Source(condition: " AND r.isHidden = 1")]
    } else {
      conditions.append(LedgerCondition(test: "+r.isHidden = 0"))
    }
    if let tag = filter.tag.map({ NameKey.make($0) }) {
      if isLed {
        conditions.append(.tags([tag]))
      } else {
        sources = [
          Source(
            from: "ledgerTags AS t CROSS JOIN ledgerRows AS r ON r.serial = t.serial",
            condition: " AND t.tag = ?", parameters: [.text(tag)], serial: "t.serial")
        ]
        isLed = true
      }
    }
    if let refs = filter.categoryRefs {
      if isLed || refs.count > Self.maxSources {
        conditions.append(.categories(refs))
      } else {
        // One list for each, as only these are in order.
        sources = refs.map {
          Source(condition: " AND r.categoryRef = ?", parameters: [.text($0)])
        }
        isLed = true
      }
    }
    if let origin = filter.originID {
      if isLed {
        conditions.append(LedgerCondition(test: "+r.originID = ?", parameters: [.text(origin)]))
      } else {
        sources = [Source(condition: " AND r.originID = ?", parameters: [.text(origin)])]
        isLed = true
      }
    }
    if let flow = filter.flow {
      conditions.append(
        LedgerCondition(test: "r.flow = ?", parameters: [.text(flow.rawValue)]))
    }
    let isUnconverted = filter.clauses.contains(.init(.own(.state(.unconverted))))
    if !isLed, isUnconverted { sources = [Source(condition: " AND r.convertedCurrency IS NULL")] }
  }

  /// Tells of the rows that are found, by their places, until the body says no.
  ///
  /// - Parameters:
  ///   - position: only what stands after it, which is earlier.
  ///   - looks: at most this many rows that do not match are passed.
  ///   - columns: what else the statement has of each row `r`, from its third column on.
  /// - Returns: where it gave up; `nil` if it came to the end, or was stopped.
  func scan(
    before position: Int64, looks: Int, columns: [String] = [],
    _ body: (_ serial: Int64, Statement) throws -> Bool
  ) throws -> Int64? {
    guard !findsNothing else { return nil }
    // The tests are a column and not in the WHERE clause, so that rows that fail them are counted.
    let tests = conditions.map(\.test).joined(separator: " AND ")
    let bounds: [Value] = [.integer(range.first), .integer(min(range.end, position))]
    let shown = columns.map { ", r.\($0)" }.joined()
    let statement = try connection.prepare(
      sources.map { source in
        """
        SELECT \(source.serial), \(tests.isEmpty ? "1" : tests)\(shown) FROM \(source.from)
          WHERE \(source.serial) >= ? AND \(source.serial) < ?\(source.condition)
        """
      }.joined(separator: " UNION ALL ") + " ORDER BY 1 DESC")
    let tested = conditions.flatMap(\.parameters)
    statement.bind(sources.flatMap { tested + bounds + $0.parameters })
    defer { statement.reset() }
    var left = looks
    while try statement.step() {
      let serial = statement.integer(0)
      if statement.bool(1), try hasTexts(serial) {
        guard try body(serial, statement) else { return nil }
      } else {
        left -= 1
        if left <= 0 { return serial }
      }
    }
    return nil
  }

  private func hasTexts(_ serial: Int64) throws -> Bool {
    guard !texts.isEmpty else { return true }
    guard let row = try LedgerList.row(at: serial, in: connection) else { return false }
    return texts.allSatisfy { $0.isMet(by: row.texts($0.field)) }
  }
}

/// A condition of a filter as SQL, over the row `r`.
struct LedgerCondition {
  var test: String
  var parameters: [Value] = []
  /// Whether nothing meets it: what it names does not exist.
  var isNever = false

  init(test: String, parameters: [Value] = []) {
    (self.test, self.parameters) = (test, parameters)
  }

  /// `nil` for what is tested otherwise.
  init?(
    _ clause: LedgerList.Filter.Clause, _ names: LedgerNames, _ connection: Connection
  ) throws {
    guard var condition = try Self.of(clause.test, names, connection) else { return nil }
    condition.isNever = condition.test == Self.never.test && !clause.isExcluded
    if clause.isExcluded { condition.test = "NOT coalesce(\(condition.test), 0)" }
    self = condition
  }

  private static let never = LedgerCondition(test: "0")

  private static func of(
    _ test: MoneyTest<LedgerList.Filter.OwnTest>, _ names: LedgerNames, _ connection: Connection
  ) throws -> LedgerCondition? {
    switch test {
    case .category(let name): return categories(try names.categoryRefs(name))
    case .own(.tag(let name)): return tags(try names.tags(name))
    case .own(.group(let name)): return groups(try names.groups(name))
    case .currency(let code):
      return LedgerCondition(test: "r.currency = ?", parameters: [.text(code)])
    case .amount(let range): return amount(range)
    case .day(let range):
      return LedgerCondition(test: "r.day BETWEEN ? AND ?", parameters: range.bounds)
    case .kind(let kind): return self.kind(kind)
    case .own(.state(.own)), .own(.state(.shared)):
      guard let profile = try Profile.own(in: connection) else { return never }
      return LedgerCondition(
        test: "+r.originID \(test == .own(.state(.own)) ? "=" : "<>") ?",
        parameters: [.text(profile.id)])
    case .own(.state(.unconverted)): return LedgerCondition(test: "r.convertedCurrency IS NULL")
    case .own(.state(.leftOut)): return LedgerCondition(test: "+r.isHidden = 1")
    case .has(let feature): return LedgerCondition(test: "\(column(of: feature)) <> ''")
    case .text: return nil
    }
  }

  static func categories(_ refs: [String]) -> LedgerCondition {
    guard !refs.isEmpty else { return never }
    return LedgerCondition(
      test: "+r.categoryRef IN (\(refs.map { _ in "?" }.joined(separator: ", ")))",
      parameters: refs.map { .text($0) })
  }

  static func tags(_ tags: [String]) -> LedgerCondition {
    guard !tags.isEmpty else { return never }
    return LedgerCondition(
      test: """
        EXISTS (SELECT 1 FROM ledgerTags AS t
          WHERE t.tag IN (\(tags.map { _ in "?" }.joined(separator: ", ")))
            AND t.serial = r.serial)
        """, parameters: tags.map { .text($0) })
  }

  /// Shares of groups, and those that were kept of groups which the person has left.
  private static func groups(_ ids: [ZoneID]) -> LedgerCondition {
    guard !ids.isEmpty else { return never }
    return LedgerCondition(
      test: "+r.originID IN (SELECT value FROM json_each(?))", parameters: [IDList.value(ids)])
  }

  private static func amount(_ range: AmountRange) -> LedgerCondition {
    let parameters = [.text(range.currency)] + range.bounds + range.boundsBelowZero
    func lies(_ column: String) -> String {
      "(r.\(column) BETWEEN ? AND ? OR r.\(column) BETWEEN ? AND ?)"
    }
    return LedgerCondition(
      test: """
        CASE WHEN r.currency = ? THEN \(lies("amountMinor"))
          WHEN r.convertedCurrency = ? THEN \(lies("convertedMinor")) ELSE 0 END
        """, parameters: parameters + parameters)
  }

  private static func kind(_ kind: LedgerList.Filter.OwnTest.Kind) -> LedgerCondition {
    switch kind {
    case .spending, .income, .sent, .received:
      LedgerCondition(test: "r.flow = ?", parameters: [.text(kind.rawValue)])
    case .payment: LedgerCondition(test: "r.flow IN ('sent', 'received')")
    case .refund: LedgerCondition(test: "(r.flow = 'spending' AND r.amountMinor < 0)")
    }
  }

  private static func column(of feature: LedgerList.Filter.OwnTest.Feature) -> String {
    switch feature {
    case .category: "+r.categoryRef"
    case .tag: "r.tags"
    case .note: "r.note"
    case .place: "r.place"
    }
  }
}

extension LedgerList.Row {
  /// The texts in which a condition looks for words.
  fileprivate func texts(_ field: MoneyText) -> [String] {
    switch field {
    case .any: [title, place, note] + LedgerTags.list(tags)
    case .title: [title]
    case .note: [note]
    case .place: [place]
    }
  }
}
