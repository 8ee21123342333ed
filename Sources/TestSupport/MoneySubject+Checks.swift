import Finances
import HearthDomain
import struct Household.Profile
// The household's key of a name, not the one of accounts.
import enum Household.NameKey
import Hub
import Replica
import SQLite
import SyncProtocol

/// What must hold of groups on every device, whatever happens.
extension MoneySubject {
  func checkView(_ device: SimulatedDevice) throws {
    let db = device.connection
    let broken = try db.query("PRAGMA foreign_key_check") { "\($0.text(0)) → \($0.text(2))" }
    try require(broken.isEmpty, "1 references stay in their group", "\(device.name) \(broken)")
    let foreign = try db.query("SELECT id FROM groups WHERE id NOT IN (SELECT id FROM syncZones)") {
      $0.text(0)
    }
    try require(foreign.isEmpty, "10 only groups it may read", "\(device.name) \(foreign)")
    try Self.checkBalances(on: device)
  }

  /// The balances of the groups that a device has.
  static func checkBalances(on device: SimulatedDevice) throws {
    let db = device.connection
    for group in try db.query("SELECT id FROM groups ORDER BY id", read: { $0.text(0) }) {
      let balances = try GroupBalances.of(group, in: db)
      try require(
        balances.incomplete.isEmpty, "every expense adds up",
        "\(device.name) \(group): \(balances.incomplete)")
      for (currency, sums) in balances.sums {
        let sum = sums.values.reduce(Int128(0)) { $0 + $1.net }
        try require(sum == 0, "Σ balances = 0", "\(device.name) \(group) \(currency): \(sum)")
      }
    }
  }

  /// What is derived is what deriving it anew gives, and what the sums come to when somebody else
  /// adds them up.
  func checkDevice(_ device: SimulatedDevice) throws {
    try checkView(device)
    try checkDerived(device)
    try checkNameKeys(device)
    for zone in try device.shared { try checkSums(of: zone.id, on: device) }
    try checkLedger(of: device)
  }

  private func checkNameKeys(_ device: SimulatedDevice) throws {
    for table in ["groups", "groupMembers", "expenseCategories"] {
      try device.connection.forEach("SELECT id, name, nameKey FROM \(table) ORDER BY id") { row in
        try require(
          NameKey.make(row.text(1)) == row.text(2), "a name and its key belong together",
          "\(device.name) \(table) \(row.text(0)): \(row.text(1)) has \(row.text(2))")
      }
    }
  }

  private func checkDerived(_ device: SimulatedDevice) throws {
    struct Undone: Error {}
    let db = device.connection
    do {
      try db.transaction {
        // What waits for another currency of the person is converted by and by.
        while try LedgerUpkeep.step(db) {}
        let kept = try derived(db)
        try Finances.rebuild(db)
        let anew = try derived(db)
        let difference = Set(kept).symmetricDifference(anew).sorted()
        try require(
          kept == anew, "what is derived is what deriving it anew gives",
          "\(device.name) \(difference)")
        throw Undone()
      }
    } catch is Undone {}
  }

  func derived(_ db: Connection) throws -> [String] {
    // How far erasing removed words has come follows from nothing that is synced, and neither do
    // the number of a row and what waits to be kept of a group that was lost.
    let tables = Finances.localTables.map(\.name).filter {
      $0 != "expenseTermState" && $0 != "ledgerLost"
    }
    return try tables.sorted().flatMap { table in
      try db.query("SELECT * FROM \(table)") { row in
        "\(table) "
          + (0..<row.columnCount).filter { row.columnName($0) != "docID" }.map { column in
            switch row.value(column) {
            case .null: "-"
            case .integer(let integer): String(integer)
            case .text(let text): text
            case .real, .blob: "\(row.value(column))"
            }
          }.joined(separator: " | ")
      }.sorted()
    }
  }

  /// A ledger says what its person's entries, notes and shares come to.
  private func checkLedger(of device: SimulatedDevice) throws {
    let db = device.connection
    let (must, shown) = (
      try LedgerOracle(of: device.account, on: db), try LedgerOracle(shownOn: db)
    )
    // Before the first pull nobody knows whose it is.
    guard let profile = try Profile.own(in: db)?.id else { return }
    try require(
      must == shown, "a ledger is what its entries and shares come to",
      "\(device.name): \(shown.rows.subtracting(must.rows)), must have "
        + "\(must.rows.subtracting(shown.rows))")
    guard let first = LedgerMonth(year: 1000, month: 1), let last = LedgerMonth("9999-12") else {
      return
    }
    let sums = try LedgerSums(from: first, to: last, LedgerCategories(in: db), in: db).currencies
    try require(
      sums == must.sums(of: profile), "payments are cash flow, and spending is spending",
      "\(device.name): \(sums), are \(must.sums(of: profile))")
  }

  private func checkSums(of group: ZoneID, on device: SimulatedDevice) throws {
    let (db, sums) = (device.connection, try MoneyOracle(of: group, on: device.connection))
    let place = "\(device.name) \(group)"
    try require(sums.wrong.isEmpty, "every expense adds up", "\(place) \(sums.wrong)")
    let balances = try GroupBalances.of(group, in: db)
    for currency in Set(balances.currencies).union(sums.nets.keys).sorted() {
      let net = balances.net(in: currency)
      try require(
        net == sums.nets[currency] ?? [:], "balances are what the expenses come to",
        "\(place) \(currency): \(net), are \(sums.nets[currency] ?? [:])")
      let transfers = try balances.settlement(in: currency).transfers
      var left = net
      for transfer in transfers {
        left[transfer.from, default: 0] += transfer.amount
        left[transfer.to, default: 0] -= transfer.amount
      }
      try require(
        left.values.allSatisfy { $0 == 0 } && transfers.count <= max(0, net.count - 1),
        "settling up leaves nobody owing", "\(place) \(currency): \(transfers)")
      if let fewest = MoneyOracle.fewestTransfers(Array(net.values)) {
        try require(
          transfers.count == fewest, "settling up takes the fewest payments",
          "\(place) \(currency): \(transfers), \(fewest) are enough")
      }
    }
    var debts: [MoneyOracle.Pair: Int128] = [:]
    for debt in try GroupDebts.of(group, in: db).debts {
      debts[.init(currency: debt.currency, debtor: debt.debtor, creditor: debt.creditor)] =
        debt.amount
    }
    try require(
      debts == sums.debts, "debts are what the expenses come to",
      "\(place): \(debts), are \(sums.debts)")
    try checkSpending(sums, of: group, on: device)
  }

  private func checkSpending(
    _ sums: MoneyOracle, of group: ZoneID, on device: SimulatedDevice
  ) throws {
    let years = Set(sums.spending.keys.map { $0.month.prefix(4) })
    for year in years.compactMap({ Int($0) }).sorted() {
      for currency in Set(sums.spending.keys.map(\.currency)).sorted() {
        let member = sums.spending.keys.map(\.member).min()
        let shown = try GroupSpending(
          of: group, in: currency, year: year, member: member, device.connection)
        var (months, categories) = ([Int: Int128](), [RecordID: Int128]())
        var own: Int128 = 0
        for (spent, amount) in sums.spending
        where spent.currency == currency && spent.month.hasPrefix("\(year)") {
          months[Int(spent.month.suffix(2)) ?? 0, default: 0] += amount
          categories[spent.category, default: 0] += amount
          if spent.member == member { own += amount }
        }
        let isSame =
          shown.months.mapValues(\.all).filter { $0.value != 0 } == months.filter { $0.value != 0 }
          && shown.categories.mapValues(\.all).filter { $0.value != 0 }
            == categories.filter { $0.value != 0 }
          && shown.total.own == own
        try require(
          isSame, "spending is what the expenses come to",
          "\(device.name) \(group) \(currency) \(year): \(shown), is \(months) \(categories)")
      }
    }
  }

  // MARK: What was refused

  /// What the use cases write the hub takes, unless somebody was there before.
  func checkRefused(
    _ changeSet: ChangeSet, _ refusal: Refusal, by account: AccountID, _ simulation: Simulation
  ) throws {
    guard !changeSet.id.replica.hasPrefix("evil-") else { return }
    switch refusal.reason {
    case .appendOnly where MakeDueExpense.isMadeTwice(changeSet, refusal.reason): return
    case .appendOnly where Self.meetsOthers(changeSet, refusal):
      try checkClaimed(refusal, by: account, simulation)
    case .invalid, .hubOwned, .appendOnly, .unknownType, .notInvited, .unrecognised, .lastZone:
      throw SimulationFailure(
        "a use case writes what the hub takes", "\(changeSet.id) \(refusal): \(changeSet)")
    case .limit:
      try require(
        simulation.maxOwnedRecords < 2_000_000, "a use case writes what the hub takes",
        "\(changeSet.id) \(refusal)")
    case .claimed: try checkClaimed(refusal, by: account, simulation)
    case .permission: try checkPermission(changeSet, by: account, simulation)
    default: return
    }
  }

  /// Whether somebody has one back whose id follows from what it is, a row of a file or a day of
  /// what repeats: others may have made it anew by then.
  private static func meetsOthers(_ changeSet: ChangeSet, _ refusal: Refusal) -> Bool {
    changeSet.mutations.contains { mutation in
      mutation.key == refusal.record && mutation.table == "expenses" && mutation.kind == .insert
        && ["importRef", "repeatingID"].contains { mutation.registers[$0]?.text != nil }
    }
  }

  /// Whoever is told that they may not is not in the group any more, or owns it no more.
  private func checkPermission(
    _ changeSet: ChangeSet, by account: AccountID, _ simulation: Simulation
  ) throws {
    try simulation.store.read { reader in
      let isOut = try changeSet.mutations.contains {
        try reader.grant(in: $0.zone, for: account) == nil
      }
      try require(
        isOut || simulation.hasRestored, "a use case writes what the hub takes",
        "\(account) may not: \(changeSet)")
    }
  }

  /// Whoever is told that somebody was first can see who.
  private func checkClaimed(
    _ refusal: Refusal, by account: AccountID, _ simulation: Simulation
  ) throws {
    guard let key = refusal.record else { return }
    // Of what repeats somebody else was first to make one.
    if key.table == "expenses" {
      return try simulation.store.read { reader in
        try require(
          !reader.places(of: key.id).isEmpty, "who was first is there",
          "\(key) refused to \(account)")
      }
    }
    let isTaken = simulation.oracle.images.values.contains { image in
      image.records.values.contains { watched in
        guard let claimed = watched.record.registers["accountID"]?.value.text else { return false }
        return watched.record.table == "groupMembers"
          && (watched.record.id == key.id || claimed == account)
      }
    }
    // The oracle has not looked at what this push has changed.
    try require(
      isTaken || simulation.oracle.underWay.count > 1, "who was first is there",
      "\(key) refused to \(account)")
  }
}
