import SyncProtocol
import TestSupport
import Testing

/// A home that somebody has alone for a moment.
@Suite struct HoldTests {
  @Test(
    "T3 what rests on a change set that waits for a hold waits, too, and both are done after it")
  func dependent() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let lamp = try ann.addItem("lamp", in: home)
    let cabin = try ann.addHome("Cabin")
    try shared.settle()
    #expect(try world.hub.hold([home], replica: "bob", as: "bob"))
    try ann.moveItem(lamp, to: cabin)
    try ann.rename(lamp, "lamp in the cabin")
    try ann.push()
    #expect(try ann.pendingCount == 2)
    world.now += 6000
    try ann.sync()
    #expect(try ann.refusals == [])
    #expect(try world.value("name", of: lamp, in: cabin) == "lamp in the cabin")
  }

  @Test("T3b a new home with something of a held one waits with all that is put into it")
  func newHome() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let lamp = try ann.addItem("lamp", in: home)
    try shared.settle()
    #expect(try world.hub.hold([home], replica: "bob", as: "bob"))
    var cabin = ""
    try ann.write { transaction in
      cabin = transaction.newID()
      try transaction.connection.execute(
        "INSERT INTO homes (id, name, left, right) VALUES (?, 'Cabin', 0, 0)", .text(cabin))
      try transaction.connection.execute(
        "UPDATE items SET homeID = ? WHERE id = ?", .text(cabin), .text(lamp))
    }
    try ann.addItem("vase", in: cabin)
    try ann.push()
    world.now += 6000
    try ann.sync()
    #expect(try ann.refusals == [])
    #expect(try ann.items == ["lamp", "vase"])
    #expect(try ann.pendingCount == 0)
  }

  @Test("what does not rest on what waits is sent meanwhile")
  func others() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    let cabin = try ann.addHome("Cabin")
    try shared.settle()
    #expect(try world.hub.hold([home], replica: "bob", as: "bob"))
    try ann.addItem("held", in: home)
    let free = try ann.addItem("free", in: cabin)
    try ann.push(maxChangeSets: 1)
    #expect(try world.value("name", of: free, in: cabin) == "free")
    #expect(try ann.pendingCount == 2)
  }

  @Test(
    "T6 nobody has a home for long: others wait at most as long as a hold may last"
  )
  func bounded() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    var waits = 0
    var row = 0
    var longest = 0
    let tries = 600
    for index in 0..<tries {
      _ = try world.hub.hold([home], replica: "evil-\(index % 3)", as: "bob")
      let lamp = try ann.addItem("lamp \(index)", in: home)
      try ann.push()
      let isWaiting = try world.value("name", of: lamp, in: home) == nil
      row = isWaiting ? row + 1 : 0
      waits += isWaiting ? 1 : 0
      longest = max(longest, row)
      world.now += 1000
    }
    #expect(longest <= 15)
    #expect(waits <= tries / 2)
    world.now += 6000
    try ann.sync()
    #expect(try ann.pendingCount == 0)
    #expect(try ann.count("items") == tries)
  }

  @Test("who asks while somebody else has the home is next")
  func queue() throws {
    let shared = try SharedHome()
    let (world, home) = (shared.world, shared.home)
    #expect(try world.hub.hold([home], replica: "bob", as: "bob"))
    #expect(try !world.hub.hold([home], replica: "ann", as: "ann"))
    #expect(try !world.hub.hold([home], replica: "ann-phone", as: "ann"))
    world.now += 5000
    #expect(try !world.hub.hold([home], replica: "ann-phone", as: "ann"))
    #expect(try world.hub.hold([home], replica: "ann", as: "ann"))
  }

  @Test("a hub whose clock was set back forgets a hold that has not begun")
  func clockBack() throws {
    let shared = try SharedHome()
    let (world, ann, home) = (shared.world, shared.ann, shared.home)
    #expect(try world.hub.hold([home], replica: "bob", as: "bob"))
    world.now -= 86_400_000
    let lamp = try ann.addItem("lamp", in: home)
    try ann.sync()
    #expect(try world.value("name", of: lamp, in: home) == "lamp")
  }
}
