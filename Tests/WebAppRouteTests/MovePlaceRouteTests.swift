import Testing

@testable import hearth
@testable import ThingsWeb
@testable import Web

/// Moving a place with all that is in it from a home to another.
@Suite struct MovePlaceRouteTests {
  @Test("X05 a box moves with all in it after a page that says what goes along, and back again")
  func moveAndUndo() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let crate = try await owner.addPlace("Crate", flat)
    let bag = try await owner.addPlace("Bag", flat, in: crate)
    let kettle = try await owner.addItem("Kettle", flat, at: crate)
    _ = try await owner.addItem("Tent", flat, at: bag)
    try await owner.upload(
      "/items/\(kettle)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let room = "/homes/\(flat)/rooms/\(crate)"
    #expect(try await owner.get(room).main.contains("href=\"\(room)/move\""))
    let question = try await owner.get("\(room)/move")
    for text in [
      catalogue.moveTitle("Crate", to: "Cabin"), "2 items go along", "1 place inside it goes along",
      "1 photo goes along",
    ] { #expect(question.main.contains(text), "\(text)") }
    let shed = try await owner.addPlace("Shed", cabin)
    let moved = try await owner.submit(
      "\(room)/move", ["home": cabin, "parentID": shed, "name": "Crate"])
    #expect(moved.location == "/homes/\(cabin)/rooms/\(crate)")
    let there = try await owner.get("/homes/\(cabin)/rooms/\(crate)")
    for text in ["Kettle", "Tent", "Shed", "Bag"] {
      #expect(there.main.contains(text), "\(text)")
    }
    #expect(there.text.contains("Moved Crate to Cabin"))
    #expect(try await owner.get(room).status == 404)
    #expect(try await !owner.get("/homes/\(flat)/items").main.contains("Kettle"))
    let picture = try owner.require(
      try await owner.get("/items/\(kettle)").text.firstMatch(of: /id="photo-([^"]+)"/)
        .map { String($0.1) })
    #expect(try await owner.get("/photos/\(picture)/thumbnail").status == 200)

    #expect(try await owner.takeBack(there).location == room)
    let back = try await owner.get(room)
    #expect(back.main.contains("Kettle") && back.main.contains("Tent"))
    #expect(try await !owner.get("/homes/\(cabin)/items").main.contains("Kettle"))
  }

  @Test("a taken name is asked for anew, and so is a place that is none of the new home")
  func asked() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let crate = try await owner.addPlace("Crate", flat)
    let shelf = try await owner.addPlace("Shelf", flat)
    _ = try await owner.addPlace("Crate", cabin)
    let address = "/homes/\(flat)/rooms/\(crate)/move"
    try await owner.get(address)
    let taken = try await owner.submit(address, ["home": cabin, "parentID": "", "name": "Crate"])
    #expect(taken.status == 422)
    #expect(taken.main.contains("already one called Crate"))
    #expect(taken.main.contains(catalogue.nameThere))
    let wrong = try await owner.submit(
      address, ["home": cabin, "parentID": shelf, "name": "Crate"])
    #expect(wrong.status == 422 && wrong.main.contains("no longer there"))
    let moved = try await owner.submit(
      address, ["home": cabin, "parentID": "", "name": "Blue crate"])
    #expect(moved.status == 303)
    #expect(try await owner.get("/homes/\(cabin)/rooms").main.contains("Blue crate"))
  }

  @Test("D-PRM-7 a place moves only between homes that the person may write in")
  func refused() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let crate = try await owner.addPlace("Crate", flat)
    let kettle = try await owner.addItem("Kettle", flat, at: crate)
    let address = "/homes/\(flat)/rooms/\(crate)/move"
    #expect(try await owner.get(address).main.contains(catalogue.noOtherHome))
    let stan = try await hearth.person("stan")
    let own = try await stan.addHome("Own")
    let bag = try await stan.addPlace("Bag", own)
    #expect(try await stan.get(address).status == 404)
    try await hearth.admit(stan, to: flat, of: owner, role: "viewer")
    #expect(try await stan.get(address).status == 403)
    #expect(try await stan.submit(address, ["home": own, "name": "Crate"]).status == 403)
    #expect(try await !stan.get("/homes/\(flat)/rooms/\(crate)").main.contains("/move"))
    // Into a home that he only views he moves nothing either, and is told so.
    let out = "/homes/\(own)/rooms/\(bag)/move"
    #expect(try await stan.get("\(out)?home=\(flat)").status == 404)
    #expect(try await stan.submit(out, ["home": flat, "name": "Bag"]).status == 403)
    #expect(try await stan.submit(out, ["home": "none", "name": "Bag"]).status == 404)
    #expect(try await stan.get("/homes/\(own)/rooms").main.contains("Bag"))
    #expect(try await owner.get("/items/\(kettle)").main.contains("Crate"))
  }

  @Test("a device moves a box without the hub; the hub has all of it in the new home afterwards")
  func offline() async throws {
    let setting = try await DeviceSetting()
    let cabin = try await setting.owner.addHome("Cabin")
    let crate = try await setting.owner.addPlace("Crate", setting.home)
    let kettle = try await setting.owner.addItem("Kettle", setting.home, at: crate)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    let address = "/homes/\(setting.home)/rooms/\(crate)/move"
    try await browser.get(address)
    let moved = try await browser.submit(address, ["home": cabin, "name": "Crate"])
    #expect(moved.location == "/homes/\(cabin)/rooms/\(crate)")
    #expect(try await browser.get("/sync").text.contains("1 change waits to be sent"))
    try setting.server.start()
    try await browser.submit("/sync/now")
    #expect(try await !browser.get("/sync").text.contains("waits to be sent"))
    #expect(try await setting.owner.get("/homes/\(cabin)/rooms").main.contains("Crate"))
    #expect(try await setting.owner.get("/items/\(kettle)").main.contains("/homes/\(cabin)\""))
    await app.stop()
    await setting.server.stop()
  }
}
