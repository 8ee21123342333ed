import Foundation
import Hub
import Testing

@testable import ThingsWeb
@testable import Web

/// A person's calendar for other programs. Today is 12 June 2026.
@Suite struct CalendarTests {
  private let settings = "/account/calendar"

  private func make(_ browser: Browser) async throws -> String {
    try await browser.get(settings)
    let page = try await browser.submit(settings)
    #expect(page.status == 200)
    #expect(page.headers["Cache-Control"] == "no-store")
    let match = page.text.firstMatch(
      of: /value="http:\/\/localhost:8080(\/calendar\/[0-9a-f]{32}\.ics)"/)
    return try browser.require(match.map { String($0.1) })
  }

  private func values(_ name: String, _ answer: Browser.Answer) -> [String] {
    answer.text.replacing("\r\n ", with: "").split(separator: "\r\n")
      .filter { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
  }

  @Test("whoever knows the address reads what is due in all homes of its person, and nothing else")
  func feed() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin; by the lake")
    let boiler = try await hearth.addItem(owner, home, "Boiler")
    try await owner.get("/items/\(boiler)/maintenance")
    try await owner.submit(
      "/items/\(boiler)/maintenance",
      [
        "title": "Service", "dueOn": "2026-07-01", "everyUnit": "month", "currency": "EUR",
        "notes": "Call Mia, then pay",
      ])
    try await owner.get("/homes/\(cabin)/insurance/new")
    try await owner.submit(
      "/homes/\(cabin)/insurance/new",
      ["provider": "Harbour Mutual", "currency": "EUR", "endsOn": "2026-12-31"])
    let stranger = try await hearth.person("stan")
    let elsewhere = try await stranger.addHome("Elsewhere")
    let secret = try await hearth.addItem(stranger, elsewhere, "Golden kettle")
    try await stranger.get("/items/\(secret)/maintenance")
    try await stranger.submit(
      "/items/\(secret)/maintenance",
      ["title": "Polish", "dueOn": "2026-07-01", "everyUnit": "month", "currency": "EUR"])

    let address = try await make(owner)
    let reader = hearth.browser()
    let file = try await reader.get(address)
    #expect(file.status == 200)
    #expect(file.headers["Content-Type"] == "text/calendar; charset=utf-8")
    #expect(file.headers["Cache-Control"] == "private, no-cache")
    #expect(file.headers["Referrer-Policy"] == "no-referrer")
    #expect(file.headers["X-Content-Type-Options"] == "nosniff")
    #expect(reader.cookies.isEmpty)
    #expect(values("SUMMARY", file) == ["Service: Boiler", "Insurance ends: Harbour Mutual"])
    #expect(values("DTSTART;VALUE=DATE", file) == ["20260701", "20261231"])
    #expect(values("LOCATION", file) == ["Flat", "Cabin\\; by the lake"])
    #expect(values("DESCRIPTION", file) == ["Call Mia\\, then pay"])
    #expect(
      values("URL", file) == [
        "http://localhost:8080/items/\(boiler)",
        "http://localhost:8080/homes/\(cabin)/insurance",
      ])
    #expect(Set(values("UID", file)).count == 2)
    #expect(!file.text.contains("Polish"))
    // It opens the calendar and no page.
    #expect(try await reader.get("/items/\(boiler)").status == 303)

    // The same again is not sent again; a change is, under the same ids.
    let tag = try owner.require(file.headers["ETag"])
    reader.extraHeaders = [("If-None-Match", tag)]
    let same = try await reader.get(address)
    #expect(same.status == 304 && same.bytes.isEmpty)
    let drill = try await hearth.addItem(owner, home, "Drill")
    try await owner.get("/items/\(drill)/lend")
    try await owner.submit("/items/\(drill)/lend", ["lentTo": "Cleo", "lentUntil": "2026-06-20"])
    let changed = try await reader.get(address)
    #expect(changed.status == 200)
    #expect(values("SUMMARY", changed).first == "Back from Cleo: Drill")
    #expect(Set(values("UID", changed)).isSuperset(of: values("UID", file)))
  }

  @Test(
    "a wrong address, a replaced and a removed one are answered alike, with no page of anybody's")
  func wrong() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    #expect(try await owner.get("/account").main.contains("href=\"\(settings)\""))
    #expect(try await owner.get(settings).main.contains(catalogue.makeCalendar))
    let first = try await make(owner)
    let reader = hearth.browser()
    #expect(try await reader.get(first, head: true).status == 200)
    let list = try await owner.get(settings)
    #expect(!list.text.contains(first) && list.main.contains("Last read: just now"))
    let second = try await make(owner)
    #expect(try await reader.get(second).status == 200)
    let replaced = try await reader.get(first)
    #expect(try await owner.submit("\(settings)/remove").location == settings)
    let removed = try await reader.get(second)
    let guessed = try await reader.get("/calendar/\(String(repeating: "0", count: 32)).ics")
    let nonsense = try await reader.get("/calendar/..%2F.ics")
    for answer in [replaced, removed, guessed, nonsense] {
      #expect(answer.status == 404)
      #expect(answer.headers["ETag"] == nil)
      #expect(!answer.text.contains("Flat"))
    }
    #expect(try await owner.get(settings).main.contains(catalogue.makeCalendar))
    #expect(try await reader.get("/calendar/x").status == 404)
    // What the log keeps of it is the kind of page.
    #expect(!hearth.log.withLock { "\($0)" }.contains(second.dropFirst(10).prefix(32)))
  }

  @Test("guessing is slowed down for all that comes from one place, and right addresses go on")
  func guessing() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let address = try await make(owner)
    let reader = hearth.browser()
    var statuses: [Int: Int] = [:]
    for number in 0..<(Accounts.maxWrongSecretsPerAddress + 5) {
      statuses[try await reader.get("/calendar/\(number).ics").status, default: 0] += 1
    }
    #expect(statuses == [404: Accounts.maxWrongSecretsPerAddress, 429: 5])
    let refused = try await reader.get("/calendar/0.ics")
    #expect(refused.headers["Retry-After"] != nil)
    #expect(try await reader.get(address).status == 200)
  }

  @Test("a home that is left, and an account that is disabled, are in nobody's calendar any more")
  func leaving() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let boiler = try await hearth.addItem(owner, home, "Boiler")
    try await owner.get("/items/\(boiler)/maintenance")
    try await owner.submit(
      "/items/\(boiler)/maintenance",
      ["title": "Service", "dueOn": "2026-07-01", "everyUnit": "month", "currency": "EUR"])
    let guest = try await hearth.guest(of: owner, home: home, role: "viewer")
    let address = try await make(guest)
    let reader = hearth.browser()
    #expect(values("SUMMARY", try await reader.get(address)) == ["Service: Boiler"])
    try await guest.get("/homes/\(home)/settings/leave")
    try await guest.submit("/homes/\(home)/settings/leave")
    let left = try await reader.get(address)
    #expect(left.status == 200 && values("SUMMARY", left).isEmpty)
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    try hearth.accounts.setDisabled(true, id, by: .commandLine)
    #expect(try await reader.get(address).status == 404)
  }
}
