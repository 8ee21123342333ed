import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct PullTests {
  private func pair() throws -> (SyncWorld, one: SyncDevice, two: SyncDevice, home: ZoneID) {
    let world = try SyncWorld()
    let (one, two) = (try world.device("ann", "one"), try world.device("ann", "two"))
    let home = try one.addHome("Flat")
    try one.sync()
    try two.sync()
    return (world, one, two, home)
  }

  @Test("D-SYN-2 with pages of one byte every change set still arrives whole and at once")
  func smallPages() throws {
    let (world, one, two, home) = try pair()
    for number in 0..<20 {
      try one.write { transaction in
        let id = transaction.newID()
        try transaction.connection.execute(
          "INSERT INTO items (id, homeID, name) VALUES (?, ?, ?)", .text(id), .text(home),
          .text("\(number)"))
        try transaction.connection.execute(
          "INSERT INTO photos (id, homeID, itemID, caption) VALUES (?, ?, ?, '')",
          .text(transaction.newID()), .text(home), .text(id))
      }
    }
    try one.sync()
    var pages = 0
    while true {
      let request = try two.replica.nextPull(maxBytes: 1)
      let response = try world.hub.pull(request, as: "ann")
      if case .page(let page) = response {
        #expect(page.entries.allSatisfy { $0.effects.count == 2 })
        #expect(page.entries.count <= 1)
      }
      let progress = try two.replica.receive(response, to: request)
      pages += 1
      if progress == .done { break }
      #expect(try two.items == [])
    }
    #expect(pages >= 20)
    #expect(try two.count("items") == 20)
    #expect(try two.count("photos") == 20)
  }

  @Test("what went through a home that is loaded on the way is where it is in the end")
  func movedThrough() throws {
    let (_, one, two, home) = try pair()
    let from = try one.addHome("Garage")
    try one.sync()
    try two.sync()
    let item = try one.addItem("boat", in: from)
    try one.sync()
    // New to the other device, whose pull has no log of it that says what came first.
    let between = try one.addHome("Shed")
    try one.sync()
    for next in [between, home] {
      try one.moveItem(item, to: next)
      try one.sync()
    }
    try two.sync()
    #expect(try two.texts("SELECT homeID FROM items WHERE id = ?", .text(item)) == [home])
  }

  @Test("S1-9.2-b a first load in many small pages equals the hub, whatever changes meanwhile")
  func loadUnderChanges() throws {
    let (world, one, _, home) = try pair()
    var items: [RecordID] = []
    for number in 0..<30 { items.append(try one.addItem("\(number)", in: home)) }
    try one.sync()
    let three = try world.device("ann", "three")
    var step = 0
    while true {
      let request = try three.replica.nextPull(maxBytes: 200)
      let progress = try three.replica.receive(world.hub.pull(request, as: "ann"), to: request)
      if progress == .done { break }
      #expect(try three.items == [])
      if step < 20 {
        try one.rename(items[step], "changed \(step)")
        try one.deleteItem(items[29 - step])
        try one.addItem("new \(step)", in: home)
        items.append("")
        try one.push()
      }
      step += 1
      try #require(step < 500)
    }
    try three.sync()
    try one.sync()
    #expect(try three.items == one.items)
    #expect(
      try three.replica.confirmedDigests()[home]?.digest
        == one.replica.confirmedDigests()[home]?.digest)
  }

  @Test("a response to an earlier request of a pull changes nothing, however late it comes")
  func staleResponse() throws {
    let (world, one, two, home) = try pair()
    let item = try one.addItem("lamp", in: home)
    try one.sync()
    let old = try two.replica.nextPull()
    let oldResponse = try world.hub.pull(old, as: "ann")
    try one.rename(item, "newer lamp")
    try one.sync()
    try two.pull()
    #expect(try two.items == ["newer lamp"])
    #expect(try two.replica.receive(oldResponse, to: old) == .stale)
    #expect(try two.items == ["newer lamp"])
  }

  @Test("a response that arrives twice is applied once")
  func doubledResponse() throws {
    let (world, one, two, home) = try pair()
    try one.addItem("lamp", in: home)
    try one.sync()
    let request = try two.replica.nextPull()
    let response = try world.hub.pull(request, as: "ann")
    #expect(try two.replica.receive(response, to: request) == .done)
    #expect(try two.replica.receive(response, to: request) == .stale)
    #expect(try two.items == ["lamp"])
  }

  @Test("a program that ends in the middle of a pull has shown nothing and begins anew")
  func restartDuringPull() throws {
    let (world, one, two, home) = try pair()
    for number in 0..<10 { try one.addItem("\(number)", in: home) }
    try one.sync()
    let request = try two.replica.nextPull(maxBytes: 1)
    #expect(try two.replica.receive(world.hub.pull(request, as: "ann"), to: request) == .more)
    try two.restart()
    #expect(try two.items == [])
    try two.sync()
    #expect(try two.count("items") == 10)
  }

  @Test("D-SYN-3 who comes back after the log was shortened loads anew and keeps what is pending")
  func belowTheFloor() throws {
    let (world, one, two, home) = try pair()
    let item = try one.addItem("lamp", in: home)
    let gone = try one.addItem("vase", in: home)
    try one.sync()
    try two.sync()
    try two.rename(item, "two's lamp")
    try two.addItem("chair", in: home)
    try one.deleteItem(gone)
    try one.addItem("desk", in: home)
    try one.sync()
    world.now += 90 * 86_400_000
    let head = try #require(try world.head(of: home))
    try world.store.write { try $0.trimLog(of: home, through: head) }
    try two.pull()
    #expect(try two.items == ["chair", "desk", "two's lamp"])
    #expect(try two.pendingCount == 2)
    try two.sync()
    try one.sync()
    #expect(try one.items == ["chair", "desk", "two's lamp"])
    #expect(try two.refusals == [])
  }

  @Test("a deletion whose log entry is gone is not undone by a late edit")
  func noResurrection() throws {
    let (world, one, two, home) = try pair()
    let item = try one.addItem("lamp", in: home)
    try one.sync()
    try two.sync()
    try one.deleteItem(item)
    try one.sync()
    let head = try #require(try world.head(of: home))
    try world.store.write { try $0.trimLog(of: home, through: head) }
    try two.rename(item, "undead")
    try two.sync()
    #expect(try two.items == [])
    #expect(try two.refusals == [.gone])
  }

  @Test("what spans two homes is seen in both at once or not yet")
  func spanning() throws {
    let (world, one, two, flat) = try pair()
    let cabin = try one.addHome("Cabin")
    let item = try one.addItem("boat", in: flat)
    try one.sync()
    try two.sync()
    for round in 0..<6 {
      try one.moveItem(item, to: round.isMultiple(of: 2) ? cabin : flat)
      try one.addItem("\(round)", in: round.isMultiple(of: 2) ? flat : cabin)
    }
    try one.sync()
    while true {
      let request = try two.replica.nextPull(maxBytes: 1)
      let progress = try two.replica.receive(world.hub.pull(request, as: "ann"), to: request)
      #expect(try two.texts("SELECT count(*) FROM items WHERE id = ?", .text(item)) == ["1"])
      if progress == .done { break }
    }
    #expect(try two.texts("SELECT homeID FROM items WHERE id = ?", .text(item)) == [flat])
    #expect(try two.count("items") == 7)
  }

  @Test("D-SYN-6 D-SYN-14 a record that this program cannot store is put aside, the rest arrives")
  func poisonRecord() throws {
    let (world, one, _, home) = try pair()
    let strict = TestSchema.sql.replacing(
      "name TEXT NOT NULL, price INTEGER,",
      with: "name TEXT NOT NULL CHECK (name <> 'poison'), price INTEGER,")
    let three = try world.device("ann", "three", sql: [strict])
    try three.sync()
    try one.addItem("lamp", in: home)
    let bad = try one.addItem("poison", in: home)
    try one.addItem("chair", in: home)
    try one.sync()
    try three.sync()
    #expect(try three.items == ["chair", "lamp"])
    #expect(try three.texts("SELECT recordID FROM syncUnknown") == [bad])
    try one.addItem("desk", in: home)
    try one.sync()
    try three.sync()
    #expect(try three.items == ["chair", "desk", "lamp"])
  }

  @Test("nothing is pulled twice: with nothing new a pull brings nothing")
  func idle() throws {
    let (world, _, two, _) = try pair()
    let request = try two.replica.nextPull()
    guard case .page(let page) = try world.hub.pull(request, as: "ann") else {
      Issue.record("no page")
      return
    }
    #expect(page.entries.isEmpty)
    #expect(page.snapshots.isEmpty)
    #expect(page.isLast)
  }

  @Test("a status with something pending or refused says so")
  func status() throws {
    let (world, one, _, home) = try pair()
    #expect(try one.replica.status().pendingCount == 0)
    #expect(try one.replica.status().lastContactAt == world.now)
    try one.addItem("lamp", in: home)
    world.now += 5000
    #expect(try one.replica.status().pendingCount == 1)
    #expect(try one.replica.status().lastContactAt == world.now - 5000)
    let fresh = try world.device("ann", "fresh")
    #expect(try fresh.replica.status().isEmpty)
  }
}
