import Finances
import Foundation
import Testing
import Values

@testable import MoneyWeb
@testable import Web

/// What pages of groups say in detail.
@Suite struct MoneyDetailRouteTests {
  /// Who shares the expense of a form, by name.
  private func sharers(_ page: Browser.Answer, _ world: MoneyWorld) -> Set<String> {
    Set(
      page.main.matches(of: /<input[^>]*name="in"[^>]*>/).map { String($0.0) }
        .filter { $0.contains(" checked") }
        .compactMap { box in world.members.first { box.contains($0.value) }?.key })
  }

  /// The year that a page of spending shows.
  private func year(_ browser: Browser, _ path: String) async throws -> (shown: String?, Bool) {
    let page = try await browser.get(path).main
    let shown = page.firstMatch(of: /<a class="chip on"[^>]*>(?:<svg.*?<\/svg>)?(\d{4})</)
      .map { String($0.1) }
    return (shown, page.contains("year=2027"))
  }

  @Test("a cent that all share is split between all, and stays so when the expense is edited")
  func cent() async throws {
    let world = try await MoneyWorld()
    let all: Set = ["Anna", "Ben", "Cy"]
    try await world.add(world.anna, "Sweet", "0.01")
    try await world.add(world.anna, "Ticket", "0.02", among: ["Ben", "Cy"])
    let front = try await world.anna.get("/groups/\(world.group)").main
    let you = MemberName(id: world.member("Anna"), name: "Anna", isYou: true)
    for (title, count) in [("Sweet", 3), ("Ticket", 2)] {
      #expect(
        front.contains(
          catalogue.what(.expense(payers: [you], mode: .equal, sharerCount: count))), "\(title)")
    }
    let expenses = try await world.expenses()
    let sweet = try #require(expenses.first { $0.details.title == "Sweet" })
    #expect(sweet.money.shares.filter { $0.owedMinor != 0 }.count == 1)
    let path = "/groups/\(world.group)/expenses/\(sweet.id)/edit"
    #expect(sharers(try await world.anna.get(path), world) == all)
    // Who only paid is still none of those who share.
    let ticket = try #require(expenses.first { $0.details.title == "Ticket" })
    let other = "/groups/\(world.group)/expenses/\(ticket.id)/edit"
    #expect(sharers(try await world.anna.get(other), world) == ["Ben", "Cy"])
    // Ten times as much is everybody's.
    try await world.add(world.anna, "Sweet", "0.30", among: Array(all), to: path)
    #expect(try await world.nets() == ["Anna": 22, "Ben": -11, "Cy": -11])
  }

  @Test("spending begins with this year though something of next year is entered already")
  func thisYear() async throws {
    let world = try await MoneyWorld()
    let paths = ["/groups/\(world.group)/spending", "/personal/spending"]
    for day in ["2027-01-05", "2025-03-01", "2026-06-01"] {
      try await world.add(world.anna, "Rent", "9", more: [("day", day)])
    }
    for path in paths {
      let (shown, offersNext) = try await year(world.anna, path)
      #expect(shown == "2026" && offersNext, "\(path)")
      #expect(try await year(world.anna, "\(path)?year=2027").shown == "2027", "\(path)")
    }
  }

  @Test("that two members became one is told with both names, and by no field of theirs")
  func combined() async throws {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Rent", "9")
    let combine = "/groups/\(world.group)/members/\(world.member("Cy"))/combine"
    try await world.anna.get(combine)
    #expect(try await world.anna.submit(combine, ["into": world.member("Ben")]).status == 303)
    let page = try await world.anna.get("/groups/\(world.group)/activity").main
    #expect(page.contains(catalogue.groupActivity(.own(.combined("Cy", into: "Ben")))), "\(page)")
    #expect(!page.contains("otherNames"))
    #expect(!page.contains(catalogue.groupFieldTitle("otherNames")))
    #expect(catalogue.groupFieldTitle("otherNames") != "otherNames")
  }

  @Test("of the names of a new group just the one that is there twice is quoted")
  func nameTwice() async throws {
    let world = try await MoneyWorld()
    try await world.anna.get("/groups/new")
    for (own, others, twice) in [
      ("Anna", "Ben\nCy\nben\nDora", "ben"), ("Anna", "Ben\n anna ", "anna"),
    ] {
      let answer = try await world.anna.submit(
        "/groups/new", ["name": "Pot", "currency": "EUR", "ownName": own, "members": others])
      #expect(answer.status == 422)
      let said = MoneyWorld.unescaped(Substring(answer.main))
      #expect(said.contains(catalogue.problem(.nameTaken(twice))), "\(twice)")
    }
  }

  @Test("a rate is shown with all the digits that matter")
  func rates() async throws {
    let world = try await MoneyWorld()
    let rates = "/groups/\(world.group)/rates"
    try await world.anna.get(rates)
    for (code, rate) in [("VND", "0.0000362418"), ("ISK", "0.00698")] {
      let saved = try await world.anna.submit(
        rates, ["fromCurrency": code, "toCurrency": "EUR", "rate": rate, "day": "2026-06-01"])
      try #require(saved.status == 303)
      try await world.add(world.anna, "Taxi", "90000", more: [("currency", code)])
    }
    let page = try await world.anna.get("/groups/\(world.group)/balances").main
    #expect(page.contains("1 VND = 0.0000362418 EUR") && page.contains("1 ISK = 0.00698 EUR"))
  }

  @Test("what stays out of a document is told by its entry, and of a table by its line")
  func entries() async throws {
    let world = try await MoneyWorld()
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ExpenseFixtures")
    for (name, place) in [("spliit.json", "entry 7"), ("splitwise.csv", "line 18")] {
      let bytes = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      let answer = try await world.anna.upload(
        "/group-imports", ["group": ""],
        files: [Browser.Upload(field: "file", name: name, bytes: bytes)])
      let page = try await world.anna.get(try world.anna.require(answer.location)).main
      #expect(page.contains(place), "\(name)")
    }
  }

  @Test("a kept copy of a group has a name of its own, and what repeats is paused in it")
  func copy() async throws {
    let world = try await MoneyWorld()
    try await world.add(
      world.anna, "Rent", "9", more: [("day", "2026-06-20"), ("everyUnit", "month")])
    try await world.anna.get("/groups/\(world.group)/delete")
    _ = try await world.anna.submit("/groups/\(world.group)/delete", ["name": "Flat"])
    let notices = try await world.ben.get("/people").main
    let copy = try world.ben.require(
      notices.firstMatch(of: /action="(\/notices\/[^"]+\/copy)"/).map { String($0.1) })
    let path = try world.ben.require(try await world.ben.submit(copy).location)
    let page = try await world.ben.get(path)
    let name = catalogue.copyName(of: "Flat")
    #expect(page.main.contains(name))
    let said = MoneyFlash.copyKeptPaused(name).text(in: catalogue)
    #expect(page.text.contains(said))
    let repeating = try await world.ben.get("\(path)/repeating").main
    #expect(repeating.contains("Rent") && repeating.contains("Go on"))
    // Nothing comes of it as time goes by.
    world.hearth.advance(milliseconds: 40 * 86_400_000)
    let later = try await world.ben.get(path).main
    #expect(!later.contains(">Rent<"))
  }
}
