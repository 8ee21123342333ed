import FoundationEssentials
import Household
import SQLite
import SyncProtocol
import TimeZones
import Values

extension LedgerList.Filter {
  /// Adds the words and conditions of a search text.
  package mutating func add(_ query: LedgerSearchQuery) {
    text = query.words
    clauses += query.clauses
  }

  /// Adds a search text of a program, all of which must be understood.
  ///
  /// - Parameter today: the person's day.
  /// - Throws: ``RefusedSearch`` for what cannot be looked for.
  package mutating func add(
    _ text: String, today: CalendarDay, _ timeZone: CivilTimeZone, _ connection: Connection
  ) throws {
    let currency = try Profile.own(in: connection)?.currency ?? "EUR"
    let query = LedgerSearchQuery(
      text, SearchSetting(currency: currency, today: today.text, timeZone: timeZone))
    let names = LedgerNames(connection)
    try RefusedSearch.check(query, of: text) { try names.isNothing($0) }
    add(query)
  }
}

/// The categories, tags and groups that names in a search of a ledger mean.
package struct LedgerNames {
  private let connection: Connection

  package init(_ connection: Connection) { self.connection = connection }

  /// Whether a condition names something that is not there.
  package func isNothing(_ clause: LedgerList.Filter.Clause) throws -> Bool {
    switch clause.test {
    case .category(let name): try categoryRefs(name).isEmpty
    case .own(.tag(let name)): try tags(name).isEmpty
    case .own(.group(let name)): try groups(name).isEmpty
    default: false
    }
  }

  func categoryRefs(_ name: String) throws -> [String] {
    try LedgerCategories(in: connection).refs(named: name)
  }

  /// The keys of tags; at most ``maxTags``.
  func tags(_ name: String) throws -> [String] {
    let key = NameKey.make(name)
    let isThere = try connection.first(
      "SELECT EXISTS (SELECT 1 FROM ledgerTags WHERE tag = ?)", .text(key)
    ) { $0.bool(0) }
    if isThere == true { return [key] }
    guard !key.isEmpty else { return [] }
    // From tag to tag, whatever many rows each has.
    return try connection.query(
      """
      WITH RECURSIVE each(tag) AS (
        SELECT (SELECT min(tag) FROM ledgerTags WHERE tag >= ?1 AND tag < ?2)
        UNION ALL
        SELECT (SELECT min(t.tag) FROM ledgerTags AS t WHERE t.tag > each.tag AND t.tag < ?2)
          FROM each WHERE each.tag IS NOT NULL
      )
      SELECT tag FROM each WHERE tag IS NOT NULL LIMIT ?3
      """, .text(key), .text(key + "\u{10FFFF}"), .integer(Self.maxTags)
    ) { $0.text(0) }
  }

  private static let maxTags: Int64 = 50

  /// The groups, also those that the person has left.
  func groups(_ name: String) throws -> [ZoneID] {
    NamedRecords.ids(
      named: name, among: try groups.map { (id: $0.id, nameKey: NameKey.make($0.name)) })
  }

  /// All groups, and then those that the person has left, as they were called.
  package var groups: [(id: ZoneID, name: String)] {
    get throws {
      try connection.query("SELECT id, name FROM groups") { ($0.text(0), $0.text(1)) } + left
    }
  }

  /// The groups of which shares were kept, without those that are there, by name.
  package var left: [(id: ZoneID, name: String)] {
    get throws {
      try connection.query(
        """
        WITH RECURSIVE each(id) AS (
          SELECT (SELECT min(groupID) FROM ledgerNotes WHERE keptDay IS NOT NULL)
          UNION ALL
          SELECT (
              SELECT min(n.groupID) FROM ledgerNotes AS n
                WHERE n.keptDay IS NOT NULL AND n.groupID > each.id)
            FROM each WHERE each.id IS NOT NULL
        )
        SELECT each.id, (
            SELECT n.keptGroup FROM ledgerNotes AS n
              WHERE n.groupID = each.id AND n.keptDay IS NOT NULL LIMIT 1)
          FROM each WHERE each.id IS NOT NULL AND each.id NOT IN (SELECT g.id FROM groups AS g)
            ORDER BY 2, 1
        """
      ) { ($0.text(0), $0.text(1)) }
    }
  }
}

extension LedgerCategories {
  /// The references to what has this name or, if nothing has, whose name begins with it.
  func refs(named name: String) -> [String] {
    NamedRecords.ids(
      named: name,
      among: allRefs.compactMap { ref in
        self.name(of: ref).map { (id: ref, nameKey: NameKey.make($0)) }
      })
  }
}

// MARK: - What fields say as well

extension LedgerList.Filter {
  /// The same with the conditions of its search text in the fields that say the same, for which
  /// there are indexes and sums. What cannot be said so is left in ``clauses``.
  func settled(in connection: Connection) throws -> LedgerList.Filter {
    guard !clauses.isEmpty else { return self }
    var filter = self
    filter.clauses = []
    let names = LedgerNames(connection)
    for clause in clauses where try !filter.take(clause, names, connection) {
      filter.clauses.append(clause)
    }
    return filter
  }

  /// - Returns: `false` if no field can say it, or the field says something already.
  private mutating func take(
    _ clause: Clause, _ names: LedgerNames, _ connection: Connection
  ) throws -> Bool {
    switch clause.test {
    case .has(.category) where clause.isExcluded && categoryRefs == nil: categoryRefs = [""]
    case _ where clause.isExcluded: return false
    case .category(let name) where categoryRefs == nil:
      let refs = try names.categoryRefs(name)
      guard !refs.isEmpty else { return false }
      categoryRefs = refs
    case .own(.tag(let name)) where tag == nil:
      let tags = try names.tags(name)
      guard tags.count == 1 else { return false }
      tag = tags[0]
    case .own(.group(let name)) where originID == nil:
      let groups = try names.groups(name)
      guard groups.count == 1 else { return false }
      originID = groups[0]
    case .own(.state(.own)) where originID == nil:
      guard let profile = try Profile.own(in: connection) else { return false }
      originID = profile.id
    case .own(.state(.leftOut)): isHidden = true
    case .kind(let kind) where flow == nil && kind.flow != nil: flow = kind.flow
    case .day(let days) where month == nil && year == nil: return take(days)
    default: return false
    }
    return true
  }

  /// Takes the days of a whole month or year.
  private mutating func take(_ days: DayRange) -> Bool {
    guard let from = days.from.flatMap({ CalendarDay($0) }), from.day == 1,
      let to = days.to.flatMap({ CalendarDay($0) }), to.isLastOfMonth, from.year == to.year
    else { return false }
    if from.month == to.month {
      month = LedgerMonth(of: from)
    } else if from.month == 1, to.month == 12 {
      year = from.year
    } else {
      return false
    }
    return true
  }
}
