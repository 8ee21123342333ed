import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// A group of Anna, who owns it, Ben, who may edit, and Vera, who may only look. Cy has no account.
struct MoneyWorld {
  let hearth: Hearth
  let anna: Browser
  let ben: Browser
  let vera: Browser
  let stan: Browser
  let group: String
  /// A replica of Anna's.
  let replica: TestReplica
  /// Members by name.
  let members: [String: String]

  init() async throws {
    hearth = try Hearth(signUps: .open)
    anna = try await hearth.household("House").0
    (ben, vera) = (try await hearth.person("ben"), try await hearth.person("vera"))
    stan = try await hearth.person("stan")
    for browser in [ben, vera, stan] { _ = try await browser.addHome("Own") }
    try await anna.get("/groups/new")
    let made = try await anna.submit(
      "/groups/new",
      [
        "name": "Flat", "currency": "EUR", "ownName": "Anna", "members": "Ben\nCy\n\n",
        "emoji": "🏠",
      ])
    let path = try anna.require(made.location)
    group = String(path.dropFirst("/groups/".count))
    for (browser, role) in [(ben, "editor"), (vera, "viewer")] {
      try await Self.admit(browser, to: group, of: anna, role: role)
    }
    replica = try hearth.replica(of: "anna")
    try await replica.sync()
    let id = group
    members = try replica.file.read { connection in
      try GroupMember.of(id, in: connection).reduce(into: [:]) { $0[$1.details.name] = $1.id }
    }
  }

  var link: ZoneLink { ZoneLink(.group, id: group, name: "Flat") }

  static func admit(
    _ guest: Browser, to group: String, of owner: Browser, role: String, in kind: String = "groups"
  ) async throws {
    try await owner.get("/\(kind)/\(group)/settings")
    let page = try await owner.submit(
      "/\(kind)/\(group)/settings/invites", ["role": role, "hours": "24", "uses": "1"])
    let token = try owner.require(
      page.text.firstMatch(of: /\/i\/([A-Za-z0-9_-]+)/).map { String($0.1) })
    let preview = try await guest.get("/i/\(token)")
    #expect(preview.main.contains("name=\"kind\" value=\"\(kind)\""))
    let joined = try await guest.submit("/i/\(token)", ["kind": kind])
    #expect(joined.location == "/\(kind)/\(group)/joined", "\(joined.text)")
  }

  func member(_ name: String) -> String { members[name] ?? "nobody" }

  /// Adds an expense; `weights` are by the way that it is split.
  @discardableResult
  func add(
    _ browser: Browser, _ title: String, _ amount: String, by payer: String = "Anna",
    among names: [String] = ["Anna", "Ben", "Cy"], way: String = "equal",
    weights: [String: String] = [:], more: [(String, String)] = [], to path: String? = nil
  ) async throws -> Browser.Answer {
    let path = path ?? "/groups/\(group)/expenses/new"
    let form = try await browser.get(path)
    var fields: [(String, String)] = [
      ("title", title), ("amount", amount), ("way", way), ("payer", member(payer)),
    ]
    if !more.contains(where: { $0.0 == "currency" }) { fields.append(("currency", "EUR")) }
    if !more.contains(where: { $0.0 == "day" }) { fields.append(("day", "2026-06-01")) }
    for name in ["Anna", "Ben", "Cy"] { fields.append(("row", member(name))) }
    for name in names { fields.append(("in", member(name))) }
    for (name, text) in weights { fields.append(("\(way).\(member(name))", text)) }
    if let version = form.text.firstMatch(of: /name="version" value="([^"]+)"/) {
      fields.append(("version", Self.unescaped(version.1)))
    }
    return try await browser.submit(path, repeated: fields + more)
  }

  static func unescaped(_ text: Substring) -> String {
    String(text).replacing("&amp;", with: "&").replacing("&#39;", with: "'")
      .replacing("&quot;", with: "\"")
  }

  /// What each member is owed, by the hub's rows, in minor units of a currency.
  func nets(in currency: String = "EUR") async throws -> [String: Int128] {
    try await replica.sync()
    let sums = try replica.file.read { connection in
      try GroupBalances.of(group, in: connection).net(in: currency)
    }
    return members.compactMapValues { sums[$0] }
  }

  func expenses() async throws -> [Finances::Expense] {
    try await replica.sync()
    return try replica.file.read { connection in
      try ExpenseList.page(of: group, in: connection).rows
    }
  }
}

extension Hearth {
  /// A group of the owner's with an expense, which the others have too, put into a matrix.
  func withGroup(
    _ matrix: RouteMatrix, of owner: Browser, _ others: [(browser: Browser, role: String)] = [],
    named name: String = "Pot"
  ) async throws -> RouteMatrix {
    var matrix = matrix
    try await owner.get("/groups/new")
    let made = try await owner.submit(
      "/groups/new",
      ["name": name, "currency": "EUR", "ownName": "\(name) owner", "members": "\(name) Cy"])
    matrix.group = String(try owner.require(made.location).dropFirst("/groups/".count))
    for other in others {
      try await MoneyWorld.admit(other.browser, to: matrix.group, of: owner, role: other.role)
    }
    let members = try await owner.get("/groups/\(matrix.group)/members").main
    matrix.member = String(try #require(members.firstMatch(of: /members\/([0-9a-f-]{36})"/)).1)
    let form: [(String, String)] = [
      ("title", "\(name) bread"), ("amount", "3"), ("currency", "EUR"), ("day", "2026-06-01"),
      ("way", "equal"), ("payer", matrix.member), ("row", matrix.member), ("in", matrix.member),
      ("note", "\(name) note"), ("place", "\(name) place"),
    ]
    let path = "/groups/\(matrix.group)/expenses/new"
    try #require(try await owner.submit(path, repeated: form).status == 303)
    let page = try await owner.get("/groups/\(matrix.group)").main
    matrix.expense = String(try #require(page.firstMatch(of: /expenses\/([0-9a-f-]{36})"/)).1)
    let far = form.filter { $0.0 != "day" } + [("day", "9000-01-01"), ("everyUnit", "month")]
    try #require(try await owner.submit(path, repeated: far).status == 303)
    let list = try await owner.get("/groups/\(matrix.group)/repeating").main
    matrix.repeating = String(
      try #require(list.firstMatch(of: /repeating\/([0-9a-f-]{36})"/)).1)
    let rate: KeyValuePairs<String, String> = [
      "fromCurrency": "VND", "toCurrency": "EUR", "rate": "0.5", "day": "2026-06-01",
    ]
    let rates = "/groups/\(matrix.group)/rates"
    try #require(try await owner.submit(rates, rate).status == 303)
    let entered = try await owner.get(rates).main
    matrix.rate = String(
      try #require(entered.firstMatch(of: /rates\/([0-9a-f-]{36})\/remove"/)).1)
    return try await withFamily(matrix, of: owner, others, named: name)
  }

  /// A family of the owner's with a routine and days away, which the others have too, put into a
  /// matrix. An owner who has a family already keeps that.
  func withFamily(
    _ matrix: RouteMatrix, of owner: Browser, _ others: [(browser: Browser, role: String)],
    named name: String
  ) async throws -> RouteMatrix {
    var matrix = matrix
    let isFirst = try await owner.get("/families").status == 200
    if isFirst {
      try await owner.get("/families/new")
      try #require(try await owner.submit("/families/new", ["name": name]).status == 303)
    }
    let front = try owner.require(try await owner.get("/families").location)
    matrix.family = String(front.dropFirst("/families/".count))
    for other in others where isFirst {
      try await MoneyWorld.admit(
        other.browser, to: matrix.family, of: owner, role: other.role, in: "families")
    }
    let settings = try await owner.get("/families/\(matrix.family)/settings").main
    let person = String(
      try #require(settings.firstMatch(of: /faces\/([0-9a-f-]{36})"/)).1)
    let routine: [(String, String)] = [
      ("title", "\(name) bins"), ("people", person), ("mode", "turns"), ("kind", "weekdays"),
      ("weekday", "0"), ("startsOn", "2026-06-01"), ("note", "\(name) note"), ("steps", name),
      ("partOfDay", "any"),
    ]
    let routines = "/families/\(matrix.family)/routines"
    try await owner.get("\(routines)/new")
    try #require(try await owner.submit("\(routines)/new", repeated: routine).status == 303)
    matrix.routine = String(
      try #require(
        try await owner.get(routines).main.firstMatch(of: /routines\/([0-9a-f-]{36})\/week"/)
      ).1)
    let away: KeyValuePairs<String, String> = [
      "person": person, "startsOn": "9000-01-01", "endsOn": "9000-01-02",
    ]
    try #require(
      try await owner.submit("/families/\(matrix.family)/away", away).status == 303)
    matrix.absence = String(
      try #require(
        try await owner.get("/families/\(matrix.family)/away").main.firstMatch(
          of: /away\/([0-9a-f-]{36})\/remove"/)
      ).1)
    return matrix
  }
}
