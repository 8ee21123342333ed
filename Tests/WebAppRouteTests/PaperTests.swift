import HTTPServer
import Blobs
import Foundation
import HubSQLite
import Testing
import Values

@testable import hearth
@testable import ThingsWeb
@testable import Web

/// Papers of items and policies, as people add, save and remove them.
@Suite struct PaperTests {
  static let pdf = Array("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n".utf8)

  private func item(_ hearth: Hearth) async throws -> (owner: Browser, home: String, id: String) {
    let (owner, home) = try await hearth.household()
    return (owner, home, try await hearth.addItem(owner, home, "Road bicycle"))
  }

  private func upload(
    _ files: [(String, [UInt8])], to address: String, kind: String = "receipt", _ browser: Browser
  ) async throws -> Browser.Answer {
    try await browser.get(String(address.dropLast("/papers".count)))
    return try await browser.upload(
      address, ["kind": kind], files: files.map { .init(field: "papers", name: $0.0, bytes: $0.1) })
  }

  @Test("a receipt added on the page of what was done belongs to that, wherever it is shown")
  func ofMaintenance() async throws {
    let hearth = try Hearth()
    let (owner, home, id) = try await item(hearth)
    try await owner.get("/items/\(id)/maintenance")
    try await owner.submit(
      "/items/\(id)/maintenance",
      ["title": "New chain", "doneOn": "2026-06-01", "everyUnit": "month", "currency": "EUR"])
    let before = try await owner.get("/items/\(id)").main
    let entry = try #require(before.firstMatch(of: /id="maintenance-([^"]+)"/)).1
    let page = "/maintenance/\(entry)"
    #expect(try await owner.get(page).main.contains(catalogue.noMaintenancePapers))
    func send(_ name: String, _ bytes: [UInt8], _ entry: String) async throws -> Browser.Answer {
      try await owner.upload(
        "/items/\(id)/papers", ["kind": "receipt", "maintenance": entry],
        files: [.init(field: "papers", name: name, bytes: bytes)])
    }
    let added = try await send("chain.pdf", Self.pdf, String(entry))
    #expect((added.status, added.location) == (303, page))
    let shown = try await owner.get(page)
    #expect(shown.main.contains("chain.pdf"))
    let paper = try #require(ids(shown).first)
    let all = try await owner.get("/items/\(id)").main
    #expect(all.contains(catalogue.paperOfMaintenance("New chain")))
    #expect(all.matches(of: try Regex("href=\"/papers/\(paper)\"")).count == 2)
    #expect(try await owner.get("/homes/\(home)/maintenance?done").main.contains("chain.pdf"))
    // What cannot be taken is told on the same page.
    let wrong = try await send("run.exe", Array("MZ\0\0".utf8), String(entry))
    #expect(wrong.status == 422)
    #expect(wrong.main.contains("run.exe") && wrong.main.contains("value=\"New chain\""))
    let other = try await hearth.addItem(owner, home, "Kettle")
    let foreign = try await owner.upload(
      "/items/\(other)/papers", ["kind": "receipt", "maintenance": String(entry)],
      files: [.init(field: "papers", name: "x.pdf", bytes: Self.pdf)])
    #expect(foreign.status == 410)
    // The entry goes, the receipt stays; both ways back lead to where it was.
    try await owner.get(page)
    try await owner.submit("\(page)/delete")
    let gone = try await owner.get("/items/\(id)")
    #expect(ids(gone) == [paper] && !gone.main.contains(catalogue.paperOfMaintenance("New chain")))
    let activity = try await owner.get("/homes/\(home)/activity").main
    #expect(
      activity.contains(
        catalogue.fieldChange(
          catalogue.title(of: "maintenanceID")!, from: "New chain",
          to: catalogue.activityValue(.nothing))))
    let change = try #require(activity.firstMatch(of: /\/homes\/[0-9a-f-]+\/activity\/[0-9]+/)).0
    try await owner.get(String(change))
    try await owner.submit(String(change))
    #expect(
      try await owner.get("/items/\(id)").main.contains(catalogue.paperOfMaintenance("New chain")))
  }

  private func ids(_ page: Browser.Answer) -> [String] {
    page.text.matches(of: /id="paper-([^"]+)"/).map { String($0.1) }
  }

  @Test("several papers are added at once, listed, and saved under their names, opened nowhere")
  func addAndSave() async throws {
    let hearth = try Hearth()
    let (owner, _, id) = try await item(hearth)
    let text = Array("<html><script>alert(1)</script> Größe 56".utf8)
    let answer = try await upload(
      [("Beleg für %22Rad%22.pdf", Self.pdf), ("notes.txt", text), ("box.png", TestPictures.png)],
      to: "/items/\(id)/papers", owner)
    #expect((answer.status, answer.location) == (303, "/items/\(id)"))
    let page = try await owner.get("/items/\(id)")
    #expect(page.text.contains(catalogue.papersAdded(3)))
    for part in [
      "Beleg für &quot;Rad&quot;.pdf", "notes.txt", "box.png",
      catalogue.paperKind(.receipt), catalogue.day(CalendarDay(year: 2026, month: 6, day: 12)),
    ] {
      #expect(page.main.contains(part), "\(part)")
    }
    let papers = ids(page)
    #expect(papers.count == 3)
    let types = ["application/pdf", "image/png", "text/plain; charset=utf-8"]
    for (paper, type) in zip(papers, types) {
      let file = try await owner.get("/papers/\(paper)")
      #expect(file.status == 200)
      #expect(file.headers["Content-Type"] == type)
      #expect(file.headers["Content-Disposition"]?.hasPrefix("attachment; filename=") == true)
      #expect(file.headers["X-Content-Type-Options"] == "nosniff")
      #expect(file.headers["Content-Security-Policy"] == HTTPHeaders.uploadPolicy)
      #expect(file.headers["Cache-Control"] == "private, max-age=31536000, immutable")
    }
    let first = try await owner.get("/papers/\(papers[0])")
    #expect(first.bytes == Self.pdf)
    #expect(
      first.headers["Content-Disposition"]
        == "attachment; filename=\"Beleg f_r _Rad_.pdf\"; "
        + "filename*=UTF-8''Beleg%20f%C3%BCr%20%22Rad%22.pdf")
    #expect(try await owner.get("/papers/\(papers[2])").bytes == text)
    let tag = try #require(first.headers["ETag"])
    let again = await owner.send(
      .get, "/papers/\(papers[0])", headers: [("If-None-Match", tag)])
    #expect(again.status == 304)
    // The same form once more adds nothing.
    _ = try await upload([("copy.pdf", Self.pdf)], to: "/items/\(id)/papers", owner)
    #expect(ids(try await owner.get("/items/\(id)")) == papers)
  }

  @Test("D-PHO-10 each file is what it says, or is refused by its name; the others are kept")
  func refused() async throws {
    let hearth = try Hearth()
    let (owner, _, id) = try await item(hearth)
    let jpeg = try TestPictures.jpegWithPlace()
    let bad: [(name: String, bytes: [UInt8], told: FieldProblem)] = [
      ("cut.pdf", Array(Self.pdf.prefix(30)), .cutOffFile(fileName: "cut.pdf")),
      ("half.jpg", Array(jpeg.prefix(jpeg.count / 2)), .cutOffPicture(fileName: "half.jpg")),
      ("nothing.pdf", [], .emptyFile(fileName: "nothing.pdf")),
      ("scan.pdf", TestPictures.png, .notWhatItSays(fileName: "scan.pdf", ending: "pdf")),
      ("bill.txt", Self.pdf, .notWhatItSays(fileName: "bill.txt", ending: "txt")),
      ("words.pdf", Array("hello".utf8), .notWhatItSays(fileName: "words.pdf", ending: "pdf")),
      (
        "page.html", Array("<html>x</html>".utf8),
        .notAPaper(fileName: "page.html", looksLike: "a web page")
      ),
      ("run.sh", Array("echo".utf8), .notAPaper(fileName: "run.sh", looksLike: "a text")),
      (
        "pack.zip", Array("PK\u{3}\u{4}123456".utf8),
        .notAPaper(fileName: "pack.zip", looksLike: "a ZIP archive")
      ),
      (
        "latin.txt", Array("Gr".utf8) + [0xF6, 0xDF] + Array("e".utf8),
        .notPlainText(fileName: "latin.txt")
      ),
      ("nul.txt", [0x61, 0, 0x62], .notPlainText(fileName: "nul.txt")),
      ("gp\u{202e}fdp.pdf", Self.pdf, .hiddenCharacters(fileName: "gpfdp.pdf")),
      ("two%0Alines.pdf", Self.pdf, .hiddenCharacters(fileName: "two lines.pdf")),
      (
        "big.txt", Array(repeating: 0x61, count: 25_000_001),
        .paperTooLarge(fileName: "big.txt", maxBytes: 25_000_000)
      ),
    ]
    let answer = try await upload(
      [("good.pdf", Self.pdf)] + bad.map { ($0.name, $0.bytes) }, to: "/items/\(id)/papers",
      kind: "manual", owner)
    #expect(answer.status == 422)
    for (name, _, told) in bad {
      #expect(answer.main.contains(catalogue.problem(told)), "\(name)")
    }
    let refused = RefusedFiles(problems: bad.map { $0.told }, keptCount: 1)
    #expect(answer.main.contains(catalogue.filesRefused(refused)))
    #expect(answer.main.contains("good.pdf"))
    // Reloading what came of it leads to the item, whose page has no address of papers alone.
    #expect(try await owner.get("/items/\(id)/papers").location == "/items/\(id)")
    #expect(answer.main.contains(#"<option value="manual" selected"#))
    #expect(ids(try await owner.get("/items/\(id)")).count == 1)
    #expect(Files.all(below: hearth.folder + "/blobs").count == 1)
    // Folders before a name, as some browsers send them, are not part of it.
    let deep = try await upload(
      [("C:\\papers\\../warranty.md", Array("For two years".utf8))], to: "/items/\(id)/papers",
      owner)
    #expect(deep.status == 303)
    #expect(try await owner.get("/items/\(id)").main.contains("<b>warranty.md</b>"))
    let many = try await upload(
      (0...20).map { ("\($0).txt", Array("\($0)".utf8)) }, to: "/items/\(id)/papers", owner)
    #expect(many.status == 422)
    #expect(many.main.contains(catalogue.problem(.tooManyPapers(max: 20))))
  }

  @Test("D-PHO-10 a picture among papers is kept without the place where it was taken")
  func placeIsGone() async throws {
    let hearth = try Hearth()
    let (owner, _, id) = try await item(hearth)
    _ = try await upload(
      [("receipt.jpeg", try TestPictures.jpegWithPlace())], to: "/items/\(id)/papers", owner)
    let paper = try #require(ids(try await owner.get("/items/\(id)")).first)
    let bytes = try await owner.get("/papers/\(paper)").bytes
    #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(!String(decoding: bytes, as: UTF8.self).contains(TestPictures.place))
  }

  @Test("D-PHO-8 somebody else's paper is not there; a viewer saves papers and changes none")
  func others() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home, id) = try await item(hearth)
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    _ = try await upload([("a.pdf", Self.pdf)], to: "/items/\(id)/papers", owner)
    let paper = try #require(ids(try await owner.get("/items/\(id)")).first)
    let stan = try await hearth.person("stan")
    _ = try await stan.addHome("Elsewhere")
    for path in ["/papers/\(paper)", "/papers/\(paper)/edit"] {
      #expect(try await stan.get(path).status == 404)
      #expect(try await hearth.browser().get(path).status == 303)
    }
    let page = try await viewer.get("/items/\(id)")
    #expect(ids(page) == [paper])
    #expect(!page.main.contains("name=\"papers\""))
    #expect(try await viewer.get("/papers/\(paper)").bytes == Self.pdf)
    #expect(try await viewer.get("/papers/\(paper)/edit").status == 403)
    #expect(try await viewer.submit("/papers/\(paper)/delete").status == 403)
    for (browser, status) in [(viewer, 403), (stan, 404)] {
      let answer = try await upload([("b.txt", [0x61])], to: "/items/\(id)/papers", browser)
      #expect(answer.status == status)
    }
    #expect(try await stan.submit("/papers/\(paper)/delete").status == 404)
    #expect(ids(try await owner.get("/items/\(id)")) == [paper])
  }

  @Test("a paper is renamed and told what it is; a deletion is taken back with its file")
  func editAndDelete() async throws {
    let hearth = try Hearth()
    let (owner, home, id) = try await item(hearth)
    _ = try await upload([("scan.pdf", Self.pdf)], to: "/items/\(id)/papers", kind: "other", owner)
    let paper = try #require(ids(try await owner.get("/items/\(id)")).first)
    #expect(try await owner.get("/homes/\(home)/insurance").main.contains("items?receipt=none"))
    #expect(
      try await owner.get("/homes/\(home)/items?receipt=none").main.contains("Road bicycle"))
    let wrong = try await owner.submit(
      "/papers/\(paper)/edit", ["name": "a/b", "kind": "receipt"])
    #expect(wrong.status == 422)
    #expect(wrong.main.contains(catalogue.problem(.pathInName(fileName: "a/b"))))
    #expect(wrong.main.contains("value=\"a/b\""))
    let saved = try await owner.submit(
      "/papers/\(paper)/edit", ["name": "Receipt 2024", "kind": "receipt"])
    #expect(saved.location == "/items/\(id)")
    #expect(try await owner.get("/items/\(id)").main.contains("<b>Receipt 2024.pdf</b>"))
    #expect(
      try await !owner.get("/homes/\(home)/items?receipt=none").main.contains("Road bicycle"))
    #expect(try await owner.submit("/papers/\(paper)/delete").location == "/items/\(id)")
    let gone = try await owner.get("/items/\(id)")
    #expect(ids(gone).isEmpty)
    #expect(try await owner.get("/papers/\(paper)").status == 404)
    let undo = try #require(gone.text.firstMatch(of: /action="(\/undo\/[^"]+)"/))
    #expect(try await owner.submit(String(undo.1)).location == "/items/\(id)")
    #expect(try await owner.get("/papers/\(paper)").bytes == Self.pdf)
  }

  @Test("a policy has papers on a page of its own, and they go with it")
  func ofPolicy() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await owner.submit(
      "/homes/\(home)/insurance/new", ["provider": "Harbour", "currency": "EUR"])
    let list = try await owner.get("/homes/\(home)/insurance").main
    let address = String(
      try #require(list.firstMatch(of: /href="([^"]+\/papers)"/)).1)
    let added = try await upload([("policy.pdf", Self.pdf)], to: address, kind: "policy", owner)
    #expect(added.location == address)
    let page = try await owner.get(address)
    let paper = try #require(ids(page).first)
    #expect(page.main.contains(catalogue.paperKind(.policy)))
    let insurance = try await owner.get("/homes/\(home)/insurance").main
    #expect(insurance.contains(catalogue.paperCount(1)))
    let refused = try await upload([("x.pdf", [1, 2])], to: address, owner)
    #expect(refused.status == 422)
    let files = RefusedFiles(
      problems: [.notWhatItSays(fileName: "x.pdf", ending: "pdf")], keptCount: 0)
    #expect(refused.main.contains("<p>\(catalogue.filesRefused(files))</p>"))
    #expect(ids(refused) == [paper])
    let cabin = try await owner.addHome("Cabin")
    #expect(try await owner.get(address.replacing(home, with: cabin)).status == 404)
    let policy = String(address.dropLast("/papers".count))
    #expect(try await owner.get("\(policy)/delete").main.contains(catalogue.papersGo(1)))
    try await owner.submit("\(policy)/delete")
    #expect(try await owner.get("/papers/\(paper)").status == 404)
  }

  @Test("D-PHO-4 a sweep and a doctor know papers as they know photos")
  func sweep() async throws {
    let hearth = try Hearth()
    let (owner, _, id) = try await item(hearth)
    _ = try await upload([("a.pdf", Self.pdf)], to: "/items/\(id)/papers", owner)
    try await owner.upload(
      "/items/\(id)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    let store = try #require(hearth.hub.store as? HubSQLite)
    // The age of a file is told by the machine's clock.
    let later = Int(Date().timeIntervalSince1970) + BlobFolder.graceSeconds + 60
    let kept = try FileSweep.names(in: store, now: 0)
    #expect(try kept == HubFile.files(hearth.folder + "/hub.sqlite"))
    #expect(kept.count == 2)
    #expect(hearth.app.photos.sweep(keeping: kept, now: later).count == 0)
    let paper = try #require(ids(try await owner.get("/items/\(id)")).first)
    try await owner.submit("/papers/\(paper)/delete")
    let muchLater = later + BlobFolder.graceSeconds + 60
    // It may be brought back for 30 days.
    #expect(try FileSweep.names(in: store, now: 0) == kept)
    let names = try FileSweep.names(in: store, now: 1 << 46)
    #expect(hearth.app.photos.sweep(keeping: names, now: muchLater).count == 1)
    #expect(Files.all(below: hearth.folder + "/blobs").count == 1)
  }

  @Test("D-PHO-12 a paper that was added without the hub comes to it before its row, and back")
  func device() async throws {
    let setting = try await DeviceSetting()
    let item = try await setting.hearth.addItem(setting.owner, setting.home, "Kettle")
    _ = try await upload(
      [("hub.txt", Array("of the hub".utf8))], to: "/items/\(item)/papers", setting.owner)
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    await setting.server.stop()
    let missing = try #require(ids(try await browser.get("/items/\(item)")).first)
    let answer = try await browser.get("/papers/\(missing)")
    #expect(answer.status == 503)
    #expect(answer.text.contains(catalogue.errorTitle(.needsHub)))
    _ = try await upload([("own.pdf", Self.pdf)], to: "/items/\(item)/papers", browser)
    let own = try #require(ids(try await browser.get("/items/\(item)")).last)
    #expect(try await browser.get("/papers/\(own)").bytes == Self.pdf)
    // A new start keeps the file, whose row is on its way still.
    await app.stop()
    let (again, _) = try setting.device()
    let same = Browser(setting.hearth, app: again.app)
    same.cookies = browser.cookies
    #expect(try await same.get("/papers/\(own)").bytes == Self.pdf)
    try setting.server.start()
    try await same.get("/sync")
    try await same.submit("/sync/now")
    #expect(try await setting.owner.get("/papers/\(own)").bytes == Self.pdf)
    #expect(try await same.get("/papers/\(missing)").text == "of the hub")
    await again.stop()
    await setting.server.stop()
  }
}
