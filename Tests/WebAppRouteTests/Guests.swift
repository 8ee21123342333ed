import Replica

@testable import Web

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

/// What tells a browser's open page to look again: the source of its event stream.
struct HeardChanges {
  fileprivate let observation: Observation
  fileprivate var heard: AsyncStream<Void>.Iterator

  /// Returns when something has changed since this was called last.
  mutating func next() async { await heard.next() }
}

extension Hearth {
  /// Listens as an open page of this browser does.
  func changes(seenBy browser: Browser) async throws -> HeardChanges {
    let token = try browser.require(browser.cookies["hearth-session"])
    let visitor = try app.backend.visitor(token: token)
    guard let visitor else { throw Browser.Missing() }
    let workspace = try await app.backend.workspace(of: visitor)
    let (heard, signal) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let observation = workspace.observe { signal.yield() }
    return HeardChanges(observation: observation, heard: heard.makeAsyncIterator())
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
