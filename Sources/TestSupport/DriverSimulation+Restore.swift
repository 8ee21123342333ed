import FaultyDisk
import Hub
import Replica
import SQLite
import SyncProtocol

/// The hub of a history is put back to what a backup has, and gets back what devices have kept.
extension DriverSimulation {
  /// The hub's file as it was at a moment, on its own disk.
  struct HubBackup {
    var hasLog: Bool
  }

  private static let backupName = "backup.sqlite"

  /// Keeps the hub's file as it is, in place of an earlier backup.
  func makeBackup() throws {
    let disk = hub.machine.disk
    guard hub.process != nil, !disk.isHalted else { return }
    let (name, hasLog) = (DriverHub.storeName, disk.size(of: DriverHub.storeName + "-wal") != nil)
    backup = nil
    do {
      try disk.copy(name, to: Self.backupName)
      if hasLog { try disk.copy(name + "-wal", to: Self.backupName + "-wal") }
    } catch {
      // There is no room for it.
      return
    }
    fault("backup")
    backup = HubBackup(hasLog: hasLog)
  }

  /// The hub ends, its file is the backup's, and it begins another life. The replicas beside it are
  /// gone with what was there, or are those of before, as where only the file was put back.
  func restore(_ backup: HubBackup) throws {
    guard hub.process != nil, !hub.machine.disk.isHalted else { return }
    let known = try knownAtHub()
    try noteKept()
    hub.end(nil)
    let (machine, name) = (hub.machine, DriverHub.storeName)
    machine.heal()
    for suffix in ["-wal", "-shm"] { machine.folder.remove(name + suffix) }
    do {
      try machine.disk.copy(Self.backupName, to: name)
      if backup.hasLog { try machine.disk.copy(Self.backupName + "-wal", to: name + "-wal") }
      try machine.disk.syncDirectory()
    } catch {
      throw SimulationFailure("a backup takes the place of the hub's file", "\(error)")
    }
    if random.chance(0.7) {
      for account in accounts {
        for suffix in ["", "-wal", "-shm"] {
          machine.folder.remove("replicas/\(account).sqlite" + suffix)
        }
      }
    }
    restoreCount += 1
    // What rests on what is lost is put off, told as lost, or done on what is there again.
    reasons.formUnion([.lost, .permission, .regranted, .unknown, .zoneGone, .lastZone])
    try hub.start(
      DriverHub.Recovery(
        until: machine.now + Int64(random.number(60_000..<1_200_000)),
        epoch: "epoch\(restoreCount)"))
    fault("hub restored")
    undone.formUnion(known.subtracting(try knownAtHub()))
  }

  /// What somebody was told is saved and the hub has.
  private func knownAtHub() throws -> Set<RecordID> {
    let told = devices.flatMap(\.told) + returns.flatMap(\.told) + confirmed
    return try hub.read { reader in
      Set(try Set(told).filter { try !reader.places(of: $0).isEmpty })
    }
  }

  /// Takes note of what devices have sealed: the restored hub must have it in the end, as long as
  /// their disks keep it.
  private func noteKept() throws {
    for device in devices {
      guard let file = device.file, !device.machine.disk.isHalted,
        !device.machine.hasFailedSync
      else { continue }
      let bodies = try file.readAll { connection in
        try connection.query("SELECT body FROM syncSealed") { $0.blob(0) }
      }
      for run in try bodies.map({ try SealedRun(wireBytes: $0) }) {
        for effect in run.entries.flatMap(\.effects)
        where effect.kind == .put && effect.table == "items" {
          kept[device.machine.name, default: [:]][effect.id] = run.zone
        }
      }
    }
  }

  /// Counts what is handed back, and what of it fits no more.
  func note(_ request: HandBackRequest, _ response: HandBackResponse) {
    guard case .runs(let outcomes, let taken, let refused) = response else { return }
    report.answered["handed back", default: 0] += taken
    report.answered["handed back refused", default: 0] += refused
    report.answered["handed back wait", default: 0] += outcomes.count { $0 == .wait }
    guard refused > 0 else { return }
    refusedReturns.formUnion(
      request.runs.flatMap(\.entries).flatMap(\.effects).map(\.id))
  }

  /// In the end a restored hub has all that a device has kept for it.
  func checkKept() throws {
    try hub.read { reader in
      for (machine, records) in kept.sorted(by: { $0.key < $1.key }) {
        for (id, zone) in records.sorted(by: { $0.key < $1.key })
        where !refusedReturns.contains(id) {
          guard try reader.zone(zone)?.isAlive == true else { continue }
          try require(
            try !reader.places(of: id).isEmpty, "a restored hub gets back what a device has",
            "\(id) in \(zone), kept by \(machine)")
        }
      }
    }
  }
}
