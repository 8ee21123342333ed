import CSQLite
import FaultyDisk
import Glibc
import SQLite
import Testing

@Suite("Databases on a disk that fails")
struct FaultTests {
  @Test("a failed sync fails the commit, and nothing that was confirmed before is lost")
  func failedSync() throws {
    for seed in 0..<100 as Range<UInt64> {
      let disk = FaultyDisk(seed: seed)
      var ledger = Ledger(disk: disk)
      #expect(ledger.write(upTo: 3) == nil)
      disk.fail(.sync, after: Int(seed % 7))
      let error = ledger.write(upTo: 8)
      if let error { #expect(error.code == SQLITE_IOERR | (4 << 8), "seed \(seed)") }
      #expect(disk.counts.faults == 1)
      #expect(ledger.write(upTo: 11) == nil)
      disk.cutPower(.torn)
      try ledger.check()
    }
  }

  /// A sync fails, SQLite goes on, and some time later the power is cut. Returns how many files
  /// were broken by it, and how many had lost what was confirmed.
  private func failedSyncs(_ durability: Connection.Durability) -> (broken: Int, lost: Int) {
    var (broken, lost) = (0, 0)
    for place in 0..<300 {
      let disk = FaultyDisk(seed: UInt64(place))
      var ledger = Ledger(disk: disk, durability: durability)
      disk.fail(.sync, after: 4 + place % 4)
      disk.halt(afterChanges: 50 + place % 130)
      if ledger.write(upTo: 12) != nil, !disk.isHalted { _ = ledger.write(upTo: 12) }
      disk.cutPower(.torn)
      do {
        try ledger.check()
      } catch Ledger.Damage.lost {
        lost += 1
      } catch {
        broken += 1
      }
    }
    return (broken, lost)
  }

  @Test("full durability outlives a failed sync with a power cut later; normal may break the file")
  func failedSyncBeforePowerCut() {
    #expect(failedSyncs(.full) == (0, 0))
    // SQLite tells nobody of a failed sync when it moves the log into the file, and the next time
    // takes the log for synced.
    #expect(failedSyncs(.normal).broken > 0)
  }

  @Test("each operation that fails is an error of the storage, and harms nothing")
  func eachOperation() throws {
    let kinds: [FaultyDisk.Operations] = [
      .open, .create, .read, .write, .truncate, .sync, .delete, .size, .access, .lock,
      .sharedMemory,
    ]
    for kind in kinds {
      var failures = 0
      for place in 0..<12 {
        let disk = FaultyDisk(seed: UInt64(place))
        var ledger = Ledger(disk: disk)
        #expect(ledger.write(upTo: 2) == nil)
        disk.fail(kind, after: place)
        if let error = ledger.write(upTo: 6) {
          #expect(error.isStorage, "\(kind) \(error)")
          failures += 1
        }
        disk.forgetFaults()
        #expect(ledger.write(upTo: 7) == nil)
        try ledger.check()
      }
      // A log that cannot be shortened or deleted harms nobody.
      if ![.truncate, .delete].contains(kind) { #expect(failures > 0, "\(kind)") }
    }
  }

  @Test("a full disk refuses, and the database goes on when there is room")
  func fullDisk() throws {
    let disk = FaultyDisk(seed: 1)
    var ledger = Ledger(disk: disk)
    let connection = try ledger.open()
    try ledger.append(to: connection)
    let capacity = disk.usedBytes + 20_000
    disk.limit(capacityBytes: capacity)
    let error = #expect(throws: SQLiteError.self) {
      while true { try ledger.append(to: connection) }
    }
    #expect(error?.isDiskFull == true)
    #expect(disk.counts.refusals > 0)
    #expect(disk.usedBytes <= capacity)
    let before = ledger.confirmed
    disk.limit(capacityBytes: nil)
    try ledger.append(to: connection)
    #expect(ledger.confirmed == before + 1)
    disk.cutPower(.torn)
    try ledger.check()
  }

  @Test("a full disk at any size loses nothing")
  func fullDiskAtAnySize() throws {
    for room in stride(from: 0, to: 200_000, by: 3_777) {
      let disk = FaultyDisk(seed: UInt64(room))
      disk.limit(capacityBytes: room)
      var ledger = Ledger(disk: disk)
      if let error = ledger.write(upTo: 12) { #expect(error.isStorage) }
      disk.cutPower(.torn)
      disk.limit(capacityBytes: nil)
      try ledger.check()
      #expect(ledger.write(upTo: 14) == nil)
    }
  }

  @Test("damage is noticed")
  func damage() throws {
    let disk = FaultyDisk(seed: 1)
    var ledger = Ledger(disk: disk)
    #expect(ledger.write(upTo: 8) == nil)
    let whole = disk.snapshot()
    // The header of the second page, which is the root of the entries.
    try disk.damage(Ledger.name, page: 2, pageBytes: 4096, bytes: Array(repeating: 0xff, count: 64))
    #expect(throws: (any Error).self) { try ledger.recovered() }
    disk.restore(whole)
    #expect(try ledger.recovered() == 8)
    // One bit of a text, which only the index on it tells.
    let bytes = try disk.read(Ledger.name)
    let body = Array("6,6,6,6,6,6".utf8)
    let place = bytes.indices.first { bytes[$0...].starts(with: body) }
    try disk.flipBit(1, ofByte: #require(place), in: Ledger.name)
    #expect(throws: (any Error).self) { try ledger.recovered() }
    #expect(throws: DiskError(code: ERANGE)) {
      try disk.flipBit(0, ofByte: bytes.count, in: Ledger.name)
    }
  }
}
