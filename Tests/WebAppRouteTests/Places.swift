@testable import Web

extension Browser {
  /// Adds a place and returns its id.
  func addPlace(_ name: String, _ home: String, in parent: String = "") async throws -> String {
    try await get("/homes/\(home)/rooms")
    try await submit("/homes/\(home)/rooms", ["name": name, "emoji": "", "parentID": parent])
    return try await place(name, home)
  }

  /// The id of the place of that name.
  func place(_ name: String, _ home: String) async throws -> String {
    let rows = try await get("/homes/\(home)/rooms").main
      .matches(of: /\/rooms\/([0-9a-f-]{36})">(?s:(.*?))<\/a>/)
    return try require(rows.first { $0.2.contains("<b>\(name)</b>") }.map { String($0.1) })
  }

  /// Adds an item in a place and returns its id.
  func addItem(_ name: String, _ home: String, at place: String) async throws -> String {
    try await get("/homes/\(home)/items/new")
    let answer = try await submit(
      "/homes/\(home)/items/new",
      ["name": name, "quantity": "1", "currency": "EUR", "locationID": place])
    return String(try require(answer.location).dropFirst("/items/".count))
  }

  /// Follows the way to take back what was just done.
  func takeBack(_ page: Answer) async throws -> Answer {
    let undo = page.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) }
    return try await submit(try require(undo))
  }
}
