import Foundation
import Testing

@testable import AccountWeb
@testable import Web

/// Access tokens on the account page.
@Suite struct TokenTests {
  private let tokens = "/account/tokens"

  private func secret(_ page: Browser.Answer) -> String? {
    page.text.firstMatch(of: /value="(hearth_[A-Za-z0-9_-]{43})"/).map { String($0.1) }
  }

  @Test("a token is shown once, works, is listed with its last use, and is revoked")
  func life() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    #expect(try await owner.get("/account").main.contains("href=\"\(tokens)\""))
    #expect(try await owner.get(tokens).main.contains(catalogue.noTokens))
    let made = try await owner.submit(
      tokens, ["name": "Display", "access": "write", "home": home, "days": "30"])
    #expect(made.status == 200)
    #expect(made.headers["Cache-Control"] == "no-store")
    let secret = try owner.require(secret(made))
    let found = try #require(try hearth.accounts.verifyAccessToken(secret, address: nil))
    #expect(found.token.scope == .write)
    #expect(found.token.home == home)
    let list = try await owner.get(tokens)
    #expect(!list.text.contains(secret))
    #expect(list.main.contains("Display"))
    #expect(list.main.contains(catalogue.tokenSummary(.write, home: "Flat")))
    let now = Date(timeIntervalSince1970: 0)
    let inAMonth = catalogue.until(now.addingTimeInterval(30 * 86_400), now: now)
    #expect(
      list.main.contains(
        catalogue.tokenTimes(used: catalogue.ago(now, now: now), ends: inAMonth)))
    let revoke = try owner.require(
      list.main.firstMatch(of: /action="(\/account\/tokens\/[^"]+\/revoke)"/).map { String($0.1) })
    #expect(try await owner.submit(revoke).location == tokens)
    #expect(try hearth.accounts.verifyAccessToken(secret, address: nil) == nil)
    #expect(try await owner.get(tokens).main.contains(catalogue.noTokens))
  }

  @Test("a token may say who has homes when the person chose that, and its line says so")
  func sharing() async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household("Flat")
    let form = try await owner.get(tokens)
    #expect(form.main.contains("<option value=\"sharing\""))
    let made = try await owner.submit(
      tokens, ["name": "Guests", "access": "sharing", "home": "", "days": "30"])
    let secret = try owner.require(secret(made))
    let found = try #require(try hearth.accounts.verifyAccessToken(secret, address: nil))
    #expect(found.token.scope == .sharing)
    let summary = catalogue.tokenSummary(.sharing, home: nil)
    #expect(try await owner.get(tokens).main.contains("<small>\(summary)</small>"))
  }

  @Test("what cannot be a token is told beside its field, and what was typed is kept")
  func refused() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, _) = try await hearth.household("Flat")
    let stranger = try await hearth.person("stan")
    let other = try await stranger.addHome("Elsewhere")
    try await owner.get(tokens)
    let blank = try await owner.submit(
      tokens, ["name": " ", "access": "write", "home": "", "days": "365"])
    #expect(blank.status == 422)
    #expect(blank.main.contains("aria-invalid"))
    #expect(blank.main.contains("<option value=\"365\" selected"))
    let foreign = try await owner.submit(
      tokens, ["name": "x", "access": "read", "home": other, "days": "30"])
    #expect(foreign.status == 422)
    #expect(secret(foreign) == nil)
    for fields in [
      ["name": "x", "access": "own", "home": "", "days": "30"],
      ["name": "x", "access": "read", "home": "", "days": "31"],
    ] {
      let answer = try await owner.submit(tokens, [:], repeated: fields.map { ($0.key, $0.value) })
      #expect(answer.status == 400)
    }
    #expect(try await owner.get(tokens).main.contains(catalogue.noTokens))
  }

  @Test("nobody revokes another's token")
  func foreignToken() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, _) = try await hearth.household("Flat")
    try await owner.get(tokens)
    let made = try await owner.submit(
      tokens, ["name": "Display", "access": "read", "home": "", "days": "0"])
    let secret = try owner.require(secret(made))
    let id = try #require(try hearth.accounts.verifyAccessToken(secret, address: nil)).token.id
    let stranger = try await hearth.person("stan")
    try await stranger.get(tokens)
    _ = try await stranger.submit("/account/tokens/\(id)/revoke")
    #expect(try hearth.accounts.verifyAccessToken(secret, address: nil) != nil)
    #expect(try await hearth.browser().get(tokens).status == 303)
  }
}
