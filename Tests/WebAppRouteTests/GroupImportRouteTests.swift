import Finances
import Foundation
import Testing

@testable import MoneyWeb
import ThingsWeb
@testable import Web

@Suite struct GroupImportRouteTests {
  private static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ExpenseFixtures")
    return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  /// Uploads a file and shows what comes next.
  private func upload(
    _ browser: Browser, _ name: String, _ bytes: [UInt8], into group: String = ""
  ) async throws -> (address: String, page: Browser.Answer) {
    let answer = try await browser.upload(
      "/group-imports", ["group": group],
      files: [Browser.Upload(field: "file", name: name, bytes: bytes)])
    let address = try browser.require(answer.location)
    return (address, try await browser.get(address))
  }

  /// Says yes to a preview, and reads the result.
  private func run(
    _ browser: Browser, _ address: String, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> Browser.Answer {
    let started = try await browser.submit(address + "/run", fields)
    await browser.hearth.app.finishImports()
    let progress = try await browser.get(try browser.require(started.location))
    guard let location = progress.location else { return progress }
    return try await browser.get(location)
  }

  @Test("a file of Splitwise is shown first, comes into a new group, and once more brings nothing")
  func splitwise() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let bytes = try Self.fixture("splitwise.csv")
    let (address, page) = try await upload(world.anna, "flat.csv", bytes)
    #expect(page.status == 200, "\(page.text)")
    #expect(page.main.contains(words.importCount(26)))
    #expect(MoneyWorld.unescaped(Substring(page.main)).contains(words.unknownPayers(2)))
    #expect(page.main.contains("Only for myself"))
    let groups = try await world.anna.get("/groups")
    #expect(!groups.main.contains("flat"))
    // Anna is Ana there: that is shown once more, and then done.
    let changed = try await world.anna.submit(
      address + "/run", ["group": "", "newGroupName": "India", "own": "0"])
    #expect(changed.location == address)
    #expect(try await world.anna.get(address).main.contains(words.choicesChanged))
    let result = try await run(
      world.anna, address, ["group": "", "newGroupName": "India", "own": "0"])
    #expect(result.status == 200 && result.main.contains(words.imported), "\(result.text)")
    let link = try #require(result.main.firstMatch(of: /href="(\/groups\/[0-9a-f-]{36})"/)).1
    let group = try await world.anna.get(String(link))
    #expect(group.main.contains("India") && group.main.contains("Ferry"))
    let (_, again) = try await upload(world.anna, "flat.csv", bytes)
    #expect(again.main.contains(words.nothingNew))
    #expect(!again.main.contains(words.importCount(26)))
  }

  @Test("people are mapped to members, which the group remembers; the import is taken back whole")
  func mapped() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let bytes = try Self.fixture("spliit.json")
    let (address, page) = try await upload(world.ben, "trip.json", bytes, into: world.group)
    #expect(page.main.contains(words.whoIsWho))
    let fields: KeyValuePairs = [
      "group": world.group, "person-0": world.member("Anna"), "person-1": world.member("Ben"),
      "person-2": "",
    ]
    #expect(try await world.ben.submit(address + "/run", fields).location == address)
    #expect(try await world.ben.get(address).main.contains(words.choicesChanged))
    let result = try await run(world.ben, address, fields)
    #expect(result.main.contains(words.imported), "\(result.text)")
    let undo = try #require(
      result.main.firstMatch(of: /href="(\/group-imports\/[^"\/]+\/undo)"/)
    ).1
    let names = try await world.replicaMembers()
    #expect(names == ["Anna", "Ben", "Carol", "Cy"])
    // The form of a member leaves the names of files as they are.
    let path = "/groups/\(world.group)/members/\(world.member("Cy"))"
    try await world.anna.get(path)
    try await world.anna.submit(path, ["name": "Cyd", "weight": "1", "payment": ""])
    try await world.anna.submit(path, ["name": "Cy", "weight": "1", "payment": ""])
    let question = try await world.ben.get(String(undo))
    #expect(question.main.contains(words.expensesGo(6)))
    // Another person's import is nobody else's.
    #expect(try await world.anna.get(String(undo)).status == 410)
    let done = try await world.ben.submit(String(undo), [:])
    #expect(done.location == "/group-imports")
    #expect(try await world.replicaMembers() == ["Anna", "Ben", "Cy"])
    #expect(try await world.ben.get(String(undo)).status == 410)
  }

  @Test("whoever is found by their name is no choice of its own: what is shown is imported at once")
  func found() async throws {
    let world = try await MoneyWorld()
    let text =
      "Date,Description,Category,Cost,Currency,Anna,Ben\n\n2026-04-25,Cake,General,12.00,EUR,6.00,-6.00\n"
    let (address, page) = try await upload(
      world.anna, "flat.csv", Array(text.utf8), into: world.group)
    #expect(page.main.contains(catalogue.importCount(1)), "\(page.main)")
    let result = try await run(
      world.anna, address,
      [
        "group": world.group, "person-0": world.member("Anna"), "person-1": world.member("Ben"),
      ])
    #expect(result.main.contains(catalogue.imported), "\(result.main)")
  }

  @Test("a table is asked for its columns; what is missing is said, and nothing is lost")
  func columns() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let text = "When,Stuff,How much,By\n2026-04-25,Cake,12.50,Ana\n2026-04-26,Tea,3,Ben\n"
    let (address, page) = try await upload(world.anna, "mine.csv", Array(text.utf8))
    #expect(address.hasSuffix("/columns") && page.main.contains("How much"))
    let wrong = try await world.anna.submit(
      address, ["role-0": "day", "role-1": "title", "role-2": "amount", "role-3": ""])
    #expect(wrong.status == 422 && wrong.main.contains(words.missingColumn(.payer)))
    let right = try await world.anna.submit(
      address, ["role-0": "day", "role-1": "title", "role-2": "amount", "role-3": "payer"])
    let preview = try await world.anna.get(try world.anna.require(right.location))
    #expect(preview.main.contains(words.importCount(2)), "\(preview.text)")
  }

  @Test("a file that is none is refused with the form; who may only look imports into no group")
  func refused() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let none = try await world.anna.upload(
      "/group-imports", ["group": ""],
      files: [Browser.Upload(field: "file", name: "a.json", bytes: Array("{\"a\":[1,".utf8))])
    #expect(
      none.status == 422
        && none.main.contains(words.expenseFileProblem(.unreadableDocument(line: 1))))
    let empty = try await world.anna.submit("/group-imports", ["group": ""])
    #expect(empty.status == 422)
    let looking = try await world.vera.upload(
      "/group-imports", ["group": world.group],
      files: [
        Browser.Upload(field: "file", name: "t.json", bytes: try Self.fixture("spliit.json"))
      ])
    #expect(looking.status == 403)
    let stranger = try await world.stan.upload(
      "/group-imports", ["group": world.group],
      files: [
        Browser.Upload(field: "file", name: "t.json", bytes: try Self.fixture("spliit.json"))
      ])
    #expect(stranger.status == 404)
  }

  @Test("the JSON of a group is downloaded whole and comes back as another group")
  func document() async throws {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Pasta", "12.40")
    let document = try await world.vera.get("/groups/\(world.group)/group.json")
    #expect(document.status == 200 && document.text.contains("\"hearth-group\""))
    let (address, page) = try await upload(world.stan, "group.json", Array(document.text.utf8))
    #expect(page.main.contains("Pasta"), "\(page.text)")
    let result = try await run(world.stan, address)
    #expect(result.status == 200)
  }

  @Test("an archive of everything has the groups, each of which comes back by itself")
  func archive() async throws {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Pasta", "12.40")
    try await world.anna.get("/groups/new")
    try await world.anna.submit(
      "/groups/new",
      [
        "name": "Boat", "currency": "JPY", "ownName": "Anna", "members": "Zoe", "emoji": "",
      ])
    let answer = try await world.anna.get("/export/archive")
    guard case .stream(let stream) = answer.body else {
      Issue.record("no archive")
      return
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    let (address, page) = try await upload(world.stan, "hearth.zip", bytes)
    #expect(page.main.contains("Boat") && page.main.contains("Flat"), "\(page.text)")
    let fields: KeyValuePairs = ["archived": "groups/2 Flat/group.json", "group": ""]
    #expect(try await world.stan.submit(address + "/run", fields).location == address)
    #expect(try await world.stan.get(address).main.contains("Pasta"))
    let result = try await run(world.stan, address, fields)
    #expect(result.main.contains(catalogue.imported), "\(result.text)")
    #expect(try await world.stan.get("/groups").main.contains("Flat"))
    // The homes of the archive come as before.
    let homes = try await world.stan.upload(
      "/import", ["home": ""],
      files: [Browser.Upload(field: "file", name: "hearth.zip", bytes: bytes)])
    let preview = try await world.stan.get(try world.stan.require(homes.location))
    #expect(preview.main.contains(catalogue.groupsInArchive(2)))
  }
}

extension MoneyWorld {
  fileprivate func replicaMembers() async throws -> [String] {
    try await replica.sync()
    let id = group
    return try replica.file.read { connection in
      try GroupMember.of(id, in: connection).map(\.details.name).sorted()
    }
  }
}
