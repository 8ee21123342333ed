import SQLite
import SyncProtocol

/// The sums of a group, worked out anew from its expenses with nothing of what the program works
/// them out with: what balances, debts and spending must come to.
struct MoneyOracle: Equatable {
  /// One expense or payment as it is stored.
  struct Entry: Equatable {
    var isPayment: Bool
    var currency: String
    var amount: Int128
    var month: String
    var category: RecordID
    /// In the order of the expense.
    var parts: [Part]
  }

  struct Part: Equatable {
    var member: RecordID
    var paid: Int128
    var owed: Int128
  }

  struct Pair: Hashable {
    let currency: String
    let debtor: RecordID
    let creditor: RecordID
  }

  struct Spent: Hashable {
    let currency: String
    let month: String
    let category: RecordID
    let member: RecordID
  }

  /// By currency and member: paid less owed, without what is zero.
  private(set) var nets: [String: [RecordID: Int128]] = [:]
  /// Above zero.
  private(set) var debts: [Pair: Int128] = [:]
  private(set) var spending: [Spent: Int128] = [:]
  /// Expenses whose parts are not what they come to.
  private(set) var wrong: [RecordID] = []

  init(_ entries: [RecordID: Entry]) {
    for (id, entry) in entries { add(id, entry) }
    nets = nets.mapValues { $0.filter { $0.value != 0 } }.filter { !$0.value.isEmpty }
    debts = debts.filter { $0.value > 0 }
    spending = spending.filter { $0.value != 0 }
    wrong.sort()
  }

  private mutating func add(_ id: RecordID, _ entry: Entry) {
    let paid = entry.parts.reduce(0) { $0 + $1.paid }
    let owed = entry.parts.reduce(0) { $0 + $1.owed }
    guard paid == entry.amount, owed == entry.amount,
      Set(entry.parts.map(\.member)).count == entry.parts.count
    else { return wrong.append(id) }
    for part in entry.parts {
      nets[entry.currency, default: [:]][part.member, default: 0] += part.paid - part.owed
      guard !entry.isPayment else { continue }
      let spent = Spent(
        currency: entry.currency, month: entry.month, category: entry.category,
        member: part.member)
      spending[spent, default: 0] += part.owed
    }
    for (debtor, creditor, amount) in Self.debts(of: entry.parts) {
      let there = Pair(currency: entry.currency, debtor: debtor, creditor: creditor)
      let back = Pair(currency: entry.currency, debtor: creditor, creditor: debtor)
      let sum = debts[there, default: 0] - debts[back, default: 0] + amount
      debts[there] = max(sum, 0)
      debts[back] = max(-sum, 0)
    }
  }

  /// Who has paid too little owes those who have paid too much, by what they have too much, one
  /// after the other.
  private static func debts(
    of parts: [Part]
  ) -> [(debtor: RecordID, creditor: RecordID, amount: Int128)] {
    let creditors = parts.filter { $0.paid > $0.owed }
    var open = creditors.map { $0.paid - $0.owed }
    var debts: [(RecordID, RecordID, Int128)] = []
    for part in parts where part.paid < part.owed {
      let shares = shares(of: part.owed - part.paid, by: open)
      for (index, share) in shares.enumerated() where share != 0 {
        open[index] -= share
        debts.append((part.member, creditors[index].member, share))
      }
    }
    return debts
  }

  /// How many payments settle balances at least: of n people in k groups that come to zero, n − k.
  /// Every way to group them is looked at; `nil` where that would be too many.
  static func fewestTransfers(_ nets: [Int128]) -> Int? {
    let nets = nets.filter { $0 != 0 }
    guard nets.count <= 8 else { return nil }
    var sums = [Int128](repeating: 0, count: 1 << nets.count)
    // The most groups that end one after another as their people come, in the best order.
    var groups = [Int](repeating: 0, count: sums.count)
    for people in sums.indices.dropFirst() {
      for (index, net) in nets.enumerated() where people & (1 << index) != 0 {
        let others = people & ~(1 << index)
        sums[people] = sums[others] + net
        groups[people] = max(groups[people], groups[others])
      }
      if sums[people] == 0 { groups[people] += 1 }
    }
    return nets.count - groups[sums.count - 1]
  }

  /// An amount in proportion to weights: what is left after rounding down goes to the largest
  /// remainders, of equal ones to the last.
  static func shares(of amount: Int128, by weights: [Int128]) -> [Int128] {
    let whole = weights.reduce(0, +)
    guard whole > 0 else { return weights.map { _ in 0 } }
    let size = amount < 0 ? -amount : amount
    var shares = weights.map { size * $0 / whole }
    let rests = weights.map { size * $0 % whole }
    let missing = size - shares.reduce(0, +)
    let byRest = weights.indices.sorted { (rests[$0], $0) > (rests[$1], $1) }
    for index in byRest.prefix(Int(clamping: missing)) { shares[index] += 1 }
    return amount < 0 ? shares.map { -$0 } : shares
  }
}

// MARK: - Where the expenses are read

extension MoneyOracle {
  /// Of a group as a device's tables have it.
  init(of group: ZoneID, on connection: Connection) throws {
    var entries: [RecordID: Entry] = [:]
    try connection.forEach(
      """
      SELECT id, kind, currency, amountMinor, day, categoryID FROM expenses WHERE groupID = ?
      """, [.text(group)]
    ) { row in
      entries[row.text(0)] = Entry(
        isPayment: row.text(1) == "transfer", currency: row.text(2),
        amount: Int128(row.integer(3)), month: String(row.text(4).prefix(7)),
        category: row.optionalText(5) ?? "", parts: [])
    }
    try connection.forEach(
      """
      SELECT expenseID, memberID, paidMinor, owedMinor FROM expenseParts
        WHERE groupID = ? AND kind = 'share' ORDER BY position, id
      """, [.text(group)]
    ) { row in
      entries[row.text(0)]?.parts.append(
        Part(
          member: row.text(1), paid: Int128(row.integer(2)), owed: Int128(row.integer(3))))
    }
    self.init(entries)
  }

  /// Of a group as the hub's records have it.
  init(_ image: HubOracle.Image?) {
    var entries: [RecordID: Entry] = [:]
    for (id, watched) in image?.records ?? [:] where watched.record.table == "expenses" {
      entries[id] = Entry(watched.record.registers.values)
    }
    self.init(entries)
  }

  /// Of the expenses of a zone that somebody has lost.
  init(_ effects: [Effect]) {
    let expenses = effects.filter { $0.table == "expenses" }
    self.init(Dictionary(expenses.map { ($0.id, Entry($0.registers)) }) { first, _ in first })
  }

  /// What each is owed, whoever they are: the same in a copy of a group.
  var amounts: [String: [Int128]] { nets.mapValues { $0.values.sorted() } }
}

extension MoneyOracle.Entry {
  fileprivate init(_ registers: SortedMap<FieldValue>) {
    let money = registers["money"] ?? .null
    let rows = (money["expenseParts"].list ?? []).filter { $0["kind"].text == "share" }
    let ordered = rows.sorted {
      ($0["position"].integer ?? 0, $0["id"].text ?? "")
        < ($1["position"].integer ?? 0, $1["id"].text ?? "")
    }
    self.init(
      isPayment: money["kind"].text == "transfer", currency: money["currency"].text ?? "",
      amount: Int128(money["amountMinor"].integer ?? 0),
      month: String((registers["day"]?.text ?? "").prefix(7)),
      category: registers["categoryID"]?.text ?? "",
      parts: ordered.map {
        MoneyOracle.Part(
          member: $0["memberID"].text ?? "", paid: Int128($0["paidMinor"].integer ?? 0),
          owed: Int128($0["owedMinor"].integer ?? 0))
      })
  }
}
