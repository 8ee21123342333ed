import Documents
import Foundation
import Testing

@Suite("Claim reports")
struct ClaimReportTests {
  @Test(
    "a report holds every text that was given, and says so of itself",
    arguments: [
      (PageSize.a4, "A4"), (.letter, "letter"),
    ])
  func everyText(page: PageSize, name: String) throws {
    var entries: [ClaimReport.Entry] = []
    for room in 0..<3 {
      entries.append(.room(title: "Room \(room)", detail: "4 items · €4,400.00"))
      for number in 0..<4 {
        entries.append(
          .item(
            ReportFixture.item(
              room * 4 + number, photos: number,
              notes: number == 2 ? String(repeating: "A scratch on the frame. ", count: 20) : "")))
      }
    }
    let cover = ReportFixture.cover(
      photo: ClaimReport.Photo { try Fixture.jpeg(width: 640, height: 420, seed: 9) })
    let file = try PrintedFile(
      ReportFixture.bytes(ReportFixture.report(page: page, cover: cover), entries))
    try file.check()
    let text = try file.text()
    for word in ["Insurance claim report", "Harbour Street", "24103 Kiel", "Ada Lind", "HO-118822"]
    {
      #expect(text.contains(word))
    }
    for word in ["Jewellery and watches", "€5,000.00", "All rooms", "€6,320.50 are not covered"] {
      #expect(text.contains(word))
    }
    for number in 0..<12 {
      #expect(text.contains("Thing number \(number)"))
      #expect(text.contains("WOV\(7000 + number)-M"))
    }
    for room in 0..<3 { #expect(text.contains("Room \(room)")) }
    let information = try file.information()
    #expect(information["Title"] == "Claim report of Harbour Street")
    #expect(information["Author"] == "Ada Lind")
    #expect(information["CreationDate"]?.hasPrefix("2026-11-21T09:00:00") == true)
    #expect(information["Page size"]?.contains(name) == true)
  }

  @Test("the head of a page names the room that the page begins with")
  func heads() throws {
    let entries: [ClaimReport.Entry] = (0..<12).flatMap { room in
      [.room(title: "Room \(room)", detail: "")]
        + (0..<2).map { .item(ReportFixture.item(room * 2 + $0, photos: 4)) }
    }
    let file = try PrintedFile(ReportFixture.bytes(entries))
    var headed = 0
    for page in 2...(try file.pageCount()) {
      let names = try file.solidText(page: page).matches(of: /Room(\d+)/).map { String($0.1) }
      guard let head = names.first else { continue }
      // What follows is of that room, or begins another one below the things of the first.
      let text = try file.solidText(page: page)
      if names.count > 1, let first = text.firstMatch(of: /Thingnumber(\d+)/) {
        let thing = try #require(Int(String(first.1)))
        #expect(Int(head) == thing / 2, "page \(page)")
        headed += 1
      }
    }
    #expect(headed > 2)
  }

  @Test("each page after the cover says its number and how many there are")
  func pageNumbers() throws {
    let file = try PrintedFile(
      ReportFixture.bytes((0..<40).map { .item(ReportFixture.item($0, photos: 0)) }))
    let count = try file.pageCount()
    #expect(count > 4)
    for page in 2...count {
      #expect(try file.solidText(page: page).hasSuffix("\(page)/\(count)"))
    }
    #expect(try !file.solidText(page: 1).contains("/\(count)"))
  }

  @Test("photos are in the file byte for byte")
  func photosAsTheyAre() throws {
    let photos = try (0..<6).map { try Fixture.jpeg(seed: $0) }
    var item = ReportFixture.item(1)
    item.photos = photos.map { bytes in ClaimReport.Photo { bytes } }
    let file = try PrintedFile(ReportFixture.bytes([.item(item)]))
    #expect(try Set(file.photos()) == Set(photos))
  }

  @Test("what is said about a photo stands below it in full, whichever photo it is")
  func captions() throws {
    let bytes = try Fixture.jpeg()
    let captions = (0..<6).map { number in
      "Caption \(number) " + String(repeating: "of many words ", count: number * 4) + "end\(number)"
    }
    var item = ReportFixture.item(1)
    item.photos = captions.map { caption in ClaimReport.Photo(caption: caption) { bytes } }
    let file = try PrintedFile(ReportFixture.bytes([.item(item)]))
    try file.check()
    let text = try file.text()
    for number in captions.indices {
      #expect(text.contains("Caption \(number)") && text.contains("end\(number)"))
    }
    item.photos[0].caption = String(repeating: "x", count: ClaimReport.maxTextBytes + 1)
    #expect(throws: DocumentError.self) {
      _ = try ReportFixture.bytes([.item(item)])
    }
  }

  @Test("a photo that is broken or missing is a note; the item is printed all the same")
  func brokenPhotos() throws {
    struct Gone: Error {}
    let whole = try Fixture.jpeg()
    var item = ReportFixture.item(1)
    item.photos = [
      ClaimReport.Photo { Array(whole[..<(whole.count / 2)]) },
      ClaimReport.Photo { throw Gone() }, ClaimReport.Photo { [] },
      ClaimReport.Photo { Array("GIF89a".utf8) }, ClaimReport.Photo { whole },
    ]
    let file = try PrintedFile(ReportFixture.bytes([.item(item)]))
    try file.check()
    let text = try file.solidText()
    #expect(text.components(separatedBy: "Thisphotocannotbeshown.").count == 5)
    #expect(text.contains("Thingnumber1"))
    #expect(try file.photos() == [whole])
  }

  @Test("a photo stands as its EXIF orientation says", arguments: 1...8)
  func orientation(value: Int) throws {
    let bytes = try Fixture.jpeg(orientation: UInt8(value), width: 400, height: 200)
    var item = ReportFixture.item(1)
    item.photos = [ClaimReport.Photo { bytes }]
    let file = try PrintedFile(ReportFixture.bytes([.item(item)]))
    try file.check()
    let list = try file.run("pdfimages", ["-list", file.path])
    // The list says how many dots an inch there are along each side of the stored picture.
    #expect(list.contains("400   200"))
    #expect(try file.photos() == [bytes])
  }

  @Test("a report without items, and one with a single item without anything, are whole")
  func smallest() throws {
    let none = try PrintedFile(ReportFixture.bytes([]))
    try none.check()
    #expect(try none.pageCount() == 2)
    let bare = ClaimReport(
      page: .letter, information: .test, words: .test,
      cover: ClaimReport.Cover(kind: "", title: ""), sections: [])
    let one = try PrintedFile(ReportFixture.bytes(bare, [.item(ClaimReport.Item(name: "Kettle"))]))
    try one.check()
    #expect(try one.text().contains("Kettle"))
    let nothing = try PrintedFile(ReportFixture.bytes(bare, []))
    #expect(try nothing.pageCount() == 1)
  }

  @Test("an item with 40 photos has all of them")
  func manyPhotos() throws {
    let file = try PrintedFile(ReportFixture.bytes([.item(ReportFixture.item(1, photos: 40))]))
    try file.check()
    #expect(try file.photos().count == 40)
    #expect(try file.text().contains("Thing number 1 (continued)"))
  }

  @Test("a note of 50,000 characters goes over pages, with nothing lost and no line alone")
  func longNote() throws {
    let words = (0..<7200).map { "word\($0)" }
    let note = words.joined(separator: " ")
    #expect(note.count > 50_000)
    let file = try PrintedFile(
      ReportFixture.bytes(
        ReportFixture.report(sections: []), [.item(ReportFixture.item(1, notes: note))]))
    try file.check()
    let found = Set(try file.text().split(whereSeparator: \.isWhitespace).map(String.init))
    #expect(words.filter { !found.contains($0) }.isEmpty)
    let last = try file.text(page: file.pageCount())
    #expect(last.split(separator: "\n").filter { $0.contains("word") }.count >= 2)
  }

  @Test("an item that fits on a page is not divided")
  func keptTogether() throws {
    let note = String(repeating: "A scratch on the frame. ", count: 30)
    let file = try PrintedFile(
      ReportFixture.bytes(
        (0..<30).map { .item(ReportFixture.item($0, photos: 1 + $0 % 6, notes: note)) }))
    #expect(try !file.text().contains("(continued)"))
    for page in 1...(try file.pageCount()) {
      let text = try file.text(page: page)
      for number in 0..<30 {
        #expect(text.contains("Thing number \(number) ") == text.contains("WOV\(7000 + number)-M"))
      }
    }
  }

  @Test("a table over several pages repeats its heading, and its total never stands alone")
  func longTable() throws {
    let table = ClaimReport.Table(
      columns: [.init("Place in the home", share: 3), .init("Worth", isNumeric: true)],
      rows: (0..<120).map { ["Place \($0)", "€\($0).00"] }, total: ["All", "€7,140.00"])
    let report = ReportFixture.report(
      sections: [ClaimReport.Section(title: "Totals", blocks: [.table(table)])])
    let file = try PrintedFile(ReportFixture.bytes(report, []))
    let count = try file.pageCount()
    #expect(count >= 4)
    for page in 2...count {
      #expect(try file.text(page: page).contains("Place in the home"))
    }
    let last = try file.text(page: count)
    #expect(last.contains("€7,140.00") && last.contains("Place 119"))
  }

  @Test("names in other scripts are found again")
  func scripts() throws {
    let names = ["冷蔵庫と電子レンジ", "Холодильник", "ψυγείο", "Kühlschrank ﬂach"]
    let file = try PrintedFile(
      ReportFixture.bytes(names.map { .item(ClaimReport.Item(name: $0, amount: "¥12,000")) }))
    let text = try file.text()
    for name in names.prefix(3) { #expect(text.contains(name), "\(name)") }
  }

  @Test("the same report gives the same bytes")
  func reproducible() throws {
    let receipt = ReportFixture.receipt("invoice.pdf", Fixture.pdf(["Invoice 1"]))
    let entries: [ClaimReport.Entry] =
      [.room(title: "Garage", detail: "")]
      + (0..<8).map { .item(ReportFixture.item($0, photos: 2, receipts: [receipt])) }
    #expect(try ReportFixture.bytes(entries) == ReportFixture.bytes(entries))
  }

  @Test("a document can be drawn while the photos and items of another are fetched")
  func nested() throws {
    let sheet = LabelSheet(format: .averyL7160, information: .test)
    let label = Label(code: "https://hearth.example.org/a/1", title: "Thing")
    var item = ReportFixture.item(1)
    item.photos = [
      ClaimReport.Photo {
        _ = try LabelSheetTests.bytes(sheet, [label])
        return try Fixture.jpeg()
      }
    ]
    let file = try PrintedFile(ReportFixture.bytes([.item(item)]))
    #expect(try file.photos().count == 1)
  }

  @Test("the same report drawn by many threads at a time has the same bytes each time")
  func concurrent() async throws {
    let expected = try ReportFixture.bytes([.item(ReportFixture.item(1))])
    let results = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<8 {
        group.addTask { try ReportFixture.bytes([.item(ReportFixture.item(1))]) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 == expected })
  }

  @Test("rooms, receipts and sections are bookmarks")
  func bookmarks() throws {
    let receipt = ReportFixture.receipt("invoice.pdf", Fixture.pdf(["Invoice"]))
    let file = try PrintedFile(
      ReportFixture.bytes([
        .room(title: "Garage", detail: ""), .item(ReportFixture.item(1, receipts: [receipt])),
      ]))
    let list = try file.run("qpdf", ["--json", "--json-key=outlines", file.path])
    for title in ["Policy", "Totals by room", "Items", "Garage", "Receipts", "invoice.pdf"] {
      #expect(list.contains("\"\(title)\""), "\(title)")
    }
  }

  @Test("a cover with more rows than it has room for goes on on the next page")
  func longCover() throws {
    var cover = ReportFixture.cover()
    cover.rows = (0..<60).map { .init("Label \($0)", "Value \($0)") }
    let file = try PrintedFile(ReportFixture.bytes(ReportFixture.report(cover: cover), []))
    let text = try file.text()
    for number in 0..<60 { #expect(text.contains("Value \(number)")) }
  }

  @Test("a cancelled report, a full disk and a failing source say what they are, and leave no file")
  func failures() throws {
    struct Broken: Error {}
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let report = ReportFixture.report()
    LabelSheetTests.expect("cancelled") {
      try report.write(
        entries: { .item(ReportFixture.item(1)) }, temporaryFolder: folder.path,
        isCancelled: { true }
      ) { _ in }
    }
    LabelSheetTests.expect("sinkFailed(") {
      try report.write(entries: { nil }, temporaryFolder: folder.path) { _ in throw Broken() }
    }
    LabelSheetTests.expect("sourceFailed(") {
      try report.write(entries: { throw Broken() }, temporaryFolder: folder.path) { _ in }
    }
    LabelSheetTests.expect("file(errno: 2)") {
      try report.write(entries: { nil }, temporaryFolder: folder.path + "/none") { _ in }
    }
    var long = ReportFixture.item(1)
    long.notes = String(repeating: "a", count: ClaimReport.maxTextBytes + 1)
    LabelSheetTests.expect("textTooLong") { try ReportFixture.bytes([.item(long)]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("a total in many currencies is whole: smaller, and on the next page when it must be")
  func longTotal() throws {
    for count in [3, 12, 40, 1500] {
      let amounts = (0..<count).map { "€\($0 + 1000).00" }
      var cover = ReportFixture.cover(
        photo: ClaimReport.Photo { try Fixture.jpeg(width: 640, height: 420, seed: 9) })
      cover.figures[1].value = amounts.joined(separator: " · ")
      let file = try PrintedFile(
        ReportFixture.bytes(
          ReportFixture.report(page: .letter, cover: cover, sections: []),
          [.item(ReportFixture.item(1, photos: 0))]))
      try file.check()
      let first = try file.text(page: 1)
      let text = count > 40 ? try file.text() : first
      let missing = amounts.filter { !text.contains($0) }
      #expect(missing.isEmpty, "\(missing.count) of \(count)")
      #expect(!first.contains("…"))
      #expect(first.contains("€35,000.00") && first.contains("128"))
    }
  }
}
