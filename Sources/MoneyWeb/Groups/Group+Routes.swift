import Finances
import HTTPServer
import Household
import SQLite
import Splitting
import SyncProtocol
import Values
import Web

/// A group's own page.
extension WebApplication {
  func groupPage(_ group: ZoneID, _ query: ExpenseQuery) -> Endpoint {
    .viewing(.group(group)) { at in
      await at.member.makeDueExpenses()
      return try await at.member.page(
        tellsWaiting: true, { GroupPage.view($0, in: $1) },
        load: { try GroupPage.Model(group, query, $0) })
    }
  }
}

extension ExpenseList.Cursor {
  init?(text: String) {
    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
    guard parts.count == 3, CalendarDay(String(parts[0])) != nil, let at = Int64(parts[1]) else {
      return nil
    }
    self.init(day: String(parts[0]), createdAt: at, id: String(parts[2]))
  }

  var text: String { "\(day)~\(createdAt)~\(id)" }
}

extension GroupPage.Model {
  init?(_ id: ZoneID, _ query: ExpenseQuery, _ reader: PageReader) throws {
    let connection = reader.connection
    guard let group = try Group.find(id, in: connection), let role = reader.grantedRole(in: id)
    else { return nil }
    let names = try MemberNames(of: id, reader)
    let categories = try ExpenseCategory.of(id, in: connection)
    let understood = ExpenseSearchQuery(
      query.search, reader.searchSetting(currency: group.details.currency))
    let asked = ExpenseList.Filter(query, understood, own: names.you?.id)
    let page = try ExpenseList.page(
      of: id, asked, after: query.after.flatMap { ExpenseList.Cursor(text: $0) }, in: connection)
    let balances = try GroupBalances.of(id, in: connection)
    let simplifies = query.debts.map { $0 == .fewest } ?? group.details.simplifies
    let debts = simplifies ? nil : try GroupDebts.of(id, in: connection)
    let waiting = reader.waitingExpenses
    self.init(
      group: ZoneLink(.group, id: id, name: group.details.name), emoji: group.details.emoji,
      role: role, canWrite: reader.role(in: id).map { $0 != .viewer } ?? false,
      memberCount: names.all.count { !$0.details.isArchived }, note: group.details.note,
      isArchived: group.details.isArchived, simplifies: simplifies,
      rows: page.rows.map { expense in
        var row = GroupPage.Row(expense, names, categories)
        row.isTicked = query.ticksPage
        row.isWaiting = waiting.ids.contains(expense.id)
        return row
      }, query: query,
      next: page.next?.text,
      currencies: try balances.currencies.map { code in
        try GroupPage.Currency(code, balances, names, debts: debts)
      })
    filter = GroupPage.Filter(
      member: query.memberID.map { names[$0].name }, payer: query.payerID.map { names[$0] },
      sharer: query.sharerID.map { names[$0] },
      category: query.categoryID.flatMap { id in categories.first { $0.id == id } }
        .map(\.details.name),
      currency: query.currency, members: names.all.map { names[$0.id] },
      categories: categories.map { GroupPage.Named(id: $0.id, name: $0.details.name) },
      currencies: balances.currencies)
    waitingCount = waiting.count(in: id)
    picture = try GroupPicture.of(id, in: connection).map { GroupImage($0, reader) }
    isCutShort = page.isCutShort
    searches = try reader.savedSearches(in: id)
    parts = try SearchParts(
      understood, of: query.search, reader.words, clause: { reader.words.clause($0) }
    ) { try asked.namesNothing($0, in: id, connection) }
    if query.isFiltered {
      typed = query.text(filter)
      totals = try Self.totals(of: query, asked, in: id, names, connection)
    }
    incomplete = try balances.incomplete.prefix(Self.maxIncomplete).compactMap {
      try StoredExpense.Row.find($0, in: connection)
    }.map { GroupPage.Named(id: $0.id, name: $0.details.title) }
    repeatingCount = try RepeatingExpense.count(in: id, connection)
    isMember = names.you != nil
    if !isMember {
      unclaimed = names.all.filter { $0.accountID == nil && !$0.details.isArchived }
        .map { names[$0.id] }
    }
  }

  /// What the list comes to: added up or, where it is long, from the sums that are kept.
  private static func totals(
    of query: ExpenseQuery, _ asked: ExpenseList.Filter, in group: ZoneID, _ names: MemberNames,
    _ connection: Connection
  ) throws -> SelectionTotals {
    let (own, about) = (names.you?.id, query.askedID)
    return SelectionTotals(
      try ExpenseTotals(ofList: asked, in: group, own: own, about: about, connection),
      isMember: own != nil, about: about.map { (names[$0], query) })
  }

  /// The most incomplete expenses that are named.
  private static let maxIncomplete = 20
}

extension ExpenseList.Filter {
  /// The filter that an address asks for.
  init(_ query: ExpenseQuery, _ understood: ExpenseSearchQuery, own: RecordID?) {
    self.init(
      memberID: query.memberID, categoryID: query.categoryID, currency: query.currency)
    (payerID, sharerID) = (query.payerID, query.sharerID)
    (isWithoutCategory, isPayment) = (query.isWithoutCategory, query.isPayment)
    days = DayRange(from: query.from?.text, to: query.to?.text)
    ownMemberID = own
    add(understood)
  }
}

extension ExpenseQuery {
  /// The query as it would be typed into the search box.
  ///
  /// - Parameter names: the names of what it asks for.
  func text(_ names: GroupPage.Filter) -> String {
    let named: [(String, String?)] = [
      ("member", names.member), ("payer", names.payer?.name), ("for", names.sharer?.name),
      ("category", names.category), ("currency", currency), ("date", typedDays),
    ]
    var parts = search.isEmpty ? [] : [search]
    parts += named.compactMap { name, value in
      value.map { ExpenseSearchQuery.condition(name, $0) }
    }
    if from == nil, let to { parts.append("date<=\(to.text)") }
    if to == nil, let from { parts.append("date>=\(from.text)") }
    if isWithoutCategory { parts.append("no:category") }
    if let isPayment { parts.append(isPayment ? "kind:payment" : "-kind:payment") }
    return parts.joined(separator: " ")
  }

  private var typedDays: String? {
    if let (year, month) = period {
      let first = CalendarDay(year: year, month: month ?? 1, day: 1).text
      return String(first.prefix(month == nil ? 4 : 7))
    }
    guard let from, let to else { return nil }
    return "\(from.text)..\(to.text)"
  }
}

extension GroupPage.Currency {
  /// - Parameter debts: who owes whom, for a group that wants that instead of the fewest payments.
  init(
    _ code: String, _ balances: GroupBalances, _ names: MemberNames, debts: GroupDebts?
  ) throws {
    let sums = balances.sums[code] ?? [:]
    let rows = sums.map { member, sums in
      GroupPage.Balance(member: names[member], net: Money(sums.net, code))
    }
    self.init(
      code: code, total: Money(sums.values.reduce(0 as Int128) { $0 &+ $1.paid }, code),
      balances: rows.sorted { left, right in
        if left.member.isYou != right.member.isYou { return left.member.isYou }
        if left.net.minor != right.net.minor { return left.net.minor > right.net.minor }
        return (left.member.name, left.member.id) < (right.member.name, right.member.id)
      })
    let payments = names.all.reduce(into: [:]) { $0[$1.id] = $1.details.payment }
    func transfer(_ from: RecordID, _ to: RecordID, _ amount: Int128) -> GroupPage.Transfer {
      GroupPage.Transfer(
        from: names[from], to: names[to], amount: Money(amount, code),
        // Shown to who pays, and in the text that reminds somebody.
        payment: names[from].isYou || names[to].isYou ? payments[to] ?? "" : "")
    }
    let proposed: [GroupPage.Transfer]
    if let debts {
      proposed = debts.debts.filter { $0.currency == code }.map {
        transfer($0.debtor, $0.creditor, $0.amount)
      }
    } else {
      let settlement = try balances.settlement(in: code)
      isExact = settlement.isExact
      proposed = settlement.transfers.map { transfer($0.from, $0.to, $0.amount) }
    }
    // What the person has to do themselves stands first.
    transfers = proposed.filter(\.isYours) + proposed.filter { !$0.isYours }
  }
}

extension GroupPage.Transfer {
  fileprivate var isYours: Bool { from.isYou || to.isYou }
}

extension GroupPage.Row {
  init(_ expense: StoredExpense, _ names: MemberNames, _ categories: [ExpenseCategory]) {
    self.init(expense.id, expense.details, expense.money, names, categories)
  }

  init(
    _ id: RecordID, _ details: ExpenseDetails, _ money: ExpenseMoney, _ names: MemberNames,
    _ categories: [ExpenseCategory]
  ) {
    let category = details.categoryID.flatMap { id in categories.first { $0.id == id } }
    let isIncomplete = money.problem != nil
    let payers = money.shares.filter { $0.paidMinor != 0 }.map { names[$0.memberID] }
    let sharers = money.sharerCount
    let way = SplitWay(money.mode)
    let what: What =
      if let payment = money.payment {
        .payment(from: names[payment.from], to: names[payment.to])
      } else if money.amountMinor < 0 {
        .refund(payers: payers, mode: way, sharerCount: sharers)
      } else {
        .expense(payers: payers, mode: way, sharerCount: sharers)
      }
    self.init(
      id: id, emoji: money.kind == .transfer ? "↔️" : category?.details.emoji ?? "",
      colour: PaletteColour(index: category?.details.colorIndex ?? PaletteColour.brown.rawValue),
      title: details.title, amount: Money(money.amountMinor, money.currency),
      day: details.day.flatMap { CalendarDay($0) }, what: what,
      effect: money.kind == .transfer ? .none : GroupPage.Effect(money, names))
    if emoji.isEmpty { emoji = "🧾" }
    self.isIncomplete = isIncomplete
  }
}

extension GroupPage.Effect {
  fileprivate init(_ money: ExpenseMoney, _ names: MemberNames) {
    guard let you = names.you, let share = money.shares.first(where: { $0.memberID == you.id })
    else {
      self = .none
      return
    }
    let net = Int128(share.paidMinor) - Int128(share.owedMinor)
    self =
      net == 0
      ? .none
      : net > 0
        ? .getsBack(Money(net, money.currency)) : .owes(Money(0 - net, money.currency))
  }
}

extension SplitWay {
  init(_ mode: ExpenseMoney.Mode) {
    switch mode {
    case .equal: self = .equal
    case .shares: self = .shares
    case .percentage: self = .percentage
    case .exact: self = .exact
    case .adjustment: self = .adjustment
    case .itemised: self = .itemised
    }
  }

  var mode: ExpenseMoney.Mode {
    switch self {
    case .equal: .equal
    case .shares: .shares
    case .percentage: .percentage
    case .exact: .exact
    case .adjustment: .adjustment
    case .itemised: .itemised
    }
  }
}
