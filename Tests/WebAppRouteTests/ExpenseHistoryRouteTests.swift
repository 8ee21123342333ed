import HTTPServer
import Finances
import SyncProtocol
import Testing
import Values

@testable import MoneyWeb
@testable import SharingWeb
@testable import Web

/// The history of a group and its expenses, receipts and comments, as people see them.
@Suite struct ExpenseHistoryRouteTests {
  private static let pdf = Array("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n".utf8)

  private func expense(_ world: MoneyWorld) async throws -> String {
    try #require(try await world.expenses().first).id
  }

  /// The address of the change that a page lists first.
  private func newest(_ page: Browser.Answer, _ browser: Browser) throws -> String {
    let match = page.main.firstMatch(of: /\/groups\/[0-9a-f-]+\/activity\/[0-9]+/)
    return try browser.require(match.map { String($0.0) })
  }

  @Test(
    "D-GRP-12 an expense's history tells who changed its amounts, with before and after, and undoes it"
  )
  func edited() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let id = try await expense(world)
    let path = "/groups/\(world.group)/expenses/\(id)"
    _ = try await world.add(
      world.ben, "Rent", "12", by: "Ben", among: ["Anna", "Cy"], to: "\(path)/edit")
    let page = try await world.anna.get("\(path)/history").main
    func euro(_ minor: Int64) -> Money { Money(minor, "EUR") }
    func member(_ name: String, isYou: Bool = false) -> MemberName {
      MemberName(id: world.member(name), name: name, isYou: isYou)
    }
    let (anna, ben) = (member("Anna", isYou: true), member("Ben"))
    for difference: GroupActivityPage.Difference in [
      .amount(before: euro(1000), after: euro(1200)),
      .payers(before: [.init(anna, euro(1000))], after: [.init(ben, euro(1200))]),
      .part(anna, before: euro(500), after: euro(600)),
      .part(ben, before: euro(500), after: euro(0)),
      .part(member("Cy"), before: euro(0), after: euro(600)),
    ] {
      #expect(page.contains(catalogue.difference(difference)), "\(difference)")
    }
    #expect(page.contains("ben") || page.contains("Ben"))
    // Who may only look is offered nothing.
    let seen = try await world.vera.get("\(path)/history")
    #expect(seen.status == 200 && !seen.main.contains(catalogue.lookAndTakeBack))
    let change = try newest(try await world.anna.get("\(path)/history"), world.anna)
    #expect(try await world.vera.submit(change).status == 403)
    #expect(try await world.anna.get(change).main.contains(catalogue.takeBack))
    #expect(try await world.anna.submit(change).location == "/groups/\(world.group)/activity")
    #expect(try await world.nets() == ["Anna": 500, "Ben": -500])
    try await world.anna.get(change)
    let again = try await world.anna.submit(change)
    #expect(
      again.status == 409
        && again.main.contains(catalogue.historyProblem(.nothingLeft).prefix(20)))
    #expect(try await world.stan.get("\(path)/history").status == 404)
  }

  @Test("a group's activity tells what was entered, paid and deleted, and who came in")
  func activity() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let page = try await world.ben.get("/groups/\(world.group)/activity").main
    let subject = GroupActivityPage.Subject(.expense, "Rent", amount: Money(1000, "EUR"))
    #expect(page.contains(catalogue.groupActivity(.record(.added, subject))))
    #expect(page.contains(catalogue.activity(SharingEvent.cameIn, of: .group)))
    // Who joined later is not told what was before.
    let owner = try await world.anna.get("/groups/\(world.group)/activity").main
    #expect(
      owner.contains(
        catalogue.groupActivity(.record(.added, GroupActivityPage.Subject(.group, "")))))
  }

  @Test("deleted expenses are listed with who and when, and come back long after, but once")
  func deleted() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Ben"])
    let id = try await expense(world)
    let path = "/groups/\(world.group)"
    try await world.ben.get("\(path)/expenses/\(id)")
    #expect(try await world.ben.submit("\(path)/expenses/\(id)/delete").status == 303)
    world.hearth.advance(milliseconds: 20 * 86_400_000)
    let page = try await world.anna.get("\(path)/deleted")
    #expect(page.main.contains("Rent") && page.main.contains("€10.00"))
    let action = try world.anna.require(
      page.main.firstMatch(of: /action="([^"]+\/restore\/[^"]+)"/).map { String($0.1) })
    #expect(!(try await world.vera.get("\(path)/deleted").main.contains(action)))
    #expect(try await world.vera.submit(action).status == 403)
    try await world.ben.get("\(path)/deleted")
    try await world.anna.get("\(path)/deleted")
    #expect(try await world.anna.submit(action).location == "\(path)/expenses/\(id)")
    #expect(try await world.nets() == ["Anna": 500, "Ben": -500])
    #expect(try await world.ben.submit(action).status == 409)
    #expect(try await world.nets() == ["Anna": 500, "Ben": -500])
    #expect(!(try await world.anna.get("\(path)/deleted").main.contains(action)))
  }

  @Test("an expense comes back from the list though its member was combined meanwhile")
  func combined() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10", among: ["Anna", "Cy"])
    let id = try await expense(world)
    let path = "/groups/\(world.group)"
    try await world.anna.get("\(path)/expenses/\(id)")
    try await world.anna.submit("\(path)/expenses/\(id)/delete")
    let combine = "\(path)/members/\(world.member("Cy"))/combine"
    try await world.anna.get(combine)
    #expect(try await world.anna.submit(combine, ["into": world.member("Ben")]).status == 303)
    let page = try await world.anna.get("\(path)/deleted")
    let action = try world.anna.require(
      page.main.firstMatch(of: /action="([^"]+\/restore\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.anna.submit(action).status == 303)
    #expect(try await world.nets() == ["Anna": 500, "Ben": -500])
  }

  @Test(
    "receipts are pictures and PDFs whatever they call themselves; viewers look, strangers do not")
  func receipts() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10")
    let path = "/groups/\(world.group)/expenses/\(try await expense(world))"
    func send(_ browser: Browser, _ name: String, _ bytes: [UInt8]) async throws -> Browser.Answer {
      try await browser.get(path)
      return try await browser.upload(
        "\(path)/receipts", files: [.init(field: "receipts", name: name, bytes: bytes)])
    }
    #expect(try await send(world.ben, "bill.png", TestPictures.png).location == path)
    #expect(try await send(world.ben, "bill.pdf", Self.pdf).location == path)
    for (name, bytes) in [
      ("page.pdf", Array("<html><script>alert(1)</script></html>".utf8)),
      ("bill.pdf", TestPictures.png), ("bill.png", Self.pdf), ("list.txt", Array("milk".utf8)),
      ("empty.pdf", []), ("drawing.png", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
    ] {
      let refused = try await send(world.ben, name, bytes)
      #expect(refused.status == 422 && refused.main.contains("role=\"alert\""), "\(name)")
    }
    #expect(
      try await send(world.ben, "list.txt", Array("milk".utf8)).text.contains(
        catalogue.problem(.receipt(.neitherPictureNorPDF("list.txt")))))
    #expect(try await send(world.vera, "bill.png", TestPictures.png).status == 403)
    #expect(try await send(world.stan, "bill.png", TestPictures.png).status == 404)
    let page = try await world.vera.get(path).main
    let addresses = page.matches(of: /\/groups\/[0-9a-f-]+\/receipts\/[0-9a-f-]+\/\w+/).map {
      String($0.0)
    }
    #expect(Set(addresses).count == 3)
    for address in addresses {
      let file = try await world.vera.get(address)
      #expect(file.status == 200)
      #expect(file.headers["Content-Security-Policy"] == HTTPHeaders.uploadPolicy)
      #expect(try await world.stan.get(address).status == 404)
    }
    let other = try await world.stan.addGroup("Own")
    for address in addresses {
      let moved = address.replacing("/groups/\(world.group)/", with: "/groups/\(other)/")
      #expect(try await world.stan.get(moved).status == 404)
    }
    // What is deleted is undone by who did it.
    let receipt = try world.ben.require(addresses.first { $0.hasSuffix("original") })
      .replacing("/original", with: "/delete")
    try await world.ben.get(path)
    #expect(try await world.ben.submit(receipt).location == path)
    try await world.ben.undoLast(try await world.ben.get(path))
    #expect(
      Set(
        try await world.vera.get(path).main.matches(of: /receipts\/[0-9a-f-]+\/original/).map {
          String($0.0)
        }
      ).count == 2)
  }

  @Test(
    "comments show with their author; an editor deletes their own, the owner any, a viewer none")
  func comments() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "10")
    let path = "/groups/\(world.group)/expenses/\(try await expense(world))"
    func say(_ text: String, by browser: Browser) async throws -> Browser.Answer {
      try await browser.get(path)
      return try await browser.submit("\(path)/comments", ["text": text])
    }
    #expect(try await say("<b>Why?</b>", by: world.ben).location == "\(path)#comments")
    #expect(try await say("Because", by: world.anna).status == 303)
    #expect(try await say("x", by: world.vera).status == 403)
    #expect(try await say("x", by: world.stan).status == 404)
    let long = String(repeating: "y", count: 2001)
    let refused = try await say(long, by: world.ben)
    #expect(refused.status == 422 && refused.main.contains(long))
    let seen = try await world.vera.get(path).main
    #expect(seen.contains("&lt;b&gt;Why?&lt;/b&gt;") && seen.contains("Because"))
    func deletions(_ browser: Browser) async throws -> [String] {
      try await browser.get(path).main.matches(
        of: /action="(\/groups[^"]+\/comments\/[^"]+\/delete)"/
      )
      .map { String($0.1) }
    }
    #expect(try await deletions(world.vera) == [])
    let (own, all) = (try await deletions(world.ben), try await deletions(world.anna))
    #expect(own.count == 1 && all.count == 2)
    let foreign = try #require(all.first { !own.contains($0) })
    #expect(try await world.ben.submit(foreign).status == 403)
    #expect(try await world.anna.submit(own[0]).location == path)
    #expect(!(try await world.ben.get(path).main.contains("Why?")))
  }
}

extension Browser {
  /// Makes a group of this person's.
  func addGroup(_ name: String) async throws -> String {
    try await get("/groups/new")
    let made = try await submit(
      "/groups/new", ["name": name, "currency": "EUR", "ownName": "Me", "members": ""])
    return String(try require(made.location).dropFirst("/groups/".count))
  }

  /// Presses Undo on a page that offers it.
  func undoLast(_ page: Answer) async throws {
    let action = try require(
      page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await submit(action).status == 303)
  }
}
