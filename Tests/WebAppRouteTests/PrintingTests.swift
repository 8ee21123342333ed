import Documents
import Foundation
import HTTPServer
import SyncProtocol
import Testing
import Things
import Threads
import Values

@testable import ClaimReports
@testable import InsuranceWeb
@testable import ThingsWeb
@testable import Web

/// Labels and claim reports, as people ask for them.
@Suite struct PrintingTests {
  /// The bytes of a document that is sent as it is made.
  private func document(_ browser: Browser, _ target: String) async throws -> [UInt8] {
    let answer = try await browser.get(target)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(answer.headers["Content-Type"] == "application/pdf")
    #expect(answer.headers["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
    guard case .stream(let stream) = answer.body else {
      Issue.record("not sent as it is made")
      return []
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    return bytes
  }

  /// What a tool says of a document.
  private func run(_ tool: String, _ arguments: [String], on bytes: [UInt8]) throws -> String {
    let stem = FileManager.default.temporaryDirectory
      .appendingPathComponent("printing-\(UUID().uuidString)")
    defer {
      for ending in [".pdf", ".out", ".pgm"] {
        // What was not made cannot be removed.
        try? FileManager.default.removeItem(atPath: stem.path + ending)
      }
    }
    try Data(bytes).write(to: URL(filePath: stem.path + ".pdf"))
    try Data().write(to: URL(filePath: stem.path + ".out"))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(tool)")
    process.arguments = arguments.map {
      $0.replacing("FILE", with: stem.path + ".pdf").replacing("STEM", with: stem.path)
    }
    process.standardOutput = try FileHandle(
      forWritingTo: URL(filePath: stem.path + ".out"))
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    if arguments.last == "STEM" {
      let picture = try Data(contentsOf: URL(filePath: stem.path + ".pgm"))
      return try codes(picture)
    }
    return String(
      decoding: try Data(contentsOf: URL(filePath: stem.path + ".out")), as: UTF8.self)
  }

  private func codes(_ picture: Data) throws -> String {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("codes-\(UUID().uuidString).pgm").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try picture.write(to: URL(filePath: path))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/zbarimg")
    process.arguments = ["-q", "--raw", "-Sdisable", "-Sqrcode.enable", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }

  private func text(_ bytes: [UInt8]) throws -> String {
    try run("pdftotext", ["-layout", "FILE", "-"], on: bytes)
  }

  private func codesOfFirstPage(_ bytes: [UInt8]) throws -> Set<String> {
    let read = try run(
      "pdftoppm", ["-r", "300", "-f", "1", "-l", "1", "-gray", "-singlefile", "FILE", "STEM"],
      on: bytes)
    return Set(read.split(separator: "\n").map(String.init))
  }

  private func addRoom(
    _ name: String, in parent: String = "", _ browser: Browser, _ home: String
  ) async throws -> String {
    try await browser.get("/homes/\(home)/rooms")
    try await browser.submit("/homes/\(home)/rooms", ["name": name, "parentID": parent])
    let page = try await browser.get("/homes/\(home)/rooms").text
    let pattern = try Regex("/rooms/([0-9a-f-]{36})\"[^>]*>(?:(?!</a>).)*\(name)")
      .dotMatchesNewlines()
    let match = try #require(page.firstMatch(of: pattern))
    return String(try #require(match.output[1].substring))
  }

  private func add(
    _ name: String, in room: String = "", _ browser: Browser, _ home: String
  ) async throws -> String {
    try await browser.get("/homes/\(home)/items/new")
    let answer = try await browser.submit(
      "/homes/\(home)/items/new",
      ["name": name, "quantity": "1", "price": "40", "currency": "EUR", "locationID": room])
    return String(try browser.require(answer.location).dropFirst("/items/".count))
  }

  @Test("an item's label has a code with its public address, which leads through sign-in to it")
  func item() async throws {
    let hearth = try Hearth(publicAddress: PublicAddress("https://home.example"))
    let owner = try await hearth.firstOwner()
    try await owner.get("/start")
    let made = try await owner.submit("/start", ["name": "Flat", "rooms": "Kitchen"])
    let home = String(try owner.require(made.location).dropFirst("/homes/".count))
    let item = try await add("Kettle ☕ 湯沸かし", owner, home)
    let page = try await owner.get("/items/\(item)/print")
    #expect(page.status == 200)
    #expect(page.main.contains("Kettle ☕ 湯沸かし"))
    #expect(try await owner.get("/items/\(item)").main.contains("/items/\(item)/print"))
    let file = try await document(owner, "/items/\(item)/print/labels.pdf?sheet=dk11209")
    #expect(try codesOfFirstPage(file) == ["https://home.example/items/\(item)"])
    #expect(try text(file).contains("Kettle"))

    let phone = hearth.browser()
    let met = try await phone.get("/items/\(item)")
    let signIn = try phone.require(met.location)
    #expect(met.status == 303 && signIn.hasPrefix("/signin?then="))
    try await phone.get(signIn)
    let entered = try await phone.submit(
      signIn, ["name": "anna", "password": "a long password of anna"])
    #expect(entered.location == "/items/\(item)")
    #expect(try await phone.get("/items/\(item)").main.contains("Kettle"))
  }

  @Test("a place's labels are of the items in it and inside it, or of the places themselves")
  func place() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let garage = try await addRoom("Garage", owner, home)
    let shelf = try await addRoom("Shelf", in: garage, owner, home)
    let box = try await addRoom("Crate", in: shelf, owner, home)
    let inside = [
      try await add("Bicycle", in: garage, owner, home),
      try await add("Drill", in: box, owner, home),
    ]
    _ = try await add("Kettle", owner, home)
    let address = "/homes/\(home)/rooms/\(garage)/print"
    let items = try await document(owner, "\(address)/labels.pdf")
    #expect(
      try codesOfFirstPage(items) == Set(inside.map { "http://localhost:8080/items/\($0)" }))
    let words = try text(items)
    #expect(words.contains("Drill") && words.contains("Garage › Shelf › Crate"))
    #expect(!words.contains("Kettle"))
    let places = try await document(
      owner, "\(address)/labels.pdf?printing=&of=places&shows-place=on")
    #expect(
      try codesOfFirstPage(places)
        == Set([garage, shelf, box].map { "http://localhost:8080/homes/\(home)/rooms/\($0)" }))
    let page = try await owner.get("\(address)?of=places").main
    #expect(page.contains(catalogue.printedLabelCount(3)) && page.contains(catalogue.localCodes))
    let inBox = try await owner.get("/homes/\(home)/rooms/\(box)/print?of=places").main
    #expect(inBox.contains(catalogue.printedLabelCount(1)))
  }

  @Test("a list's labels are those it shows, beginning where the sheet is free")
  func list() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    for name in ["Oak table", "Oak chair", "Lamp"] { _ = try await add(name, owner, home) }
    let list = try await owner.get("/homes/\(home)/items?q=oak").main
    #expect(list.contains("/homes/\(home)/print?q=oak"))
    let address = "/homes/\(home)/print"
    let page = try await owner.get("\(address)?q=oak&start=20&copies=2")
    #expect(
      page.main.contains("\(catalogue.printedLabelCount(2)) · \(catalogue.sheetCount(2))"))
    let file = try await document(owner, "\(address)/labels.pdf?q=oak&start=20&copies=2")
    let words = try text(file)
    #expect(words.matches(of: /Oak table/).count == 2 && words.matches(of: /Oak chair/).count == 2)
    #expect(!words.contains("Lamp"))
    let pages = words.split(separator: "\u{c}", omittingEmptySubsequences: false)
    #expect(pages[0].matches(of: /Oak/).count == 2)
  }

  @Test(
    "a start that is not on the sheet is shown again with its reason, and nothing is printed",
    arguments: ["0", "22", "-1", "three", "99999999999999999999"])
  func wrongStart(start: String) async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    _ = try await add("Lamp", owner, home)
    for (ending, status) in [("", 200), ("/labels.pdf", 422)] {
      let page = try await owner.get(
        "/homes/\(home)/print\(ending)?sheet=averyL7160&start=\(start)&copies=\(start)")
      #expect(page.status == status)
      #expect(page.main.contains("value=\"\(start.prefix(12))\""))
      #expect(page.main.matches(of: /class="problem"/).count == (start == "22" ? 1 : 2))
    }
  }

  @Test("a roll has no first free label: what is left of a sheet's number is kept and does nothing")
  func startOfRoll() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    for name in ["Lamp", "Harp"] { _ = try await add(name, owner, home) }
    for sheet in ["dk11209", "dk22205", "single"] {
      let query = "?printing=&sheet=\(sheet)&start=12"
      let page = try await owner.get("/homes/\(home)/print\(query)").main
      #expect(!page.contains("class=\"problem\"") && !page.contains(catalogue.firstLabel))
      #expect(page.contains("\(catalogue.printedLabelCount(2)) · \(catalogue.sheetCount(2))"))
      #expect(page.contains("<input type=\"hidden\" name=\"start\" value=\"12\">"))
      let words = try text(await document(owner, "/homes/\(home)/print/labels.pdf\(query)"))
      #expect(words.contains("Lamp") && words.contains("Harp"))
      // The first of them is in the preview; both were made in one moment.
      let paper = catalogue.paper(try #require(LabelPaper(rawValue: sheet)))
      let previews = ["Lamp", "Harp"].map { catalogue.previewOf([$0], sheet: paper) }
      #expect(page.contains(previews[0]) || page.contains(previews[1]))
    }
    let sheet = try await owner.get("/homes/\(home)/print?printing=&sheet=averyL7160&start=12").main
    #expect(sheet.contains(catalogue.firstLabel) && sheet.contains("value=\"12\""))
  }

  @Test("a list of nothing has nothing to print, and says what to do")
  func empty() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    for (ending, status) in [("", 200), ("/labels.pdf", 422)] {
      let page = try await owner.get("/homes/\(home)/print\(ending)?q=harp")
      #expect(page.status == status)
      #expect(page.main.contains(catalogue.nothingToLabelTitle))
    }
    let claim = try await owner.get("/homes/\(home)/claim/report.pdf")
    #expect(claim.status == 422)
    #expect(claim.main.contains(catalogue.claimEmpty))
    #expect(try await !owner.get("/homes/\(home)/claim").main.contains("report.pdf"))
  }

  @Test("more labels than one file holds are refused with the limit")
  func tooMany() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let token = try owner.require(owner.cookies["hearth-session"])
    let visitor = try #require(try hearth.app.backend.visitor(token: token))
    let workspace = try await hearth.app.backend.workspace(of: visitor)
    try await workspace.write { transaction in
      for number in 0...LabelSheetPage.maxLabels {
        _ = try AddItem(
          homeID: home, ItemDetails(name: "Thing \(number)", currency: "EUR"))(transaction)
      }
    }
    for ending in ["", "/labels.pdf"] {
      let page = try await owner.get("/homes/\(home)/print\(ending)")
      #expect(page.status == (ending.isEmpty ? 200 : 422))
      #expect(page.main.contains(catalogue.tooManyLabels(3000)))
    }
    let some = try await owner.get("/homes/\(home)/print?q=thing%201&copies=100")
    #expect(some.main.contains(catalogue.tooManyLabels(3000)))
  }

  @Test("an address too long for a small label is said on the page, not printed")
  func tooFine() async throws {
    let host = String(repeating: "long-name.", count: 22) + "example"
    let hearth = try Hearth(publicAddress: PublicAddress("https://\(host)"))
    let owner = try await hearth.firstOwner()
    try await owner.get("/start")
    let made = try await owner.submit("/start", ["name": "Flat", "rooms": "Kitchen"])
    let home = String(try owner.require(made.location).dropFirst("/homes/".count))
    _ = try await add("Lamp", owner, home)
    let page = try await owner.get("/homes/\(home)/print/labels.pdf?sheet=tze12")
    #expect(page.status == 422)
    #expect(page.main.contains(catalogue.codeTooFine))
  }

  @Test("items without a number get the next ones, and the numbers can be taken back")
  func numbers() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let lamp = try await add("Lamp", owner, home)
    let chair = try await add("Chair", owner, home)
    let page = try await owner.get("/homes/\(home)/print?q=chair")
    #expect(page.main.contains(catalogue.numbersText(2)))
    let one = try await owner.submit(
      "/homes/\(home)/print/numbers",
      ["item": chair, "back": "/items/\(chair)/print?printing=&start=3"])
    #expect(one.location?.hasPrefix("/items/\(chair)/print?printing=&start=3") == true)
    #expect(try await owner.get("/items/\(chair)").main.contains("000-001"))
    #expect(try await !owner.get("/items/\(lamp)").main.contains("000-002"))
    let all = try await owner.submit(
      "/homes/\(home)/print/numbers", ["back": "//elsewhere.example/"])
    #expect(all.location == "/homes/\(home)/print")
    let told = try await owner.get("/homes/\(home)/print")
    #expect(told.text.contains(catalogue.flash(.things(.itemsNumbered(1)))))
    #expect(try text(await document(owner, "/homes/\(home)/print/labels.pdf")).contains("000-002"))
    let undo = try #require(told.text.firstMatch(of: /action="(\/undo\/[^"]+)"/))
    #expect(try await owner.submit(String(undo.1)).status == 303)
    #expect(try await !owner.get("/items/\(lamp)").main.contains("000-002"))
    #expect(try await owner.get("/items/\(chair)").main.contains("000-001"))
  }

  @Test("who may only view makes documents but gives no numbers; nobody else learns of the home")
  func permissions() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let item = try await add("Lamp", owner, home)
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    let stranger = try await hearth.person("sam")
    for address in [
      "/items/\(item)/print", "/homes/\(home)/print", "/homes/\(home)/claim",
      "/items/\(item)/print/labels.pdf", "/homes/\(home)/print/labels.pdf",
      "/homes/\(home)/claim/report.pdf",
    ] {
      #expect(try await viewer.get(address).status == 200, "\(address)")
      #expect(try await stranger.get(address).status == 404, "\(address)")
      #expect(try await hearth.browser().get(address).status == 303, "\(address)")
    }
    let page = try await viewer.get("/homes/\(home)/print")
    #expect(!page.main.contains(catalogue.numbersText(1)))
    try await viewer.get("/homes/\(home)")
    #expect(try await viewer.submit("/homes/\(home)/print/numbers").status == 403)
    try await stranger.get("/account")
    #expect(try await stranger.submit("/homes/\(home)/print/numbers").status == 404)
  }

  @Test("a claim report tells of the policy, the rooms, what is not covered, and shows the photos")
  func claim() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let garage = try await addRoom("Garage", owner, home)
    let item = try await add("Road bicycle", in: garage, owner, home)
    try await owner.get("/items/\(item)?edit")
    try await owner.submit(
      "/items/\(item)?edit",
      [
        "name": "Road bicycle", "quantity": "1", "price": "40", "currency": "EUR",
        "locationID": garage, "warrantyUntil": "2027-05-01", "fieldName": "Engraving",
        "fieldValue": "WX-77",
      ])
    _ = try await add("Harp ♫ 竪琴", owner, home)
    try await owner.get("/items/\(item)")
    _ = try await owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let photo = try #require(
      try await owner.get("/items/\(item)").main.firstMatch(of: /id="photo-([^"]+)"/))
    try await owner.submit("/items/\(item)/photos/\(photo.1)", ["caption": "The frame number"])
    try await owner.get("/homes/\(home)/insurance/new")
    try await owner.submit(
      "/homes/\(home)/insurance/new",
      [
        "provider": "Harbour Mutual", "policyNumber": "HM-2209", "currency": "EUR",
        "personalProperty": "50", "startsOn": "2026-01-01", "notes": "Call first",
      ])
    let insurance = try await owner.get("/homes/\(home)/insurance").main
    #expect(insurance.contains("/homes/\(home)/claim"))
    let policy = try #require(insurance.firstMatch(of: /id="policy-([^"]+)"/))
    #expect(insurance.contains("/homes/\(home)/claim?report=&amp;policy=\(policy.1)"))
    let page = try await owner.get("/homes/\(home)/claim").main
    #expect(page.contains("Harbour Mutual") && page.contains("€80.00"))

    let file = try await document(owner, "/homes/\(home)/claim/report.pdf?policy=\(policy.1)")
    let words = try text(file)
    for word in [
      catalogue.reportKind, "The frame number", "Harbour Mutual", "HM-2209", "Call first",
      "Anna", "Garage", "Road bicycle", "Engraving", "WX-77", "竪琴",
      catalogue.until(catalogue.day(CalendarDay(year: 2027, month: 5, day: 1))),
      catalogue.notCovered("€30.00"), "€80.00",
    ] {
      #expect(words.contains(word), "\(word)")
    }
    #expect(try run("pdfimages", ["-list", "FILE"], on: file).contains("jpeg"))

    let room = try await document(
      owner, "/homes/\(home)/claim/report.pdf?report=&room-\(garage)=on")
    let some = try text(room)
    #expect(some.contains("Road bicycle") && !some.contains("Harp"))
    #expect(some.contains(catalogue.withoutPolicy))
    #expect(try !run("pdfimages", ["-list", "FILE"], on: room).contains("jpeg"))
  }

  @Test("a receipt that was typed is printed in a claim report, not refused in it")
  func textReceipt() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await add("Harp", owner, home)
    try await owner.get("/items/\(item)/papers")
    try await owner.upload(
      "/items/\(item)/papers", ["kind": "receipt"],
      files: [("papers", "receipt.txt", Array("Harp 竪琴  1 × 40.00\nTOTAL      €40.00\n".utf8))])
    let report = try text(await document(owner, "/homes/\(home)/claim/report.pdf"))
    for word in [
      "receipt.txt", "Harp 竪琴", "1 × 40.00", "TOTAL", catalogue.receiptPage("1", of: "1"),
    ] {
      #expect(report.contains(word), "\(word)")
    }
    let line = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for problem in ClaimReport.ReceiptProblem.allCases {
      #expect(!line.contains(catalogue.text(problem)), "\(problem)")
    }
  }

  @Test("a report that breaks its process is an error page, and the next one is made")
  func broken() async throws {
    var limits = DocumentLimits()
    limits.maxFileBytes = 4096
    let hearth = try Hearth(documentLimits: limits)
    let (owner, home) = try await hearth.household("Flat")
    _ = try await add("Lamp", owner, home)
    for _ in 0..<2 {
      let answer = try await owner.get("/homes/\(home)/claim/report.pdf")
      #expect(answer.status == 422)
      #expect(answer.text.contains(catalogue.notDrawnText(.tooLarge)))
    }
    // Labels put nothing aside.
    #expect(try await !document(owner, "/homes/\(home)/print/labels.pdf").isEmpty)
  }
}
