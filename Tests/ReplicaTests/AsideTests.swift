import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Whatever one home holds, the others go on.
@Suite struct AsideTests {
  /// Ann's device, two homes, and a page that tells of both.
  private struct Scene {
    let world: SyncWorld
    let ann: SyncDevice
    let flat: ZoneID
    let cabin: ZoneID

    init() throws {
      world = try SyncWorld()
      ann = try world.device("ann")
      flat = try ann.addHome("Flat")
      cabin = try ann.addHome("Cabin")
      try ann.sync()
    }

    func other() throws -> SyncDevice {
      let other = try world.device("ann", "ann-2")
      try other.sync()
      return other
    }

    /// The next pull of a device, with what `spoil` makes of each page.
    func pull(
      _ device: SyncDevice, as account: AccountID = "ann", _ spoil: (inout PullPage) -> Void
    ) throws {
      for _ in 0..<10 {
        let request = try device.replica.nextPull()
        guard case .page(var page) = try world.hub.pull(request, as: account) else { continue }
        spoil(&page)
        if try device.replica.receive(.page(page), to: request) == .done { return }
      }
      Issue.record("the pull does not end")
    }

    func reasons(_ device: SyncDevice) throws -> [ZoneID: ZoneAside.Reason] {
      try device.replica.zonesAside().reduce(into: [:]) { $0[$1.zone] = $1.reason }
    }
  }

  private func dangling(in zone: ZoneID, _ page: inout PullPage) {
    let photo = Effect(
      .put, "photos", "hanging", registers: ["itemID": "nowhere", "caption": "p"])
    for index in page.snapshots.indices where page.snapshots[index].zone == zone {
      page.snapshots[index].records.append(photo)
    }
    for index in page.entries.indices where page.entries[index].zone == zone {
      page.entries[index].effects.append(photo)
    }
  }

  @Test(
    "a home in which something hangs on nothing is set aside until it holds together"
  )
  func inconsistent() throws {
    let scene = try Scene()
    let (ann, world) = (scene.ann, scene.world)
    let other = try scene.other()
    try other.addItem("in the flat", in: scene.flat)
    try other.addItem("in the cabin", in: scene.cabin)
    try other.sync()
    try scene.pull(ann) { dangling(in: scene.flat, &$0) }
    #expect(try ann.items == ["in the cabin"])
    #expect(try scene.reasons(ann) == [scene.flat: .inconsistent])
    let aside = try #require(try ann.replica.status().aside.first)
    #expect(aside.detail == "photos/hanging refers to items" && aside.tries == 1)
    // What is written there is sent all the same.
    try ann.run("UPDATE homes SET name = 'Flat 4B' WHERE id = ?", .text(scene.flat))
    try ann.addItem("oar", in: scene.cabin)
    try ann.sync()
    #expect(try world.value("name", of: scene.flat, in: scene.flat) == "Flat 4B")
    #expect(try ann.items == ["in the cabin", "oar"])
    world.now += ZoneAside.maxPauseMilliseconds
    try ann.sync()
    #expect(try scene.reasons(ann) == [:])
    #expect(try ann.items == ["in the cabin", "in the flat", "oar"])
    #expect(try ann.pendingCount == 0)
  }

  @Test("a home that is spoiled once is whole with the next try, at once")
  func once() throws {
    let scene = try Scene()
    let other = try scene.other()
    try other.addItem("in the flat", in: scene.flat)
    try other.sync()
    var isFirst = true
    try scene.pull(scene.ann) { page in
      if isFirst { dangling(in: scene.flat, &page) }
      isFirst = false
    }
    #expect(try scene.ann.items == ["in the flat"])
    #expect(try scene.reasons(scene.ann) == [:])
  }

  @Test(
    "values of the wrong shape, from whatever hub, are their home's trouble and stop no program",
    arguments: [
      FieldValue.list([1]), .map(["a": 1]),
    ])
  func misshapen(_ value: FieldValue) throws {
    let scene = try Scene()
    let other = try scene.other()
    try other.addItem("in the flat", in: scene.flat)
    try other.addItem("in the cabin", in: scene.cabin)
    try other.sync()
    try scene.pull(scene.ann) { page in
      for index in page.entries.indices where page.entries[index].zone == scene.flat {
        page.entries[index].effects[0].registers["name"] = value
      }
      for index in page.snapshots.indices where page.snapshots[index].zone == scene.flat {
        page.snapshots[index].records[0].registers["name"] = value
      }
    }
    #expect(try scene.ann.items == ["in the cabin"])
    #expect(try scene.reasons(scene.ann) == [scene.flat: .unreadable])
  }

  @Test(
    "what spans two homes is seen in both or in neither, until the troubled one was taken anew"
  )
  func spanning() throws {
    let scene = try Scene()
    let ann = scene.ann
    let lamp = try ann.addItem("lamp", in: scene.flat)
    try ann.sync()
    let other = try scene.other()
    try other.moveItem(lamp, to: scene.cabin)
    try other.sync()
    var places: [[String]] = []
    try scene.pull(ann) { page in
      places.append((try? ann.texts("SELECT homeID FROM items")) ?? [])
      dangling(in: scene.flat, &page)
    }
    // After the first try it was where it had been: nothing is seen twice or nowhere.
    #expect(places == [[scene.flat], [scene.flat]])
    #expect(try scene.reasons(ann) == [scene.flat: .inconsistent])
    #expect(try ann.texts("SELECT homeID FROM items") == [scene.cabin])
  }

  @Test("what a home that is left behind refers to may go to another one, which goes on")
  func leftBehind() throws {
    let scene = try Scene()
    let ann = scene.ann
    let lamp = try ann.addItem("lamp", in: scene.flat)
    let photo = try ann.addPhoto("front", of: lamp, in: scene.flat)
    try ann.sync()
    let other = try scene.other()
    try other.run("DELETE FROM photos WHERE id = ?", .text(photo))
    try other.sync()
    try other.moveItem(lamp, to: scene.cabin)
    try other.sync()
    try scene.pull(ann) { dangling(in: scene.flat, &$0) }
    #expect(try scene.reasons(ann) == [scene.flat: .inconsistent])
    #expect(try ann.texts("SELECT homeID FROM items") == [scene.cabin])
    #expect(try ann.count("photos") == 0)
    scene.world.now += ZoneAside.maxPauseMilliseconds
    try ann.sync()
    #expect(try scene.reasons(ann) == [:])
    #expect(try ann.texts("SELECT homeID FROM items") == [scene.cabin])
  }

  @Test("a home that is set aside goes at once when its account has lost it")
  func lost() throws {
    let scene = try Scene()
    let bob = try scene.world.device("bob")
    try bob.addHome("Bob's")
    try bob.sync()
    try scene.world.admit("bob", to: scene.flat, by: "ann")
    try bob.sync()
    try scene.ann.addItem("in the flat", in: scene.flat)
    try scene.ann.sync()
    for _ in 0..<2 { try scene.pull(bob, as: "bob") { dangling(in: scene.flat, &$0) } }
    #expect(try scene.reasons(bob) == [scene.flat: .inconsistent])
    try scene.world.hub.remove("bob", from: scene.flat, by: "ann")
    try scene.pull(bob, as: "bob") { _ in }
    #expect(try bob.texts("SELECT name FROM homes") == ["Bob's"])
    #expect(try scene.reasons(bob) == [:])
  }

  @Test("a kind of zone that only a newer hub knows is set aside, and nothing of it is purged")
  func unknownKind() throws {
    let scene = try Scene()
    let other = try scene.other()
    try other.addItem("in the cabin", in: scene.cabin)
    try other.sync()
    for progress: PullProgress in [.restart, .done] {
      let request = try scene.ann.replica.nextPull()
      let response = try scene.world.hub.pull(request, as: "ann")
      var text = String(decoding: response.wireBytes, as: UTF8.self)
      let head = #"{"zone":"\#(scene.flat)","kind":"home""#
      #expect(text.contains(head))
      text = text.replacing(head, with: #"{"zone":"\#(scene.flat)","kind":"workshop""#)
      let read = try PullResponse(wireBytes: Array(text.utf8))
      #expect(try scene.ann.replica.receive(read, to: request) == progress)
    }
    #expect(try scene.reasons(scene.ann) == [scene.flat: .unreadable])
    #expect(try scene.ann.items == ["in the cabin"])
    #expect(try scene.ann.count("homes") == 2)
    // A program that knows it, or a hub that no longer says it, has it back.
    scene.world.now += ZoneAside.maxPauseMilliseconds
    try scene.ann.sync()
    #expect(try scene.reasons(scene.ann) == [:])
  }

  @Test("an effect of a kind that only a newer hub knows sets its home aside, over the wire, too")
  func unknownEffect() throws {
    let scene = try Scene()
    let other = try scene.other()
    try other.rename(try other.addItem("x", in: scene.flat), "in the flat")
    try other.addItem("in the cabin", in: scene.cabin)
    try other.sync()
    let request = try scene.ann.replica.nextPull()
    var text = String(
      decoding: try scene.world.hub.pull(request, as: "ann").wireBytes, as: UTF8.self)
    text = text.replacing(#"{"k":"c","t":"items""#, with: #"{"k":"q","t":"items""#)
    _ = try scene.ann.replica.receive(
      PullResponse(wireBytes: Array(text.utf8)), to: request)
    #expect(try scene.reasons(scene.ann) == [scene.flat: .unreadable])
    // It is taken anew from its snapshot, which the program can read.
    try scene.ann.sync()
    #expect(try scene.reasons(scene.ann) == [:])
    #expect(try scene.ann.items == ["in the cabin", "in the flat"])
  }

  @Test(
    "a damaged record or log entry of the hub spoils its home alone"
  )
  func damagedStore() throws {
    let scene = try Scene()
    let world = scene.world
    let lamp = try scene.ann.addItem("lamp", in: scene.flat)
    try scene.ann.addItem("oar", in: scene.cabin)
    try scene.ann.sync()
    try world.store.connection.execute(
      "UPDATE records SET content = x'5b5b' WHERE id = ?", .text(lamp))
    let fresh = try world.device("ann", "ann-3")
    try fresh.sync()
    #expect(try scene.reasons(fresh) == [scene.flat: .unreadable])
    #expect(try fresh.items == ["oar"])
    let other = try world.device("ann", "ann-4")
    try other.sync()
    try world.store.connection.execute(
      "UPDATE log SET bytes = x'7b7b' WHERE zoneID = ?", .text(scene.cabin))
    let request = PullRequest(
      epoch: "epoch-1", replica: "ann-5",
      zones: [scene.cabin: .at(1, grant: try #require(try grant(scene)))])
    guard case .page(let page) = try world.hub.pullRaw(request, as: "ann") else {
      Issue.record("no page")
      return
    }
    #expect(Set(page.unreadable.keys) == [scene.cabin, scene.flat])
    _ = try PullResponse(wireBytes: page.wireBytes)
  }

  private func grant(_ scene: Scene) throws -> String? {
    try scene.world.store.read { try $0.grant(in: scene.cabin, for: "ann")?.grantID }
  }
}
