import FaultyDisk
import Replica
import SQLite
import SyncProtocol

/// What happens in a history of the drivers.
extension DriverSimulation {
  /// What a person does in one transaction.
  struct Deed: Sendable {
    enum Kind: Sendable {
      case addItem, setPrice, removeItem, addHome, removeHome, setColour, addLabel
    }

    var kind: Kind
    var mark: String
    /// Chooses among what is there.
    var choice: UInt64
    var version: DriverSchema
    /// What it is about, where that is not to be chosen.
    var home: ZoneID?

    /// Returns the id of a new item.
    func callAsFunction(_ transaction: WriteTransaction) throws -> RecordID? {
      let connection = transaction.connection
      let homes = try connection.query("SELECT id FROM homes ORDER BY id") { $0.text(0) }
      let items = try connection.query("SELECT id FROM items ORDER BY id") { $0.text(0) }
      let price = Value.integer(Int64(choice % 1000))
      switch kind {
      case .addHome:
        try connection.execute(
          "INSERT INTO homes VALUES (?, ?)", .text(transaction.newID()), .text(mark))
      case .removeHome:
        guard let home = home ?? pick(homes) else { break }
        try removeHome(home, connection)
      case .setPrice:
        guard let item = pick(items) else { break }
        try connection.execute("UPDATE items SET price = ? WHERE id = ?", price, .text(item))
      case .removeItem:
        guard let item = pick(items) else { break }
        try connection.execute("DELETE FROM items WHERE id = ?", .text(item))
      case .setColour where version == .newer:
        guard let item = pick(items) else { break }
        try connection.execute(
          "UPDATE items SET colour = ? WHERE id = ?", .text(mark), .text(item))
      case .addLabel where version == .newer:
        guard let home = pick(homes) else { break }
        try connection.execute(
          "INSERT INTO labels VALUES (?, ?, ?)", .text(transaction.newID()), .text(home),
          .text(mark))
      case .addItem, .setColour, .addLabel:
        guard let home = home ?? pick(homes) else { break }
        let id = transaction.newID()
        try connection.execute(
          "INSERT INTO items (id, homeID, name, price) VALUES (?, ?, ?, ?)", .text(id),
          .text(home), .text(mark), price)
        return id
      }
      return nil
    }

    private func removeHome(_ home: ZoneID, _ connection: Connection) throws {
      for table in version == .newer ? ["labels", "items"] : ["items"] {
        try connection.execute("DELETE FROM \(table) WHERE homeID = ?", .text(home))
      }
      try connection.execute("DELETE FROM homes WHERE id = ?", .text(home))
    }

    private func pick(_ ids: [String]) -> String? {
      ids.isEmpty ? nil : ids[Int(choice % UInt64(ids.count))]
    }
  }

  func deed(_ version: DriverSchema) -> Deed {
    let kind: Deed.Kind =
      switch random.number(0..<100) {
      case 0..<60: .addItem
      case 60..<75: .setPrice
      case 75..<81: .removeItem
      case 81..<84: .addHome
      case 84..<92: .setColour
      case 92..<93: .removeHome
      default: .addLabel
      }
    if kind == .removeHome {
      fault("home deleted")
      // Of a home that is somebody else's it is refused, as is what is written to it later; and so
      // is what goes along with it that an older hub has not taken.
      reasons.formUnion([.zoneGone, .lastZone, .permission, .readOnly, .unknown])
    }
    return deed(kind, version)
  }

  /// - Parameter home: what it is about; `nil`: any that is there.
  func deed(_ kind: Deed.Kind, _ version: DriverSchema, in home: ZoneID? = nil) -> Deed {
    lastMark += 1
    return Deed(
      kind: kind, mark: "m\(lastMark)", choice: random.next(), version: version, home: home)
  }

  func act() throws {
    let device = random.pick(devices) ?? devices[0]
    guard random.chance(0.92) else { return try actAtHub() }
    switch random.number(0..<100) {
    case 0..<40: write(on: device)
    case 40..<58: browse()
    case 58..<63: trouble(device.machine)
    case 63..<66: trouble(hub.machine)
    case 66..<69: try fall(device.machine)
    case 69..<70: try fallHub()
    case 70..<82:
      for device in devices { try start(device) }
      try hub.start()
    case 82..<86: moveClock()
    case 86..<90:
      device.isOnline.toggle()
      fault("network gone or back")
      if random.chance(0.3) { network.cutLines() }
    case 90..<93: try restart(device)
    case 93..<94: try damage(device)
    case 94..<95: try copy(device)
    case 95..<96: upgradeHub()
    case 96..<98: for machine in machines + [hub.machine] { machine.heal() }
    default: device.loop?.wake()
    }
  }

  func write(on device: DriverDevice) { write(deed(device.version), on: device) }

  func write(_ deed: Deed, on device: DriverDevice) {
    guard let file = device.file else { return }
    let started = scheduler.start { [file] in try await file.write { try deed($0) } }
    attempts.append(
      Attempt(
        mark: deed.mark, device: device, generation: device.machine.generation, started: started))
  }

  /// Somebody writes in a browser, and looks at it.
  private func browse() {
    guard let account = random.pick(accounts) else { return }
    browse(deed(hub.version), as: account)
  }

  func browse(_ deed: Deed, as account: AccountID) {
    guard let process = hub.process else { return }
    let home = home
    let reliance: Replica.Reliance = random.chance(0.3) ? .init(zones: [home]) : .nothing
    let started = scheduler.start {
      let replica = try await process.replicas.replica(of: account)
      try await replica.refresh()
      return try await replica.write(relyingOn: reliance) { try deed($0) }
    }
    attempts.append(
      Attempt(
        mark: deed.mark, device: nil, generation: hub.machine.generation, started: started))
  }

  /// Something is going to go wrong with a disk.
  private func trouble(_ machine: DriverMachine) {
    let whose = machine === hub.machine ? "hub " : ""
    machine.disk.forgetFaults()
    switch random.number(0..<4) {
    case 0:
      fault(whose + "syncs fail")
      machine.hasFailedSync = true
      machine.disk.fail(.sync, after: random.number(0..<4), times: random.number(1..<3))
    case 1:
      fault(whose + "writes fail")
      machine.disk.fail(
        [.write, .create, .truncate], after: random.number(0..<20), times: random.number(1..<3))
    case 2:
      fault(whose + "disk full")
      machine.disk.limit(capacityBytes: machine.disk.usedBytes + random.number(0..<30_000))
    default:
      machine.disk.halt(afterChanges: random.number(0..<40))
    }
  }

  private func moveClock() {
    let machine = random.pick(machines + [hub.machine]) ?? hub.machine
    fault(machine === hub.machine ? "hub clock moved" : "clock moved")
    let scale = random.pick([2_000, 300_000, 7_200_000, 90_000_000]) ?? 0
    machine.skew += Int64(random.number(-scale..<scale))
  }

  /// The program is closed and opened again, perhaps as the newer one; an older one leaves the file
  /// as it is.
  private func restart(_ device: DriverDevice) throws {
    guard device.isRunning else { return }
    try device.stop()
    fault("restart")
    if device.version == .older {
      if random.chance(0.4) { device.version = .newer }
    } else if device.machine.disk.size(of: device.path) ?? 0 > 0 {
      try checkOlder(device)
    }
    if random.chance(0.7) { try start(device) }
  }

  private func checkOlder(_ device: DriverDevice) throws {
    device.version = .older
    defer { device.version = .newer }
    do {
      try device.start()
    } catch ReplicaFileError.newerVersion {
      return
    }
    // Its disk did not let it look.
    try require(!device.isRunning, "an older program leaves a newer file alone", device.name)
  }

  /// A page of a closed file is overwritten with what makes no sense.
  private func damage(_ device: DriverDevice) throws {
    guard device.isRunning, !device.machine.disk.isHalted else { return }
    try device.stop()
    let pageBytes = 4096
    let pages = (device.machine.disk.size(of: device.path) ?? 0) / pageBytes
    guard pages > 2 else { return }
    fault("page damaged")
    device.isDamaged = true
    kept[device.machine.name] = nil
    let bytes = (0..<pageBytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    do {
      try device.machine.disk.damage(
        device.path, page: random.number(2..<pages + 1), pageBytes: pageBytes, bytes: bytes)
    } catch {
      throw SimulationFailure("a page can be damaged", "\(error)")
    }
    try start(device)
  }

  /// A closed file is copied, with the small file beside it or without, and both go on.
  private func copy(_ device: DriverDevice) throws {
    guard !hasCopy, device.isRunning, !device.machine.disk.isHalted else { return }
    try device.stop()
    let twin = DriverDevice(
      device.name + "-copy", account: device.account, on: device.machine, network: network,
      version: device.version)
    let disk = device.machine.disk
    guard disk.size(of: device.path + "-wal") == nil, disk.size(of: device.path) != nil else {
      return
    }
    hasCopy = true
    fault("file copied")
    do {
      try disk.copy(device.path, to: twin.path)
      if random.chance(0.5), disk.size(of: device.path + ".incarnation") != nil {
        try disk.copy(device.path + ".incarnation", to: twin.path + ".incarnation")
      }
    } catch {
      throw SimulationFailure("a file can be copied", "\(error)")
    }
    devices.append(twin)
    try start(device)
    try start(twin)
  }

  private func upgradeHub() {
    guard hub.version == .older else { return }
    fault("hub upgraded")
    hub.end(nil)
    hub.version = .newer
  }
}
