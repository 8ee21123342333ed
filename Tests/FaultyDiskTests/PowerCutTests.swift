import FaultyDisk
import SQLite
import Testing

@Suite("Databases on a disk that loses power")
struct PowerCutTests {
  private static let transactions = 9

  /// One history for each change of the disk at which everything can stop.
  private func atEachChange(
    _ seed: UInt64, _ survivals: [FaultyDisk.Survival] = FaultyDisk.Survival.allCases,
    _ make: (FaultyDisk) -> Ledger, check: (inout Ledger, _ place: String) throws -> Void
  ) throws {
    let disk = FaultyDisk(seed: seed)
    let count = changes(of: make(disk), upTo: Self.transactions)
    #expect(count > 50)
    for survival in survivals {
      for place in 0..<count {
        disk.reset(seed: seed << 32 + UInt64(place))
        var ledger = make(disk)
        disk.halt(afterChanges: place)
        // Closing the file writes as well, and says nothing.
        if let error = ledger.write(upTo: Self.transactions) { #expect(error.isStorage) }
        #expect(disk.isHalted)
        disk.cutPower(survival)
        try check(&ledger, "seed \(seed), change \(place), \(survival)")
      }
    }
  }

  @Test(
    "with a write-ahead log and full durability every confirmed transaction survives",
    arguments: 0..<2 as Range<UInt64>)
  func fullDurability(seed: UInt64) throws {
    try atEachChange(seed) {
      Ledger(disk: $0)
    } check: { ledger, place in
      #expect(throws: Never.self, "\(place)") { try ledger.check() }
    }
  }

  @Test(
    "with normal durability a prefix survives, and the file is in order",
    arguments: 0..<2 as Range<UInt64>)
  func normalDurability(seed: UInt64) throws {
    var hasLost = false
    try atEachChange(seed) {
      Ledger(disk: $0, durability: .normal)
    } check: { ledger, place in
      let confirmed = ledger.confirmed
      #expect(throws: Never.self, "\(place)") { try ledger.check(mayLose: true) }
      if ledger.confirmed < confirmed { hasLost = true }
    }
    #expect(hasLost, "the disk has cost no transaction, so it proves nothing")
  }

  @Test(
    "a rollback journal repairs torn pages",
    arguments: ["DELETE", "TRUNCATE", "PERSIST"])
  func rollbackJournal(mode: String) throws {
    let extra = "PRAGMA synchronous=EXTRA"
    try atEachChange(1, [.some, .torn]) {
      Ledger(disk: $0, journalMode: mode, extraPragmas: extra)
    } check: { ledger, place in
      #expect(throws: Never.self, "\(place)") { try ledger.check() }
    }
  }

  /// Several stops one after the other, with all that lies between on the same disk.
  private func manyStops(seed: UInt64, _ ledger: inout Ledger, mayLose: Bool = false) throws {
    var random = TestRandom(state: seed)
    for _ in 0..<5 {
      let target = ledger.confirmed + Int.random(in: 1...6, using: &random)
      if Int.random(in: 0..<6, using: &random) > 0 {
        ledger.disk.halt(afterChanges: Int.random(in: 0..<60, using: &random))
      }
      _ = ledger.write(upTo: target)
      if Int.random(in: 0..<4, using: &random) == 0 {
        ledger.disk.crashProcesses()
        try ledger.check()
      } else {
        ledger.disk.cutPower(FaultyDisk.Survival.allCases.randomElement(using: &random) ?? .torn)
        try ledger.check(mayLose: mayLose)
      }
    }
    ledger.disk.forgetFaults()
    #expect(ledger.write(upTo: ledger.confirmed + 3) == nil)
    try ledger.check()
  }

  @Test(
    "one stop after the other loses nothing that was confirmed",
    arguments: 0..<20 as Range<UInt64>)
  func stopsInARow(block: UInt64) throws {
    for seed in block * 10..<(block + 1) * 10 {
      var ledger = Ledger(disk: FaultyDisk(seed: seed))
      #expect(throws: Never.self, "seed \(seed)") { try manyStops(seed: seed, &ledger) }
      var normal = Ledger(disk: FaultyDisk(seed: seed), durability: .normal)
      #expect(throws: Never.self, "normal, seed \(seed)") {
        try manyStops(seed: seed, &normal, mayLose: true)
      }
    }
  }

  @Test("a disk that only says it has synced is found out")
  func lyingDisk() throws {
    var losses = 0
    for seed in 0..<60 as Range<UInt64> {
      var ledger = Ledger(disk: FaultyDisk(seed: seed))
      ledger.disk.lie()
      if (try? manyStops(seed: seed, &ledger)) == nil { losses += 1 }
    }
    #expect(losses > 30)
  }

  @Test("a file system that keeps no order of names may take back the switch to a log")
  func looseNames() throws {
    var losses = 0
    for seed in 0..<60 as Range<UInt64> {
      var ledger = Ledger(disk: FaultyDisk(seed: seed))
      ledger.disk.loosenNames()
      #expect(ledger.write(upTo: 1) == nil)
      ledger.disk.cutPower(.torn)
      do {
        try ledger.check()
      } catch Ledger.Damage.lost(let confirmed, let found) {
        // The journal of the switch is back: it undoes all that came after, down to the empty file.
        #expect((confirmed, found) == (1, 0))
        losses += 1
      }
    }
    #expect(losses > 10 && losses < 50)
  }

  @Test("the same seed gives the same history")
  func determinism() throws {
    func history(_ seed: UInt64) throws -> [FaultyDisk.Counts] {
      var ledger = Ledger(disk: FaultyDisk(seed: seed), durability: .normal)
      return try (1...4).map { round in
        ledger.disk.halt(afterChanges: 30 + round)
        _ = ledger.write(upTo: ledger.confirmed + 8)
        ledger.disk.cutPower(.torn)
        try ledger.check(mayLose: true)
        return ledger.disk.counts
      }
    }
    #expect(try history(5) == history(5))
    #expect(try history(5) != history(6))
  }
}
