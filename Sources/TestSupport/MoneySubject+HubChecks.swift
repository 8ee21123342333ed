import Finances
import Hub
import SyncProtocol

extension MoneySubject {
  // MARK: What must hold of the hub's records

  func check(_ record: HubRecord) throws { try Self.checkAmounts(of: record) }

  /// An expense adds up.
  static func checkAmounts(of record: HubRecord) throws {
    let parts = ["expenses": "expenseParts", "repeatingExpenses": "repeatingParts"]
    guard let parts = parts[record.table] else { return }
    let money = record.registers["money"]?.value ?? .null
    let shares = (money[parts].list ?? []).filter { $0["kind"].text == "share" }
    for column in ["paidMinor", "owedMinor"] {
      let sum = shares.reduce(Int128(0)) { $0 + Int128($1[column].integer ?? 0) }
      try require(
        sum == Int128(money["amountMinor"].integer ?? 0), "Σ paid = Σ owed = the amount",
        "\(record.key) \(column) \(sum): \(money)")
    }
  }

  func check(_ image: HubOracle.Image, before: HubOracle.Image?, _ oracle: HubOracle) throws {
    try oracle.checkMembers(image, of: "groupMembers")
    try Self.checkBalances(of: image)
    try checkSettlement(before, oracle)
    try checkOnce(image)
    try checkNotes(image, before, oracle)
  }

  /// All expenses of a group add up, and so do its balances.
  static func checkBalances(of image: HubOracle.Image) throws {
    let sums = MoneyOracle(image)
    try require(sums.wrong.isEmpty, "every expense adds up", "\(sums.wrong)")
    for (currency, nets) in sums.nets {
      try require(nets.values.reduce(0, +) == 0, "Σ balances = 0", "\(currency) \(nets)")
    }
  }

  /// Of a row of a sheet there is one expense, however many import it.
  private func checkOnce(_ image: HubOracle.Image) throws {
    var known: [String: RecordID] = [:]
    for (id, watched) in image.records where watched.record.table == "expenses" {
      guard let ref = watched.record.registers["importRef"]?.value.text else { continue }
      try require(known[ref] == nil, "what is imported is there once", "\(id) \(ref)")
      known[ref] = id
    }
  }

  /// What a person notes of their shares outlives these: only who is hostile to themselves deletes
  /// it.
  private func checkNotes(
    _ image: HubOracle.Image, _ before: HubOracle.Image?, _ oracle: HubOracle
  ) throws {
    guard image.isAlive, let before else { return }
    let isHostile = oracle.underWay.contains { $0.id.replica.hasPrefix("evil-") }
    for (id, watched) in before.records where watched.record.table == "ledgerNotes" {
      try require(
        isHostile || image.records[id] != nil, "a note outlives the share that it is about", id)
    }
  }

  func check(
    _ old: HubRecord, _ new: HubRecord, owners: Set<AccountID>, _ oracle: HubOracle
  ) throws {
    if ["expenses", "repeatingExpenses"].contains(new.table) {
      try oracle.checkVersion(of: "money", old, new)
    }
    if new.table == "expenses" { try oracle.checkGuarded(ExpenseDetails.guarded, old, new) }
    try oracle.checkClaim(of: "groupMembers", old, new, owners)
    try oracle.checkPayment(of: "groupMembers", old, new)
  }

  /// Of a payment that settling up proposes there is one, however many press: what the hub takes
  /// was still owed, by who pays it and to who gets it.
  private func checkSettlement(_ before: HubOracle.Image?, _ oracle: HubOracle) throws {
    guard let before, oracle.underWay.count == 1, !oracle.underWay[0].preconditions.isEmpty else {
      return
    }
    let sums = MoneyOracle(before)
    for mutation in oracle.underWay[0].mutations
    where mutation.kind == .insert && mutation.registers["title"]?.text == Self.settled {
      guard let money = mutation.registers["money"], before.records[mutation.id] == nil,
        let payment = MoneyContent.payment(money), let amount = money["amountMinor"].integer
      else { continue }
      let nets = sums.nets[money["currency"].text ?? ""] ?? [:]
      let (owes, isOwed) = (-(nets[payment.from] ?? 0), nets[payment.to] ?? 0)
      try require(
        Int128(amount) <= min(owes, isOwed), "one payment per settlement however many press",
        "\(mutation.id): \(amount) from \(owes) to \(isOwed)")
    }
  }

  /// The title of what settles.
  static let settled = "Settled up"
}
