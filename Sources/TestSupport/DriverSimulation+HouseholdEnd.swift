import Hub
import Replica
import SQLite
import SyncProtocol

/// What a household relies on, once nothing fails any more: each on a system that has settled.
extension DriverSimulation {
  func checkHousehold() throws {
    if random.chance(0.5) { try checkPause() }
    if random.chance(0.4) { try checkRemoval() }
    if random.chance(0.4) { try checkDeletedHome() }
    if random.chance(0.5) { try checkRestore() }
  }

  /// Who is in the home, and as what.
  private func members() throws -> [AccountID: Role] {
    try hub.read { reader in
      guard try reader.zone(home)?.isAlive == true else { return [:] }
      return Dictionary(
        uniqueKeysWithValues: try reader.grants(in: home).map { ($0.account, $0.role) })
    }
  }

  private func demand(_ what: String, _ body: (Hub) throws -> Void) throws {
    try require(try ask(what, body), "a hub on a sound disk does what it is asked for", what)
  }

  /// What an account's replicas show, by where they are.
  private func everywhere<Result: Sendable>(
    of account: AccountID, _ body: @escaping @Sendable (Connection) throws -> Result
  ) throws -> [(name: String, seen: Result)] {
    var found = try devices.filter { $0.account == account }.compactMap { device in
      try device.file.map { (device.name, try $0.read(body)) }
    }
    guard let process = hub.process else { return found }
    let page = scheduler.start {
      let replica = try await process.replicas.replica(of: account)
      try await replica.catchUp()
      return try await replica.read(body)
    }
    try rest(seconds: 1)
    guard let result = page.result else {
      throw SimulationFailure("a page is shown within a second", account)
    }
    found.append(("\(account)'s browser", try result.get()))
    return found
  }

  // MARK: What is paused

  /// While sharing is paused and hidden nobody sees what is shared, and what is written to it
  /// waits; then everything is there again, and what has waited goes at once.
  private func checkPause() throws {
    let hides = random.chance(0.7)
    try demand(hides ? "sharing hidden" : "sharing paused") {
      try setSharing(.killed, hides: hides, at: $0)
    }
    try rest(seconds: 10)
    if hides {
      for account in accounts { try checkHidden(from: account) }
    }
    let members = try members()
    let writers = devices.filter { members[$0.account].map { $0 >= .readWrite } ?? false }
    for device in writers { write(deed(.addItem, device.version, in: home), on: device) }
    try rest(seconds: 10)
    for device in writers {
      let status = try device.file?.status()
      try require(
        status?.pendingCount == 1, "what is written while sharing is paused waits",
        "\(device.name): \(status as Any)")
    }
    try demand("sharing goes on") { try setSharing(.open, at: $0) }
    try rest(seconds: 3)
    for device in devices {
      try require(
        try device.isQuiet, "what has waited for sharing is sent as soon as that goes on",
        device.name)
    }
    try rest(seconds: 5)
    try checkRows()
  }

  private func checkHidden(from account: AccountID) throws {
    let own = try hub.read { reader in
      Set(
        try reader.memberships(of: account).map(\.zone.id).filter {
          try reader.grants(in: $0).count == 1
        })
    }
    let seen = try everywhere(of: account) { connection in
      (
        homes: Set(try connection.query("SELECT id FROM homes") { $0.text(0) }),
        items: Set(try connection.query("SELECT homeID FROM items") { $0.text(0) })
      )
    }
    for (name, shown) in seen {
      try require(
        shown.homes == own && shown.items.isSubset(of: own),
        "what is hidden is not shown, and all else is", "\(name): \(shown), has \(own)")
    }
  }

  // MARK: Who is removed

  /// Whoever was removed has nothing of the home in any table, and has it again when let in again.
  private func checkRemoval() throws {
    let members = try members()
    guard members["bob"] != nil, members["cyd"] != nil else { return }
    let ids = try hub.read { [home] reader in
      [home] + (try reader.records(of: home, after: nil, maxBytes: .max).map(\.id))
    }
    for account in accounts.dropFirst() { try remove(account) }
    try rest(seconds: 10)
    for account in accounts.dropFirst() {
      for device in devices where device.account == account {
        guard let file = device.file else { continue }
        try checkNothing(of: try file.readAll { try Self.traces(of: ids, $0) }, device.name)
      }
      for (name, traces) in try everywhere(of: account, { try Self.traces(of: ids, $0) }) {
        try checkNothing(of: traces, name)
      }
    }
    try checkRows()
    for account in accounts.dropFirst() { try admit(account) }
    try rest(seconds: 10)
    try checkRows()
  }

  private func checkNothing(of traces: [String], _ name: String) throws {
    try require(
      traces.isEmpty, "who was removed has nothing of the home",
      "\(name): \(Array(traces.prefix(5)))")
  }

  /// Where one of the ids stands in a file, but for what its person was refused, and whether pages
  /// lie there that are not applied.
  private static func traces(of ids: [String], _ connection: Connection) throws -> [String] {
    let list = ids.map { "'\($0)'" }.joined(separator: ",")
    var found: [String] = []
    let tables = try connection.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    ) { $0.text(0) }
    for table in tables where table != "syncParked" {
      let columns = try connection.query(
        "SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'", .text(table)
      ) { $0.text(0) }
      for column in columns {
        let count =
          try connection.first("SELECT count(*) FROM \(table) WHERE \(column) IN (\(list))") {
            $0.integer(0)
          } ?? 0
        if count > 0 { found.append("\(table).\(column) \(count)") }
      }
    }
    if try connection.first("SELECT 1 FROM syncStaged", read: { _ in true }) == true {
      found.append("syncStaged")
    }
    return found
  }

  // MARK: Homes that are deleted

  /// A home that is deleted is gone everywhere, and comes back as it was.
  private func checkDeletedHome() throws {
    let ann = devices[0]
    guard try members()["ann"] == .owner else { return }
    // Nobody deletes the last home.
    write(deed(.addHome, ann.version), on: ann)
    try rest(seconds: 5)
    let before = try homeRows()
    write(deed(.removeHome, ann.version, in: home), on: ann)
    fault("home deleted")
    reasons.formUnion([.zoneGone, .permission])
    try rest(seconds: 10)
    try require(try members().isEmpty, "an owner deletes a home", home)
    try checkRows()
    try demand("home brought back") { try $0.restoreZone(home, by: "ann") }
    try rest(seconds: 10)
    try checkRows()
    try require(
      try homeRows() == before, "a home that was deleted comes back as it was", home)
  }

  /// The rows of the home that each account has.
  private func homeRows() throws -> [AccountID: [Set<[String]>]] {
    var found: [AccountID: [Set<[String]>]] = [:]
    for account in accounts {
      found[account] = try hub.version.shown.map { table, columns in
        try hubRows(table, columns, for: account).filter { $0.contains(home) }
      }
    }
    return found
  }

  // MARK: A hub that is restored

  /// What devices have confirmed since a backup is there again after it was put back: each row and
  /// each deletion, and who is in the home.
  private func checkRestore() throws {
    try makeBackup()
    guard let backup else { return }
    for device in devices {
      for kind in [Deed.Kind.addItem, .setPrice, .removeItem, .addItem] where random.chance(0.7) {
        write(deed(kind, device.version), on: device)
      }
    }
    for account in ["ann", "bob"] { browse(deed(.addItem, hub.version), as: account) }
    if random.chance(0.3) { try remove("cyd") }
    try rest(seconds: 20)
    try require(try devices.allSatisfy { try $0.isQuiet }, "everything settles")
    let (before, members) = (try confirmedRows(), try members())
    try restore(backup)
    try rest(seconds: 5)
    for device in devices {
      try require(
        try device.isQuiet, "a restored hub is told at once what it has lost", device.name)
    }
    try rest(seconds: 60)
    try demand("recovery ended") { try $0.closeRecovery(by: .commandLine) }
    try settle()
    try checkRows()
    let after = try confirmedRows()
    for (account, tables) in before.sorted(by: { $0.key < $1.key }) {
      for (table, rows) in tables.sorted(by: { $0.key < $1.key }) {
        let now = after[account]?[table] ?? []
        try require(
          now == rows, "a restored hub ends with what devices had confirmed",
          """
          \(account) \(table): lacks \(Array(rows.subtracting(now).prefix(3))), \
          has \(Array(now.subtracting(rows).prefix(3)))
          """)
      }
    }
    let left = try self.members()
    try require(
      left == members, "a restored hub knows again who is in a home", "\(left), was \(members)")
  }

  /// The rows of those who have devices.
  private func confirmedRows() throws -> [AccountID: [String: Set<[String]>]] {
    var found: [AccountID: [String: Set<[String]>]] = [:]
    for account in Set(devices.map(\.account)) {
      for (table, columns) in hub.version.shown {
        found[account, default: [:]][table] = try hubRows(table, columns, for: account)
      }
    }
    return found
  }
}
