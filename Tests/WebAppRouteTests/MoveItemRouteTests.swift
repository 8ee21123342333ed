import Testing

@testable import hearth
@testable import ThingsWeb
@testable import Web

/// Moving one item from a home to another from its page.
@Suite struct MoveItemRouteTests {
  private func photo(_ page: Browser.Answer) -> String? {
    page.text.firstMatch(of: /id="photo-([^"]+)"/).map { String($0.1) }
  }

  /// Gives the home a label and returns its id.
  private func addLabel(_ name: String, _ home: String, _ browser: Browser) async throws -> String {
    try await browser.get("/homes/\(home)/labels")
    try await browser.submit("/homes/\(home)/labels", ["name": name, "emoji": "", "colour": "1"])
    let page = try await browser.get("/homes/\(home)/items/new")
    let inputs = page.text.matches(
      of: /name="labels" value="([^"]+)"[^>]*>(?:<span[^>]*>[^<]*<\/span>)?<span>([^<]+)</)
    return String(try #require(inputs.first { $0.2 == name }).1)
  }

  @Test("S3-NG3 an item moves to another home with its photo, fields and labels by name, and back")
  func moveAndUndo() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let (known, new) = (
      try await addLabel("Enamel", flat, owner), try await addLabel("Camping", flat, owner)
    )
    _ = try await addLabel("enamel", cabin, owner)
    try await owner.get("/homes/\(flat)/items/new")
    let added = try await owner.submit(
      "/homes/\(flat)/items/new",
      [
        "name": "Kettle", "quantity": "1", "currency": "EUR", "fieldName": "Litres",
        "fieldValue": "1.7",
      ], repeated: [("labels", known), ("labels", new)])
    let path = try owner.require(added.location)
    try await owner.upload(
      "\(path)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let before = try await owner.get(path)
    #expect(before.text.contains("href=\"\(path)/move\""))

    // With one other home there is nothing to choose: the question says what comes along.
    let question = try await owner.get("\(path)/move")
    for text in [
      catalogue.moveTitle("Kettle", to: "Cabin"), "Its photo goes along",
      "Its own field goes along",
      catalogue.labelsKnown(in: "Cabin"), catalogue.labelsMade(in: "Cabin"), "Camping",
    ] { #expect(question.main.contains(text), "\(text)") }
    try await owner.get("/homes/\(cabin)/rooms")
    let moved = try await owner.submit("\(path)/move", ["home": cabin, "locationID": ""])
    #expect(moved.location == path)
    let there = try await owner.get(path)
    #expect(there.text.contains("Moved Kettle to Cabin"))
    for text in ["enamel", "Camping", "Litres", "1.7", "href=\"/homes/\(cabin)\""] {
      #expect(there.main.contains(text), "\(text)")
    }
    let picture = try owner.require(photo(there))
    #expect(picture == photo(before))
    #expect(try await owner.get("/photos/\(picture)/thumbnail").status == 200)
    #expect(try await !owner.get("/homes/\(flat)/items").main.contains("Kettle"))
    #expect(try await owner.get("/homes/\(cabin)/items").main.contains("Kettle"))

    let undo = try #require(there.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1
    #expect(try await owner.submit(String(undo)).location == path)
    let back = try await owner.get(path)
    for text in ["Enamel", "Camping", "Litres", "href=\"/homes/\(flat)\""] {
      #expect(back.main.contains(text), "\(text)")
    }
    #expect(photo(back) == picture)
    // What the move made in the other home went with it.
    let labels = try await owner.get("/homes/\(cabin)/labels")
    #expect(labels.main.contains("enamel") && !labels.main.contains("Camping"))
    #expect(try await owner.submit(String(undo)).status == 410)
  }

  @Test("S3-NG3 D-PRM-7 a move needs the right to write in both homes, and a place of the new one")
  func refused() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, flat, "Kettle")
    let stan = try await hearth.person("stan")
    let own = try await stan.addHome("Own")
    // Who does not have the home finds nothing; who only views it is told so, page and form alike.
    #expect(try await stan.get("/items/\(item)/move").status == 404)
    #expect(try await stan.submit("/items/\(item)/move", ["home": own]).status == 404)
    try await hearth.admit(stan, to: flat, of: owner, role: "viewer")
    #expect(try await stan.get("/items/\(item)/move").status == 403)
    #expect(try await stan.submit("/items/\(item)/move", ["home": own]).status == 403)
    #expect(try await !stan.get("/items/\(item)").text.contains("/move\""))
    // Into a home that he only views he moves nothing either.
    let spoon = try await hearth.addItem(stan, own, "Spoon")
    #expect(try await stan.get("/items/\(spoon)/move?home=\(flat)").status == 404)
    #expect(try await stan.submit("/items/\(spoon)/move", ["home": flat]).status == 403)
    #expect(try await stan.submit("/items/\(spoon)/move", ["home": "none"]).status == 404)
    let nowhere = try await stan.get("/items/\(spoon)/move")
    #expect(nowhere.main.contains(catalogue.noOtherHome))
    #expect(try await stan.get("/homes/\(own)/items").main.contains("Spoon"))
    #expect(try await owner.get("/homes/\(flat)/items").main.contains("Kettle"))
    // A place of the old home is none of the new one.
    let cabin = try await owner.addHome("Cabin")
    let rooms = try await owner.get("/homes/\(flat)/rooms")
    let room = try #require(rooms.main.firstMatch(of: /\/homes\/[^\/"]+\/rooms\/([^"]+)"/)).1
    let wrong = try await owner.submit(
      "/items/\(item)/move", ["home": cabin, "locationID": String(room)])
    #expect(wrong.status == 422)
    #expect(try await owner.get("/homes/\(flat)/items").main.contains("Kettle"))
  }

  @Test("a device moves an item without the hub; the hub has it in the new home afterwards")
  func offline() async throws {
    let setting = try await DeviceSetting()
    let cabin = try await setting.owner.addHome("Cabin")
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    try await setting.owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    try await browser.get("/items/\(item)/move")
    let moved = try await browser.submit("/items/\(item)/move", ["home": cabin])
    #expect(moved.location == "/items/\(item)")
    #expect(try await browser.get("/homes/\(cabin)/items").main.contains("Kettle"))
    #expect(try await browser.get("/sync").text.contains("1 change waits to be sent"))
    #expect(try await setting.owner.get("/homes/\(setting.home)/items").main.contains("Kettle"))
    try setting.server.start()
    try await browser.submit("/sync/now")
    #expect(try await !browser.get("/sync").text.contains("waits to be sent"))
    let there = try await setting.owner.get("/homes/\(cabin)/items")
    #expect(there.main.contains("Kettle"))
    #expect(photo(try await setting.owner.get("/items/\(item)")) != nil)
    #expect(try await !setting.owner.get("/homes/\(setting.home)/items").main.contains("Kettle"))
    await app.stop()
    await setting.server.stop()
  }
}
