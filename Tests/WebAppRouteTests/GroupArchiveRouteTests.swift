import Blobs
import Foundation
import Importing
import StoredZip
import Testing

@testable import MoneyWeb
@testable import Web

/// Groups with the files of their receipts in an archive, from one hub to another.
@Suite struct GroupArchiveRouteTests {
  /// The entries of an archive, which can be spoiled.
  private struct Archive {
    var entries: [(name: String, content: [UInt8])] = []

    /// Everything of somebody who has a group with a picture and two receipts.
    init(of world: MoneyWorld) async throws {
      try await world.add(world.anna, "Pasta", "12.40")
      let page = try await world.anna.get("/groups/\(world.group)")
      let address = try #require(
        page.main.firstMatch(of: /href="(\/groups\/[0-9a-f-]{36}\/expenses\/[0-9a-f-]{36})"/)
      ).1
      try await world.anna.get(String(address))
      try await world.anna.upload(
        address + "/receipts",
        files: [
          .init(field: "receipts", name: "bill.pdf", bytes: PaperTests.pdf),
          .init(field: "receipts", name: "photo.png", bytes: TestPictures.png),
        ])
      try await world.anna.upload(
        "/groups/\(world.group)/picture",
        files: [.init(field: "photos", name: "us.jpg", bytes: try TestPictures.jpegWithPlace())])
      let answer = try await world.anna.get("/export/archive")
      guard case .stream(let stream) = answer.body else {
        Issue.record("no archive")
        return
      }
      var bytes: [UInt8] = []
      while let piece = try await stream.next() { bytes += piece }
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try Data(bytes).write(to: path)
      let zip = try ZipArchive(path: path.path, name: "hearth.zip")
      for entry in zip.entries {
        entries.append((entry.name, try zip.bytes(of: entry, maxBytes: 1 << 20)))
      }
      try FileManager.default.removeItem(at: path)
    }

    var bytes: [UInt8] { StoredZip.bytes(entries) }

    func content(_ ending: String) -> [UInt8] {
      entries.first { $0.name.hasSuffix(ending) }?.content ?? []
    }

    mutating func replace(_ ending: String, _ content: [UInt8]) throws {
      let index = try #require(entries.firstIndex { $0.name.hasSuffix(ending) })
      entries[index].content = content
    }

    mutating func replace(in ending: String, _ text: String, with other: String) throws {
      let old = String(decoding: content(ending), as: UTF8.self)
      #expect(old.contains(text))
      try replace(ending, Array(old.replacing(text, with: other).utf8))
    }

    /// Other bytes in place of a file, told everywhere as if they had always been there.
    mutating func swap(_ ending: String, for content: [UInt8]) throws {
      let (old, new) = (hash(self.content(ending)), hash(content))
      try replace(ending, content)
      try replace(in: "group.json", old, with: new)
      try replace(in: "manifest.json", old, with: new)
    }

    private func hash(_ bytes: [UInt8]) -> String { BlobHash(of: bytes).description }
  }

  private func bring(
    _ archive: Archive, _ browser: Browser
  ) async throws -> (preview: String, result: String, expense: String, group: String) {
    let answer = try await browser.upload(
      "/group-imports", ["group": ""],
      files: [Browser.Upload(field: "file", name: "hearth.zip", bytes: archive.bytes)])
    let address = try browser.require(answer.location)
    let preview = try await browser.get(address)
    try await browser.submit(address + "/run", [:])
    await browser.hearth.app.finishImports()
    let result = try await browser.get(address + "/result")
    #expect(result.status == 200, "\(result.text)")
    let group = try #require(result.main.firstMatch(of: /href="(\/groups\/[0-9a-f-]{36})"/)).1
    let page = try await browser.get(String(group))
    let expense = try #require(
      page.main.firstMatch(of: /href="(\/groups\/[0-9a-f-]{36}\/expenses\/[0-9a-f-]{36})"/)
    ).1
    return (
      MoneyWorld.unescaped(Substring(preview.main)),
      MoneyWorld.unescaped(Substring(result.main)), String(expense), String(group)
    )
  }

  private func files(_ page: Browser.Answer) -> [String] {
    Set(page.main.matches(of: /\/receipts\/([0-9a-f-]{36})/).map { String($0.1) }).sorted()
  }

  @Test("an archive brings a group's picture and receipts byte for byte to another hub")
  func whole() async throws {
    let world = try await MoneyWorld()
    let archive = try await Archive(of: world)
    #expect(archive.entries.contains { $0.name == "groups/1 Flat/receipts/bill.pdf" })
    #expect(archive.entries.contains { $0.name == "groups/1 Flat/picture.jpg" })
    let ben = try await Hearth().household().0
    let (preview, result, expense, group) = try await bring(archive, ben)
    #expect(preview.contains(catalogue.receiptsComing(2)))
    #expect(result.contains(catalogue.receiptsCame(2)))
    let page = try await ben.get(expense)
    #expect(page.main.contains("bill.pdf") && page.main.contains("photo.png"))
    var bytes: Set<[UInt8]> = []
    for id in files(page) {
      bytes.insert(try await ben.get("\(group)/receipts/\(id)/original").bytes)
    }
    #expect(bytes == [PaperTests.pdf, archive.content("photo.png")])
    let picture = try #require(
      try await ben.get(group).main.firstMatch(of: /\/picture\/([0-9a-f-]{36})/)
    ).1
    let shown = try await ben.get("\(group)/picture/\(picture)/original")
    #expect(shown.bytes == archive.content("picture.jpg"))
  }

  @Test(
    "a file that is missing, of another sum or no picture stays out, which is said; the rest comes")
  func spoiled() async throws {
    let world = try await MoneyWorld()
    let whole = try await Archive(of: world)
    let words = catalogue
    // Somebody who has nothing of it yet.
    var ben = try await Hearth().household().0

    var missing = whole
    missing.entries.removeAll { $0.name.hasSuffix("bill.pdf") }
    let without = try await bring(missing, ben)
    #expect(without.preview.contains(words.receiptsMissing(1)))
    #expect(without.result.contains(words.receiptsMissing(1)))
    #expect(try await files(ben.get(without.expense)).count == 1)

    var wrong = whole
    ben = try await Hearth().household().0
    try wrong.replace("bill.pdf", PaperTests.pdf + [0x0A])
    let damaged = try await bring(wrong, ben)
    #expect(damaged.result.contains(words.expenseProblem(problem("bill.pdf", .fileDamaged))))
    #expect(try await files(ben.get(damaged.expense)).count == 1)

    var none = whole
    ben = try await Hearth().household().0
    try none.swap("bill.pdf", for: Array("MZ not a bill".utf8))
    try none.swap("picture.jpg", for: Array("<svg onload=alert(1)>".utf8))
    let refused = try await bring(none, ben)
    #expect(refused.result.contains(words.notImported))
    #expect(try await files(ben.get(refused.expense)).count == 1)
    #expect(try await !ben.get(refused.group).main.contains("/picture/"))

    // A text is a paper, but no receipt.
    var text = whole
    ben = try await Hearth().household().0
    try text.swap("bill.pdf", for: Array("Soup 3.20".utf8))
    try text.replace(in: "group.json", "bill.pdf", with: "bill.txt")
    let read = try await bring(text, ben)
    #expect(
      read.result.contains(words.problem(.receipt(.neitherPictureNorPDF("bill.txt")))))
    #expect(try await files(ben.get(read.expense)).count == 1)
  }

  @Test("an archive names no file of somebody else into a group")
  func foreign() async throws {
    let world = try await MoneyWorld()
    var archive = try await Archive(of: world)
    // Stan knows the hashes, and has none of the files.
    archive.entries.removeAll { $0.name.contains("/receipts/") || $0.name.contains("/picture.") }
    let brought = try await bring(archive, world.stan)
    #expect(brought.result.contains(catalogue.receiptsMissing(2)))
    #expect(brought.result.contains(catalogue.pictureMissing))
    #expect(try await files(world.stan.get(brought.expense)).isEmpty)
  }

  private func problem(_ text: String, _ reason: ExpenseImportReason) -> GroupImportPage.Problem {
    GroupImportPage.Problem(line: nil, text: text, reason: reason)
  }
}
