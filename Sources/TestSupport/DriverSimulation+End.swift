import Hub
import Replica
import SQLite
import SyncProtocol

/// The end of a history of the drivers: nothing fails any more, everything settles within a bound,
/// and everybody agrees.
extension DriverSimulation {
  /// Longer than any pause between two tries.
  private static let maxSettleSeconds = 1800.0

  func heal() throws {
    network.trouble = 0
    for machine in machines + [hub.machine] { machine.heal() }
    for device in devices { device.isOnline = true }
    try look()
    for machine in machines + [hub.machine] { machine.heal() }
    try startAll()
    try endTroublesAtHub()
    try settle()
    try gather()
    try settle()
    // First as the programs are, then all of them as the newer ones.
    try checkRows()
    for device in devices where device.version == .older {
      try device.stop()
      device.version = .newer
    }
    if hub.version == .older {
      hub.end(nil)
      hub.version = .newer
    }
    try startAll()
    try settle()
    try checkRows()
    try checkHints()
    try checkFailedPulls()
    try checkHousehold()
  }

  func startAll() throws {
    try hub.start()
    try require(hub.process != nil, "a hub on a sound disk starts")
    for device in devices {
      try start(device)
      try require(device.isRunning, "a program on a sound disk starts", device.name)
      guard device.machine.hasFailedSync else { continue }
      do { try device.file?.checkHealth() } catch ReplicaFileError.corrupt { try mend(device) }
    }
  }

  func settle() throws {
    let end = scheduler.seconds + Self.maxSettleSeconds
    repeat { try rest(seconds: 20) } while try scheduler.seconds < end && !isQuiet()
    for device in devices {
      let status = try device.file?.status()
      try require(
        try device.isQuiet, "everything settles",
        "\(device.name): \(status as Any), \(device.loop?.status as Any)")
    }
    try require(attempts.isEmpty, "everything that was asked for is answered")
    // Once more, for those who pulled before the others pushed.
    try rest(seconds: 70)
  }

  private func isQuiet() throws -> Bool {
    try attempts.isEmpty && devices.allSatisfy { try $0.isQuiet }
  }

  // MARK: What everybody sees

  /// The rows of a table that the hub has for an account.
  func hubRows(
    _ table: String, _ columns: [String], for account: AccountID
  ) throws -> Set<[String]> {
    let schema = hub.version.schema
    return try hub.read { reader in
      var rows: Set<[String]> = []
      for zone in try reader.memberships(of: account).map(\.zone.id) {
        for record in try reader.records(of: zone, after: nil, maxBytes: .max)
        where record.table == table {
          rows.insert(
            columns.map { column in
              switch column {
              case "id": record.id
              case "homeID": zone
              default:
                Self.text(
                  record.registers[column]?.value
                    ?? schema.table(table)?.columns.first { $0.name == column }?.defaultValue)
              }
            })
        }
      }
      return rows
    }
  }

  private static func text(_ value: FieldValue?) -> String {
    switch value {
    case .text(let text)?: text
    case .integer(let number)?: "\(number)"
    default: ""
    }
  }

  private func rows(
    _ table: String, _ columns: [String], in connection: Connection
  ) throws -> [[String]] {
    let list = columns.map { "ifnull(\($0), '')" }.joined(separator: ", ")
    return try connection.query("SELECT \(list) FROM \(table)") { row in
      columns.indices.map { index in
        switch row.value(Int32(index)) {
        case .text(let text): text
        case .integer(let number): "\(number)"
        default: "?"
        }
      }
    }
  }

  func checkRows() throws {
    for device in devices {
      for (table, columns) in device.version.shown
      where device.version == .older || hub.version == .newer || table != "labels" {
        let columns = hub.version == .newer ? columns : columns.filter { $0 != "colour" }
        let seen = try device.file?.read { try rows(table, columns, in: $0) } ?? []
        try compare(seen, table, columns, device.account, device.name)
      }
      try device.file?.checkHealth()
    }
    for account in accounts { try checkPage(of: account) }
  }

  /// What somebody sees in a browser.
  func checkPage(of account: AccountID) throws {
    guard let process = hub.process else { return }
    for (table, columns) in hub.version.shown {
      let page = scheduler.start { [self] in
        let replica = try await process.replicas.replica(of: account)
        try await replica.refresh()
        return try await replica.read { [self] in try rows(table, columns, in: $0) }
      }
      try rest(seconds: 1)
      let seen = try page.result?.get() ?? []
      try compare(seen, table, columns, account, "\(account)'s browser")
    }
  }

  private func compare(
    _ seen: [[String]], _ table: String, _ columns: [String], _ account: AccountID,
    _ name: String
  ) throws {
    let wanted = try hubRows(table, columns, for: account)
    try require(
      seen.count == wanted.count && Set(seen) == wanted, "everybody sees what the hub has",
      """
      \(name) \(table): lacks \(Array(wanted.subtracting(seen).prefix(3))), \
      has \(Array(Set(seen).subtracting(wanted).prefix(3))), \(seen.count) for \(wanted.count)
      """)
    for row in seen {
      for byte in row.joined(separator: "\t").utf8 {
        report.fingerprint = (report.fingerprint ^ UInt64(byte)) &* 0x100_0000_01b3
      }
    }
  }

  // MARK: What the loop owes

  /// What one device writes is at all the others at once, not with the next poll; and after a
  /// failure that follows a success the next try comes soon.
  private func checkHints() throws {
    for device in devices { device.loop?.wake() }
    try rest(seconds: 5)
    for device in devices {
      write(on: device)
      // While the first is on its way.
      for _ in 0..<random.number(0..<40) { _ = scheduler.step() }
      write(on: device)
      try rest(seconds: 0.5)
      try require(
        try devices.allSatisfy { try $0.isQuiet }, "what is written is sent at once", device.name)
      try checkRows(of: devices, "what is sent is heard of at once")
    }
    for device in devices {
      device.isOnline = false
      write(on: device)
      try rest(seconds: 0)
      device.isOnline = true
      try rest(seconds: SyncSchedule.firstBackOffSeconds)
      try require(
        try device.isQuiet, "the first failure after a success is tried again soon", device.name)
    }
    try rest(seconds: 5)
    try checkRows()
  }

  /// A page shows everything also when what the hub has told of could not be written before.
  private func checkFailedPulls() throws {
    for account in accounts {
      try checkPage(of: account)
      let device = random.pick(devices) ?? devices[0]
      write(on: device)
      hub.machine.disk.fail(.write, after: random.number(0..<120), times: random.number(1..<4))
      try rest(seconds: 2)
      hub.machine.heal()
      var tries = 0
      repeat {
        tries += 1
        try rest(seconds: 20)
      } while try tries < 20 && !isQuiet()
      try checkPage(of: account)
    }
  }

  private func checkRows(of devices: [DriverDevice], _ invariant: String) throws {
    for device in devices {
      let seen = try device.file?.read { connection in
        try connection.query("SELECT id FROM items") { $0.text(0) }
      }
      let wanted = try hubRows("items", ["id"], for: device.account)
      try require(Set((seen ?? []).map { [$0] }) == wanted, invariant, device.name)
    }
  }

  // MARK: What was told

  func checkEnd() throws {
    var known: Set<RecordID> = []
    var names: [String: Int] = [:]
    try hub.read { reader in
      let told = devices.flatMap(\.told) + returns.flatMap(\.told) + confirmed
      for id in Set(told) where try !reader.places(of: id).isEmpty { known.insert(id) }
      var zones: Set<ZoneID> = []
      for account in accounts {
        zones.formUnion(try reader.memberships(of: account).map(\.zone.id))
      }
      for zone in zones {
        for record in try reader.records(of: zone, after: nil, maxBytes: .max)
        where record.table == "items" {
          names[Self.text(record.registers["name"]?.value), default: 0] += 1
        }
      }
    }
    for (name, count) in names {
      try require(count == 1, "nothing appears twice", name)
      try require(
        unsaved[name] == nil, "what was not saved is nowhere", "\(name) \(unsaved[name] ?? "")")
    }
    for id in confirmed where !undone.contains(id) {
      try require(known.contains(id), "what the hub has accepted stays", id)
    }
    try checkKept()
    for device in devices {
      let parked = try checkParked(device)
      for id in device.told {
        try require(
          known.contains(id) || parked.contains(id), "what was told is saved", device.name)
      }
    }
    for back in returns { try check(back, known: known) }
  }

  /// A file that comes back has all that was told, but for the end of what no sync had made safe.
  private func check(_ back: Return, known: Set<RecordID>) throws {
    // What the hub had and has lost itself may be gone from both.
    let mayLack = returns.contains { $0.device == back.device && ($0.wasCut || $0.wasDamaged) }
    let told = mayLack ? back.told.filter { !undone.contains($0) } : back.told
    let lost = told.filter { !back.kept.contains($0) && !known.contains($0) }
    guard !lost.isEmpty else { return }
    if back.wasDamaged {
      return try require(
        back.isAdmitted || back.wasCut, "what a damaged file has lost is admitted", back.device)
    }
    try require(back.wasCut, "what was told survives the end of its process", back.device)
    for id in lost {
      try require(
        !back.durable.contains(id), "what was closed survives a power cut", back.device)
    }
    let first = told.firstIndex { lost.contains($0) } ?? 0
    for id in told[first...] where !lost.contains(id) && !known.contains(id) {
      throw SimulationFailure("a power cut takes the last writes alone", back.device)
    }
  }

  /// Whatever is refused is told with a reason that this history gives.
  private func checkParked(_ device: DriverDevice) throws -> Set<RecordID> {
    let parked = try device.file?.parkedChanges() ?? []
    // What it lost may be what something else was about.
    let hasLost = returns.contains { $0.device == device.name && $0.isAdmitted }
    for change in parked {
      let reason = change.refusal.reason
      report.parked[reason.rawValue, default: 0] += 1
      try require(
        reasons.contains(reason) || reason == .unknown && hasLost,
        "every refusal has its reason",
        "\(device.name): \(change.refusal) of \(change.changeSet)")
    }
    return Set(parked.flatMap(\.changeSet.mutations).map(\.id))
  }
}
