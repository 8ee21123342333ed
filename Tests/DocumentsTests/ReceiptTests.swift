import Documents
import Foundation
import Testing

@Suite("Receipts of claim reports")
struct ReceiptTests {
  private static func printed(_ receipts: [ClaimReport.Receipt]) throws -> PrintedFile {
    let item = ReportFixture.item(1, photos: 0, receipts: receipts)
    let bytes = try ReportFixture.bytes(ReportFixture.report(sections: []), [.item(item)])
    let file = try PrintedFile(bytes)
    try file.check()
    return file
  }

  @Test("each page of a receipt is in a frame that says whose it is, with the number of all pages")
  func framed() throws {
    let file = try Self.printed([
      ReportFixture.receipt("invoice.pdf", Fixture.pdf(["Invoice 4711", "Terms"])),
      ReportFixture.receipt("till.pdf", Fixture.pdf(["Till slip"], box: "[0 0 200 900]")),
    ])
    #expect(try file.pageCount() == 5)
    let first = try file.text(page: 3)
    for word in ["Road bicycle · Garage", "invoice.pdf", "Page 1 of 2", "Invoice 4711"] {
      #expect(first.contains(word), "\(word)")
    }
    #expect(try file.solidText(page: 3).hasSuffix("3/5"))
    #expect(try file.text(page: 4).contains("Terms"))
    #expect(try file.text(page: 5).contains("Till slip"))
    #expect(try file.information()["Page size"] == "595.276 x 841.89 pts (A4)")
  }

  @Test(
    "turned, shifted and split pages are upright, whole and in their frame",
    arguments: [
      "/Rotate 0", "/Rotate 90", "/Rotate 180", "/Rotate 270", "/Rotate -90", "/UserUnit 1",
      "/CropBox [20 280 380 560]",
    ])
  func placed(extra: String) throws {
    for split in [false, true] {
      let pdf = Fixture.pdf(
        ["Invoice 4711"], box: "[-50 -30 450 570]", extra: extra, splitContents: split)
      let file = try Self.printed([ReportFixture.receipt("a.pdf", pdf)])
      #expect(try file.text(page: 3).contains("Total 1,899.00"))
      let words = try file.run("pdftotext", ["-f", "3", "-l", "3", "-bbox", file.path, "-"])
      let pattern = /xMin="([0-9.-]+)" yMin="([0-9.-]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">4711</
      let box = try #require(words.firstMatch(of: pattern))
      let (left, top) = (Double(box.1) ?? -1, Double(box.2) ?? -1)
      let (right, bottom) = (Double(box.3) ?? -1, Double(box.4) ?? -1)
      #expect(left > 54 && right < 541 && top > 90 && bottom < 780)
    }
  }

  @Test("a receipt that is encrypted, damaged, cut off or no receipt has a page that says so")
  func problems() throws {
    let whole = Fixture.pdf(["Invoice"])
    let file = try Self.printed([
      ReportFixture.receipt("locked.pdf", try Fixture.encrypted(whole)),
      ReportFixture.receipt("noise.pdf", Array("%PDF-1.4\nnoise\n%%EOF\n".utf8)),
      ReportFixture.receipt("cut.pdf", Array(whole[..<(whole.count * 2 / 3)])),
      ReportFixture.receipt("moving.gif", Array("GIF89a".utf8)),
      ReportFixture.receipt("empty.pdf", []),
      ReportFixture.receipt(
        "large.pdf", [UInt8](repeating: 32, count: ClaimReport.maxReceiptBytes + 1)),
      ReportFixture.receipt(
        "long.pdf", Fixture.pdf((0...ClaimReport.maxReceiptPages).map { "Page \($0)" })),
      ClaimReport.Receipt(fileName: "gone.pdf", owner: "Road bicycle") {
        throw CocoaError(.fileNoSuchFile)
      },
      ReportFixture.receipt("good.pdf", whole),
    ])
    #expect(try file.pageCount() == 11)
    let expected = [
      ("locked.pdf", "encrypted"), ("noise.pdf", "damaged"), ("cut.pdf", "damaged"),
      ("moving.gif", "unknownKind"), ("empty.pdf", "unknownKind"), ("large.pdf", "tooLarge"),
      ("long.pdf", "tooManyPages"), ("gone.pdf", "missing"), ("good.pdf", "Invoice"),
    ]
    for (index, (name, word)) in expected.enumerated() {
      let text = try file.text(page: 3 + index)
      #expect(text.contains(name) && text.contains(word), "\(name)")
    }
  }

  @Test("a text is a receipt too, line by line on as many pages as it needs, up to a limit")
  func textReceipt() throws {
    func lines(_ count: Int) -> [UInt8] {
      Array((0..<count).map { "Line \($0) end\r\n" }.joined().utf8)
    }
    let file = try Self.printed([
      ReportFixture.receipt("till.txt", Array("\u{FEFF}Kettle ☕   49.90\nTOTAL €49.90\n\n".utf8)),
      ReportFixture.receipt("two.txt", lines(90)),
      ReportFixture.receipt("lines.txt", lines(9000)),
      ReportFixture.receipt("one line.txt", [UInt8](repeating: 0x61, count: 2_000_000)),
    ])
    let till = try file.text(page: 3)
    for word in ["Road bicycle", "till.txt", "Page 1 of 1", "Kettle", "TOTAL €49.90"] {
      #expect(till.contains(word), "\(word)")
    }
    #expect(try file.text(page: 4).contains("Line 0 end"))
    #expect(try file.text(page: 5).contains("Line 89 end"))
    // No line is printed twice or left out, as far as it goes.
    let all = try file.text()
    let long = try #require(all.range(of: "lines.txt")).lowerBound
    let numbers = all[long...].matches(of: /Line (\d+) end/).compactMap { Int($0.1) }
    #expect(numbers == Array(0..<numbers.count) && (1000..<2000).contains(numbers.count))
    #expect(all.matches(of: /restOfText/).count == 2)
    #expect(try file.text(page: 6 + ClaimReport.maxTextReceiptPages).contains("restOfText"))
    #expect(try file.pageCount() <= 5 + 2 * (ClaimReport.maxTextReceiptPages + 1))
  }

  @Test("a JPEG is a receipt too, embedded as it is")
  func jpegReceipt() throws {
    let photo = try Fixture.jpeg(width: 300, height: 500, seed: 4)
    let file = try Self.printed([
      ReportFixture.receipt("slip.jpg", photo),
      ReportFixture.receipt("cut.jpg", Array(photo[..<200])),
    ])
    #expect(try file.photos() == [photo])
    #expect(try file.text(page: 4).contains("damaged"))
  }

  @Test("receipts of many parts stay in their order")
  func manyReceipts() throws {
    let receipts = (0..<150).map {
      ReportFixture.receipt("r\($0).pdf", Fixture.pdf(["Invoice \($0) end"]), owner: "Item \($0)")
    }
    let file = try Self.printed(receipts)
    #expect(try file.pageCount() == 152)
    let pages = try file.text().split(separator: "\u{c}")
    for number in 0..<150 {
      let text = pages[number + 2]
      #expect(text.contains("r\(number).pdf") && text.contains("Invoice \(number) end"))
      #expect(text.contains("Item \(number)"))
    }
  }

  @Test("what was filled in or stamped on a receipt is on it, hidden notes are not")
  func annotations() throws {
    let stamp = { (word: String, flags: Int, state: String) in
      """
      << /Type /Annot /Subtype /Stamp /Rect [40 100 340 160] /F \(flags) \(state)
      /AP << /N \(state.isEmpty ? "\(word) 0 R" : "<< /On \(word) 0 R >>") >> >>
      """
    }
    let notes = [stamp("7", 4, ""), stamp("8", 2, ""), stamp("9", 4, "/AS /On")].joined()
    let pdf = Fixture.pdf(
      ["Invoice"], extra: "/Annots [\(notes)]",
      appearances: ["PAID", "SECRET", "CHECKED"].map { "BT /F1 20 Tf 5 5 Td (\($0)) Tj ET" })
    let file = try Self.printed([ReportFixture.receipt("a.pdf", pdf)])
    let text = try file.text(page: 3)
    #expect(text.contains("PAID") && text.contains("CHECKED") && text.contains("Invoice"))
    #expect(!text.contains("SECRET"))
  }

  @Test("receipts beyond what a report can hold have a page that says so")
  func full() throws {
    let receipts = (0..<4).map { ReportFixture.receipt("r\($0).pdf", Fixture.pdf(["Invoice"])) }
    var report = ReportFixture.report(sections: [])
    report.maxReceiptValues = 12
    let item = ReportFixture.item(1, photos: 0, receipts: receipts)
    let file = try PrintedFile(ReportFixture.bytes(report, [.item(item)]))
    try file.check()
    #expect(try file.text(page: 3).contains("Invoice"))
    #expect(try file.text(page: 6).contains("reportFull"))
  }

  @Test("instructions that unpack to far more than a page needs are refused")
  func bomb() throws {
    let packed = try Fixture.deflated([UInt8](repeating: 32, count: 80 * 1024 * 1024))
    let stream = "<< /Length \(packed.count) /Filter /FlateDecode >>\nstream\n"
    var pdf = Array("%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n".utf8)
    pdf += Array("2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n".utf8)
    pdf += Array("3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] ".utf8)
    pdf += Array("/Contents [4 0 R 4 0 R] >> endobj\n4 0 obj ".utf8) + Array(stream.utf8) + packed
    pdf += Array("\nendstream endobj\ntrailer << /Root 1 0 R /Size 5 >>\n%%EOF\n".utf8)
    let file = try Self.printed([ReportFixture.receipt("bomb.pdf", pdf)])
    #expect(try file.text(page: 3).contains("damaged"))
  }

  @Test("objects that refer to each other without an end do not end the program")
  func hostile() throws {
    // A chain of 30,000 objects, each the resource of the one before.
    let count = 30_000
    var text = "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
    text += "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n"
    text += "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]"
    text += " /Resources << /XObject 4 0 R >> >> endobj\n"
    for number in 4..<count { text += "\(number) 0 obj << /A \(number + 1) 0 R >> endobj\n" }
    text += "trailer << /Root 1 0 R /Size \(count) >>\n%%EOF\n"
    var kids = "%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"
    for number in 2..<count {
      kids += "\(number) 0 obj << /Type /Pages /Kids [\(number + 1) 0 R] /Count 1 >> endobj\n"
    }
    kids += "trailer << /Root 1 0 R /Size \(count) >>\n%%EOF\n"
    let file = try Self.printed([
      ReportFixture.receipt("chain.pdf", Array(text.utf8)),
      ReportFixture.receipt("tree.pdf", Array(kids.utf8)),
      ReportFixture.receipt(
        "huge.pdf", Fixture.pdf(["x"], box: "[0 0 1e30 1e30]")),
      ReportFixture.receipt("zero.pdf", Fixture.pdf(["x"], box: "[0 0 0 0]")),
    ])
    #expect(try file.pageCount() == 6)
    for page in 3...6 { #expect(try file.text(page: page).contains("damaged")) }
  }
}
