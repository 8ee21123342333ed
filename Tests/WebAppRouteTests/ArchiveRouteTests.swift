import Blobs
import Foundation
import HTTPServer
import StoredZip
import Testing
import Threads

@testable import ThingsWeb
@testable import TransferWeb
@testable import Web

/// Everything as one ZIP from one person's browser into another's.
@Suite struct ArchiveRouteTests {
  private func bytes(_ answer: Browser.Answer) async throws -> [UInt8] {
    guard case .stream(let stream) = answer.body else {
      Issue.record("no stream")
      return []
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    return bytes
  }

  private func file(_ pattern: Regex<(Substring, Substring)>, _ page: Browser.Answer) -> String {
    page.text.firstMatch(of: pattern).map { String($0.1) } ?? ""
  }

  @Test("what is saved of a home is called after it, in its own letters")
  func names() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Zoë's \"Flat\" / 2")
    _ = try await hearth.addItem(owner, home, "Kettle")
    for (address, ending) in [("export", "csv"), ("export/archive", "zip")] {
      let answer = try await owner.get("/homes/\(home)/\(address)")
      #expect(answer.status == 200, "\(address)")
      #expect(
        answer.headers["Content-Disposition"]
          == "attachment; filename=\"Zoe's -Flat- - 2.\(ending)\"; "
          + "filename*=UTF-8''Zo%C3%AB%27s%20-Flat-%20-%202.\(ending)")
    }
  }

  @Test(
    "S3-NG6 an archive of everything brings photos and papers byte for byte into another account")
  func roundTrip() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let item = try await hearth.addItem(anna, home, "Road bicycle")
    try await anna.get("/items/\(item)")
    try await anna.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "b.png", bytes: TestPictures.png)])
    try await anna.get("/items/\(item)")
    try await anna.upload(
      "/items/\(item)/papers", ["kind": "receipt"],
      files: [.init(field: "papers", name: "receipt.pdf", bytes: PaperTests.pdf)])
    let shown = try await anna.get("/items/\(item)")
    let photo = file(/\/photos\/([^\/"]+)\/large/, shown)
    let picture = try await anna.get("/photos/\(photo)/original")
    #expect((try await anna.get("/export")).text.contains(catalogue.downloadArchive))

    let answer = try await anna.get("/export/archive")
    #expect(answer.headers["Content-Type"] == "application/zip")
    #expect(answer.headers["Content-Disposition"]?.contains("hearth.zip") == true)
    let zip = try await bytes(answer)

    let other = try Hearth()
    let (ben, bensHome) = try await other.household()
    try await ben.get("/import")
    let (address, page) = try await ben.preview("hearth.zip", zip, home: bensHome)
    #expect(page.text.contains(catalogue.hearthArchive))
    #expect(page.text.contains("only what is missing is"))
    #expect(page.text.contains("Road bicycle"))
    let result = try await ben.runImport(address, home: "")
    #expect(result.text.contains("1 photo came with them"))
    let items = try await ben.get("/items?q=bicycle")
    let copy = file(/\/items\/([0-9a-f-]{36})/, items)
    let restored = try await ben.get("/items/\(copy)")
    #expect(restored.main.contains("receipt.pdf"))
    let paper = file(/id="paper-([^"]+)"/, restored)
    #expect(try await ben.get("/papers/\(paper)").bytes == PaperTests.pdf)
    let restoredPhoto = file(/\/photos\/([^\/"]+)\/large/, restored)
    #expect(try await ben.get("/photos/\(restoredPhoto)/original").bytes == picture.bytes)

    let (_, again) = try await ben.preview("hearth.zip", zip, home: bensHome)
    #expect(again.text.contains(catalogue.nothingNew))
    // In the account it came from, nothing is missing either.
    let (_, own) = try await anna.preview("hearth.zip", zip, home: home)
    #expect(own.text.contains(catalogue.nothingNew))
  }

  @Test("a home is exported alone, for Hearth and for MovingBox, by those who can see it")
  func oneHome() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Road bicycle")
    for form in ["archive", "movingbox"] {
      let zip = try await bytes(try await anna.get("/homes/\(home)/export/\(form)"))
      #expect(zip.starts(with: [0x50, 0x4B, 3, 4]))
      try await anna.get("/import")
      let (_, page) = try await anna.preview("\(form).zip", zip, home: home)
      #expect(page.status == 200)
    }
    let all = try await bytes(try await anna.get("/export/movingbox"))
    #expect(all.starts(with: [0x50, 0x4B, 3, 4]))
  }

  @Test("a damaged archive is refused in words that name what is wrong, and nothing is kept")
  func damaged() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Road bicycle")
    let zip = try await bytes(try await anna.get("/homes/\(home)/export/archive"))
    let newer = StoredZip.bytes([
      (
        "manifest.json",
        Array("{\"format\":\"hearth-archive\",\"version\":7,\"schemaVersion\":1}".utf8)
      )
    ])
    for (bytes, words) in [
      (newer, "A newer Hearth has made this archive"),
      (Array(zip.prefix(zip.count / 2)), "This archive is damaged"),
    ] {
      try await anna.get("/import")
      let answer = try await anna.upload(
        "/import", ["home": home], files: [.init(field: "file", name: "a.zip", bytes: bytes)])
      #expect(answer.status == 422)
      #expect(answer.text.contains(words))
    }
    #expect(try Files.names(in: hearth.folder + "/imports").isEmpty)
  }
}
