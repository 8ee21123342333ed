import Testing

@testable import ThingsWeb
@testable import Web

/// From the code of a label or a product to what it stands for.
@Suite struct ScanTests {
  private static let barcode = "4006381333931"

  private func setting() async throws -> (Hearth, Browser, String) {
    let hearth = try Hearth(signUps: .open)
    let (anna, home) = try await hearth.household("Flat")
    return (hearth, anna, home)
  }

  private func addItem(
    _ anna: Browser, _ home: String, _ name: String, id: String = "", serial: String = ""
  ) async throws -> String {
    try await anna.get("/homes/\(home)/items/new")
    let answer = try await anna.submit(
      "/homes/\(home)/items/new",
      ["name": name, "quantity": "1", "currency": "EUR", "assetID": id, "serial": serial])
    return String(try anna.require(answer.location).dropFirst("/items/".count))
  }

  private func send(_ codes: [String], _ anna: Browser) async throws -> Browser.Answer {
    return try await anna.upload(
      "/scan/photo", files: [("picture", "code.png", try TestPictures.codes(codes))])
  }

  @Test("a photo of a label of ours opens the item or the place that it was printed for")
  func ours() async throws {
    let (_, anna, home) = try await setting()
    let item = try await addItem(anna, home, "Kettle")
    let labels = try await anna.get("/items/\(item)/print")
    #expect(labels.status == 200)
    let answer = try await send(["http://localhost:8080/items/\(item)"], anna)
    #expect((answer.status, answer.location) == (303, "/items/\(item)"))
    let rooms = try await anna.get("/homes/\(home)/rooms")
    let room = try #require(rooms.main.firstMatch(of: /(\/homes\/[^"]+\/rooms\/[0-9a-f-]{36})"/)).1
    let place = try await send(["http://localhost:8080\(room)"], anna)
    #expect(place.location == String(room))
    // A label from before the Hearth moved to another address.
    let old = try await send(["https://old.example/items/\(item)"], anna)
    #expect(old.location == "/items/\(item)")
    #expect(Files.all(below: anna.hearth.folder + "/blobs").isEmpty)
  }

  @Test("a code of a deleted item, of somebody else's and of another house each get clear words")
  func foreign() async throws {
    let (hearth, anna, home) = try await setting()
    let item = try await addItem(anna, home, "Kettle")
    let stranger = try await hearth.person("stan")
    _ = try await stranger.addHome("Elsewhere")
    let label = "http://localhost:8080/items/\(item)"
    let gone = catalogue.scanProblem(.notHere)
    let hidden = try await send([label], stranger)
    #expect(hidden.status == 422)
    #expect(hidden.main.contains(gone) && !hidden.main.contains("Kettle"))
    try await anna.get("/items/\(item)")
    try await anna.submit("/items/\(item)/delete")
    #expect(try await send([label], anna).main.contains(gone))
    for text in ["https://shop.example/p/17", "WIFI:S:harbour;T:WPA;P:secret;;"] {
      let answer = try await send([text], anna)
      #expect(answer.status == 422)
      #expect(answer.main.contains(catalogue.scanProblem(.foreign(text))), "\(text)")
    }
    let elsewhere = try await send(["https://shop.example/p/17"], anna)
    #expect(elsewhere.main.contains("https://shop.example"))
    #expect(!elsewhere.main.contains("href=\"https://shop.example"))
  }

  @Test("a photo without a code, no photo, and what is no photo are told apart")
  func unreadable() async throws {
    let (_, anna, _) = try await setting()
    let files: [(String, [UInt8], String)] = [
      ("dull.png", TestPictures.png, catalogue.scanProblem(.noCode)),
      ("a.svg", TestPictures.svg, "a.svg"),
      ("cut.png", Array(TestPictures.noise(side: 64).prefix(900)), "cut.png"),
      ("empty.jpg", [], "empty.jpg"),
    ]
    for (name, bytes, words) in files {
      let answer = try await anna.upload("/scan/photo", files: [("picture", name, bytes)])
      #expect(answer.status == 422, "\(name)")
      #expect(answer.main.contains(words), "\(name): \(answer.main)")
    }
    let none = try await anna.upload("/scan/photo", files: [Browser.Upload]())
    #expect(none.status == 422)
    #expect(none.main.contains(catalogue.scanProblem(.noPicture)))
    #expect(Files.all(below: anna.hearth.folder + "/blobs").isEmpty)
  }

  @Test("of several labels in one photo the person chooses; one of ours counts more than a barcode")
  func several() async throws {
    let (_, anna, home) = try await setting()
    let (kettle, lamp) = (
      try await addItem(anna, home, "Kettle"), try await addItem(anna, home, "Lamp")
    )
    let address = "http://localhost:8080/items/"
    let both = try await send([address + kettle, address + lamp], anna)
    #expect(both.status == 200)
    #expect(both.main.contains(catalogue.severalFound))
    for item in [kettle, lamp] { #expect(both.main.contains("href=\"/items/\(item)\"")) }
    let mixed = try await send([Self.barcode, address + lamp], anna)
    #expect(mixed.location == "/items/\(lamp)")
    let strange = try await send(["https://shop.example/1", address + lamp], anna)
    #expect(strange.location == "/items/\(lamp)")
  }

  @Test("an asset number that is typed opens its item; one of two homes asks which")
  func typed() async throws {
    let (_, anna, home) = try await setting()
    let cabin = try await anna.addHome("Cabin")
    let kettle = try await addItem(anna, home, "Kettle", id: "000-012")
    let lamp = try await addItem(anna, cabin, "Lamp", id: "B-7")
    let twin = try await addItem(anna, cabin, "Twin", id: "000-012")
    try await anna.get("/scan")
    #expect(try await anna.submit("/scan", ["code": " b-7 "]).location == "/items/\(lamp)")
    let two = try await anna.submit("/scan", ["code": "12"])
    #expect(two.status == 200)
    for text in [kettle, twin, "Cabin", "Flat", "value=\"12\""] {
      #expect(two.main.contains(text), "\(text)")
    }
    let unknown = try await anna.submit("/scan", ["code": "99"])
    #expect(unknown.status == 422)
    #expect(unknown.main.contains(catalogue.scanProblem(.unknown("99"))))
    #expect(unknown.main.contains("href=\"/items?q=99\""))
    #expect(try await anna.submit("/scan", ["code": "  "]).status == 422)
  }

  @Test("a barcode leads to what has it, and to a form for an item that has it")
  func product() async throws {
    let (hearth, anna, home) = try await setting()
    let pen = try await addItem(anna, home, "Pen", serial: Self.barcode)
    let answer = try await anna.submit("/scan", ["code": Self.barcode])
    #expect(answer.location == "/scan/product?code=\(Self.barcode)")
    let page = try await anna.get(try anna.require(answer.location))
    for text in [
      "/items/\(pen)", catalogue.haveProduct(1), "/items?q=\(Self.barcode)",
      "/homes/\(home)/items/scanned?code=\(Self.barcode)",
    ] {
      #expect(page.main.contains(text), "\(text)")
    }
    let form = try await anna.get("/homes/\(home)/items/scanned?code=\(Self.barcode)")
    #expect(form.status == 200)
    #expect(form.main.contains("value=\"\(Self.barcode)\""))
    #expect(form.main.contains("action=\"/homes/\(home)/items/new\""))
    try await anna.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Marker", "quantity": "1", "currency": "EUR", "fieldName": "Barcode",
        "fieldValue": Self.barcode,
      ])
    #expect(
      try await anna.get("/scan/product?code=\(Self.barcode)").main
        .contains(catalogue.haveProduct(2)))
    for code in ["4006381333932", "", "x"] {
      #expect(try await anna.get("/scan/product?code=\(code)").status == 404, "\(code)")
    }
    let viewer = try await hearth.guest(of: anna, home: home, role: "viewer")
    let seen = try await viewer.get("/scan/product?code=\(Self.barcode)").main
    #expect(seen.contains("Pen") && !seen.contains("/items/scanned"))
  }

  @Test("only the page that reads codes may ask for the camera; nothing else of its rules is wider")
  func camera() async throws {
    let (_, anna, _) = try await setting()
    let (scan, other) = (try await anna.get("/scan"), try await anna.get("/items"))
    #expect(
      scan.headers["Permissions-Policy"]
        == "camera=(self), geolocation=(), microphone=(), payment=(), usb=()")
    #expect(other.headers["Permissions-Policy"]?.hasPrefix("camera=(),") == true)
    #expect(scan.headers["Content-Security-Policy"] == other.headers["Content-Security-Policy"])
    let file = try #require(scan.main.firstMatch(of: /<input[^>]*type="file"[^>]*>/)).0
    #expect(file.contains("capture=\"environment\""))
  }
}
