@testable import WebApp

extension Hearth {
  /// Somebody with an account and no home, on a Hearth where anyone may sign up.
  func person(_ name: String, displayName: String? = nil) async throws -> Browser {
    let browser = browser()
    try await browser.get("/signup")
    let answer = try await browser.submit(
      "/signup",
      [
        "name": name, "displayName": displayName ?? name.capitalized,
        "password": "a long password of \(name)",
      ])
    precondition(answer.status == 303, answer.text)
    return browser
  }

  /// Lets somebody who has an account into a home.
  func admit(
    _ guest: Browser, to home: String, of owner: Browser, role: String = "editor"
  ) async throws {
    let token = try await invite(owner, home, role: role)
    try await guest.get("/i/\(token)")
    let joined = try await guest.submit("/i/\(token)")
    precondition(joined.location == "/homes/\(home)/joined", joined.text)
  }
}

extension Browser {
  /// Makes a home, younger than those that are there, and returns its id.
  func addHome(_ name: String) async throws -> String {
    hearth.advance(milliseconds: 1000)
    try await get("/homes/new")
    let answer = try await submit("/homes/new", ["name": name])
    return String(try require(answer.location).dropFirst("/homes/".count))
  }
}
