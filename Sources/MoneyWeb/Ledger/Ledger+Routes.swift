import Finances
import HTTPServer
import Household
import Rates
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// A person's ledger by month, and what they look for in it.
extension WebApplication {
  func ledgerPage(_ query: LedgerQuery) -> Endpoint {
    .member { member in
      let tending = try await member.tendLedger()
      let bank = member.app.service(CurrentRates.self).table
      return try await member.page(
        tellsWaiting: true, { LedgerPage.view($0, in: $1) },
        load: { reader in try LedgerPage.Model(query, tending, bank, reader) })
    }
  }

  /// Converts anew what could not be converted.
  func convertAgain() -> Endpoint {
    .member { member in
      member.app.backgroundTasks.forget(Member.converting, of: member.accountID)
      _ = try await member.workspace.tend { connection in
        try LedgerUpkeep.tryAgain(connection)
        return true
      }
      _ = try await member.tendLedger()
      return member.goTo(.ledger(.ledger()))
    }
  }
}

extension Member {
  static let converting = "ledger"
  /// How long a page waits for amounts to be converted before it tells how far that is.
  private static let maxWaitMilliseconds = 200

  private func keepLostShares() async throws {
    guard try await read({ try KeepLostShares.isDue($0) }) else { return }
    let kept = try await write { try KeepLostShares()($0) }
    _ = try await workspace.tend { connection in
      try KeepLostShares.forget(kept, connection)
      return false
    }
  }

  /// Keeps what the person had of groups that they have lost, and converts what is not yet in their
  /// currency, or was by other rates, beside other work.
  ///
  /// - Returns: whether it is under way, and whether it has failed; `nil` where nothing is to do.
  @discardableResult
  func tendLedger() async throws -> (isRunning: Bool, hasFailed: Bool)? {
    // What cannot be written now, as with a full disk, is kept by a later page.
    try? await keepLostShares()
    let sources = DomainSources(rates: app.service(CurrentRates.self))
    let isDue = try await read { try LedgerUpkeep.isDue($0, sources) }
    guard isDue else { return nil }
    let (workspace, tasks) = (workspace, app.backgroundTasks)
    if case .failed = tasks.state(Self.converting, of: accountID) { return (false, true) }
    tasks.begin(Self.converting, of: accountID, now: guest.now) {
      while try await workspace.tend({ try LedgerUpkeep.step($0, sources) }) {}
    }
    await tasks.wait(
      Self.converting, of: accountID, milliseconds: Self.maxWaitMilliseconds)
    switch tasks.state(Self.converting, of: accountID) {
    case .running: return (true, false)
    case .failed: return (false, true)
    case nil: return nil
    }
  }
}

extension LedgerPage.Model {
  fileprivate init(
    _ query: LedgerQuery, _ tending: (isRunning: Bool, hasFailed: Bool)?, _ bank: RateTable?,
    _ reader: PageReader
  ) throws {
    let connection = reader.connection
    let categories = try LedgerCategories(in: connection)
    let groups = try GroupOverview(of: reader.accountID, in: connection).rows
    let profile = reader.surroundings.profile?.id ?? ""
    let month = query.month.flatMap { LedgerMonth($0) } ?? LedgerMonth(of: reader.today)
    let understood = LedgerSearchQuery(query.search, reader.searchSetting())
    let filter = LedgerList.Filter(
      query, understood, month: query.isFiltered && query.month == nil ? nil : month, profile,
      categories)
    let page = try LedgerList.page(
      filter, before: query.after.flatMap { Int64($0) }, limit: 100, in: connection)
    let groupNames = groups.reduce(into: [:]) { $0[$1.id] = $1.name }
    let names = LedgerNames(connection)
    let sources = groups.map { (id: $0.id, name: $0.name) } + (try names.left)
    let progress = try LedgerProgress(in: connection)
    let (waiting, waitingEntries) = (reader.waitingExpenses.ids, reader.waitingEntries.ids)
    self.init(
      query: query,
      month: query.isFiltered ? nil : try LedgerPage.Month(month, categories, bank, connection),
      rows: try page.rows.map { row in
        var shown = try LedgerPage.Row(
          row, categories, groupNames, profile, progress.currency, connection)
        shown.isWaiting =
          waiting.contains(row.sourceID) || waitingEntries.contains(row.sourceID)
        shown.isTicked = query.ticksPage
        return shown
      }, next: page.next.map { String($0) },
      categories: categories.own.map { LedgerPage.Choice($0.id, $0.details.name) },
      tags: try LedgerList.tags(in: connection),
      sources: sources.isEmpty
        ? []
        : [LedgerPage.Choice(LedgerQuery.own, reader.words.onlyOwn)]
          + sources.map { LedgerPage.Choice($0.id, reader.words.fromGroup($0.name)) },
      isEmpty: progress.all == 0 && !query.isFiltered && page.rows.isEmpty)
    self.month?.waitingCount = rows.count(where: \.isWaiting)
    isCutShort = page.isCutShort
    searches = try reader.savedSearches(in: profile)
    parts = try SearchParts(
      understood, of: query.search, reader.words, clause: { reader.words.clause($0) }
    ) { try names.isNothing($0) }
    if query.isFiltered {
      saving = NewSearch(
        query.text(sources: sources, categories), zone: profile)
      try takeTotals(of: filter, connection)
    }
    if let tending {
      self.progress = LedgerPage.Progress(
        currency: progress.currency, done: Int(clamping: progress.tried),
        all: Int(clamping: progress.all), hasFailed: tending.hasFailed)
    }
  }
}

extension LedgerPage.Month {
  init(
    _ month: LedgerMonth, _ categories: LedgerCategories, _ bank: RateTable?,
    _ connection: Connection
  ) throws {
    let sums = try LedgerSums(from: month, to: month, categories, in: connection)
    func money(_ minor: Int128) -> Money { Money(minor, sums.currency) }
    let total = sums.total
    self.init(
      year: month.year, number: month.month, text: month.text, previous: month.previous?.text,
      next: month.next?.text, spent: money(total.spent), shared: money(total.shared),
      income: money(total.income), sent: money(total.sent), received: money(total.received),
      budget: try LedgerBudget.holding(in: month, connection)[""].map {
        try Money($0.amount(in: sums.currency, month, bank, connection))
      }, unconverted: Int(clamping: sums.unconverted))
  }
}

extension LedgerPage.Model {
  /// The most rows that a list adds up by itself; more are added up when somebody asks for it.
  private static var maxTotalled: Int { 2000 }

  /// What all rows of a filter come to.
  fileprivate mutating func takeTotals(
    of filter: LedgerList.Filter, _ connection: Connection
  ) throws {
    period =
      filter.month.map { LedgerPage.Period(year: $0.year, month: $0.month) }
      ?? filter.year.map { LedgerPage.Period(year: $0) }
    let sums = try LedgerTotals(
      of: .matching(filter), limit: Self.maxTotalled, in: connection)
    totals = LedgerPage.Total.all(sums.total, sums.currency)
    (isWhole, foundCount) = (sums.isWhole, Int(clamping: sums.count))
    unconverted = Int(clamping: sums.unconverted)
  }
}

extension LedgerPage.Total {
  /// Those that are not zero.
  static func all(_ amounts: LedgerSums.Amounts, _ currency: String) -> [LedgerPage.Total] {
    [
      (LedgerPage.Flow.spending, amounts.spent), (.income, amounts.income),
      (.sent, amounts.sent), (.received, amounts.received),
    ].filter { $0.1 != 0 }.map {
      LedgerPage.Total(flow: $0.0, amount: Money($0.1, currency))
    }
  }
}

extension LedgerList.Filter {
  /// The filter that an address asks for.
  init(
    _ query: LedgerQuery, _ understood: LedgerSearchQuery, month: LedgerMonth?, _ profile: ZoneID,
    _ categories: LedgerCategories
  ) {
    self.init(month: month)
    (year, flow) = (query.year, query.flow.map { LedgerFlow($0) })
    categoryRefs = query.category.map {
      categories.refs(of: $0 == LedgerQuery.noCategory ? "" : $0)
    }
    tag = query.tag
    originID = query.from.map { $0 == LedgerQuery.own ? profile : $0 }
    isHidden = query.isHidden
    add(understood)
  }
}

extension LedgerQuery {
  /// The query as it would be typed into the search box.
  ///
  /// - Parameter sources: the groups, with their names.
  func text(sources: [(id: ZoneID, name: String)], _ categories: LedgerCategories) -> String {
    var parts = search.isEmpty ? [] : [search]
    let group = from.flatMap { from in sources.first { $0.id == from }?.name }
    let named: [(String, String?)] = [
      ("date", month ?? year.map { String($0) }), ("kind", flow?.rawValue),
      ("category", category.flatMap { categories.name(of: $0) }), ("tag", tag), ("group", group),
    ]
    parts += named.compactMap { name, value in
      value.map { LedgerSearchQuery.condition(name, $0) }
    }
    if category == Self.noCategory { parts.append("no:category") }
    if from == Self.own { parts.append("is:own") }
    if isHidden { parts.append("is:left-out") }
    return parts.joined(separator: " ")
  }
}

extension LedgerFlow {
  fileprivate init(_ flow: LedgerPage.Flow) {
    self =
      switch flow {
      case .spending: .spending
      case .income: .income
      case .sent: .sent
      case .received: .received
      }
  }
}

extension LedgerPage.Flow {
  init(_ flow: LedgerFlow) {
    self =
      switch flow {
      case .spending: .spending
      case .income: .income
      case .sent: .sent
      case .received: .received
      }
  }
}

extension LedgerPage.Row {
  init(
    _ row: LedgerList.Row, _ categories: LedgerCategories, _ groups: [ZoneID: String],
    _ profile: ZoneID, _ currency: String, _ connection: Connection
  ) throws {
    let category = categories[row.categoryRef]
    self.init(
      key: "\(row.zoneID) \(row.sourceID)",
      route: .ledger(.share(group: row.zoneID, expense: row.sourceID)),
      flow: LedgerPage.Flow(row.flow), title: row.title, day: CalendarDay(row.day),
      amount: row.amount,
      converted: row.currency == currency
        ? nil : row.converted.flatMap { $0.currency == currency ? $0 : nil },
      isUnconverted: row.converted == nil, emoji: category?.details.emoji ?? "",
      colour: category.map { PaletteColour(index: $0.details.colorIndex) },
      category: categories.name(of: row.categoryRef), group: groups[row.zoneID],
      tags: LedgerTags.list(row.tags), note: row.note)
    guard row.zoneID == profile else { return }
    if let note = try LedgerNote.find(row.sourceID, in: connection) {
      route = .ledger(.keptShare(note.id))
      group = note.kept?.groupName
    } else {
      route = .ledger(.entry(row.sourceID))
    }
  }
}

extension Money {
  init(_ budget: LedgerBudget.Amount) { self.init(budget.minor, budget.currency) }
}
