import Families
import Foundation
import Testing

@testable import FamilyWeb
import TransferWeb
@testable import Web

/// Bringing a family back from its file, in the browser.
@Suite struct FamilyImportRouteTests {
  /// An archive of a family with a routine, from another hub.
  private func archive() async throws -> [UInt8] {
    let world = try await FamilyRouteTests.World()
    #expect(try await world.add().status == 303)
    guard case .stream(let stream) = try await world.anna.get("/export/archive").body else {
      throw Browser.Missing()
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    return bytes
  }

  private func hasNoFamily(_ browser: Browser) async throws -> Bool {
    let page = try await browser.get("/families").main
    return MoneyWorld.unescaped(Substring(page)).contains(catalogue.noFamily)
  }

  private func send(_ bytes: [UInt8], _ browser: Browser) async throws -> Browser.Answer {
    try await browser.get("/family-imports")
    return try await browser.upload(
      "/family-imports",
      files: [Browser.Upload(field: "file", name: "family.zip", bytes: bytes)])
  }

  @Test(
    "a family's file shows what would happen, brings it back, and can be taken back for 30 days")
  func wholeWay() async throws {
    let bytes = try await archive()
    let hearth = try Hearth(signUps: .open)
    let (cara, home) = try await hearth.household()
    // It is found where files are imported, and where there is no family yet.
    for page in ["/import?home=\(home)", "/families"] {
      #expect(try await cara.get(page).main.contains("href=\"/family-imports\""), "\(page)")
    }
    let address = try cara.require(try await send(bytes, cara).location)
    let preview = try await cara.get(address)
    #expect(preview.main.contains("Lindqvist") && preview.main.contains("name=\"person-0\""))
    #expect(try await hasNoFamily(cara))
    // Other choices than those shown are shown first.
    let names: KeyValuePairs = ["person-0": "", "person-1": ""]
    try await cara.submit(address + "/run", names)
    await hearth.app.finishImports()
    #expect(try await hasNoFamily(cara))
    #expect(try await cara.get(address).main.contains(catalogue.choicesChanged))
    try await cara.submit(address + "/run", names)
    await hearth.app.finishImports()
    let result = try await cara.get(address + "/result")
    #expect(result.status == 200 && result.main.contains(catalogue.broughtBack("Lindqvist")))
    let family = try cara.require(try await cara.get("/families").location)
    #expect(try await cara.get(family + "/routines").main.contains("Evening"))
    #expect(try await cara.get(family + "/settings").main.contains("href=\"/family-imports\""))
    // A second time adds nothing.
    let again = try cara.require(try await send(bytes, cara).location)
    #expect(try await cara.get(again).main.contains(catalogue.nothingNew))
    try await cara.submit(again + "/cancel")
    let page = try await cara.get("/family-imports").main
    let found = page.firstMatch(of: /href="(\/family-imports\/[^"\/]+\/undo)"/)
    let undo = String(try #require(found).1)
    #expect(try await cara.get(undo).main.contains(catalogue.familyGoes))
    #expect(try await cara.submit(undo).status == 303)
    #expect(try await hasNoFamily(cara))
    #expect(try await cara.get(undo).status == 410)
  }

  @Test("a file that has no family is refused with what is wrong, and nothing is kept of it")
  func badFiles() async throws {
    let whole = try await archive()
    let hearth = try Hearth(signUps: .open)
    let (cara, _) = try await hearth.household()
    let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let texts = ["", "name,price\nPan,12\n", #"{"format":"hearth-family","version":99}"#]
    let files = texts.map { Array($0.utf8) } + [Array(whole.prefix(whole.count / 2)), noise]
    for bytes in files {
      let answer = try await send(bytes, cara)
      #expect(answer.status == 422)
      #expect(answer.main.contains("note bad"), "\(answer.main)")
    }
    let missing = try await cara.submit("/family-imports")
    #expect(missing.status == 422)
    let folder = hearth.app.familyImports.directory
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(try await hasNoFamily(cara))
  }

  // D-PRM-6
  @Test("a child brings no family back, and nobody sees the upload of somebody else")
  func others() async throws {
    let bytes = try await archive()
    let hearth = try Hearth(signUps: .open)
    let (cara, _) = try await hearth.household()
    let ben = try await hearth.person("ben")
    try await cara.get("/families/new")
    let made = try await cara.submit("/families/new", ["name": "Berg"])
    let family = String(
      try cara.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let address = try cara.require(try await send(bytes, cara).location)
    for path in [address, address + "/result"] {
      #expect(try await ben.get(path).status == 404)
    }
    try await ben.get("/account")
    #expect(try await ben.submit(address + "/run").status == 404)
    try await MoneyWorld.admit(ben, to: family, of: cara, role: "viewer", in: "families")
    #expect(try await ben.get("/family-imports").status == 403)
    #expect(try await send(bytes, ben).status == 403)
  }
}
