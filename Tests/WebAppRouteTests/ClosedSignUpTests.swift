import Testing

@testable import Web

/// A Hearth that takes no new accounts.
@Suite struct ClosedSignUpTests {
  @Test("where no accounts are made, an invite offers none, and nothing leads in a circle")
  func closed() async throws {
    let hearth = try Hearth(signUps: .closed)
    let (owner, home) = try await hearth.household("Flat")
    let token = try await hearth.invite(owner, home)
    let visitor = hearth.browser()
    let invite = try await visitor.get("/i/\(token)")
    #expect(invite.status == 200)
    #expect(!invite.main.contains("/signup") && !invite.main.contains(catalogue.createAccount))
    #expect(invite.main.contains(catalogue.noNewAccounts))
    #expect(invite.main.contains("href=\"/signin?then=%2Fi%2F\(token)\""))
    for path in ["/signup", "/signup?invite=\(token)"] {
      let page = try await visitor.get(path)
      #expect(page.main.contains(catalogue.noNewAccounts))
      #expect(page.main.contains(catalogue.noNewAccounts))
      #expect(!page.main.contains("Ask someone") && !page.main.contains("href=\"/join\""))
      #expect(page.main.contains("href=\"/signin\""))
    }
    try await visitor.get("/signin")
    let refused = try await visitor.submit(
      "/signup?invite=\(token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    #expect(refused.status == 403)
    #expect(refused.main.contains(catalogue.noNewAccounts))
  }

  @Test("an invite for one account offers no account either where none are made")
  func closedAndBound() async throws {
    let hearth = try Hearth(signUps: .closed)
    let (owner, home) = try await hearth.household("Flat")
    try await owner.get("/homes/\(home)/settings")
    let made = try await owner.submit(
      "/homes/\(home)/settings/invites",
      ["role": "editor", "hours": "24", "uses": "1", "for": "ben"])
    let found = made.text.firstMatch(of: /http:\/\/[^"]*\/i\/([A-Za-z0-9_-]+)/)
    let token = String(try #require(found).1)
    let page = try await hearth.browser().get("/i/\(token)")
    #expect(page.status == 403)
    #expect(page.main.contains("only ben") || page.main.contains("Only ben"))
    #expect(!page.main.contains("/signup") && page.main.contains(catalogue.noNewAccounts))
  }

  @Test("a sign-up says what is wrong with a name or a password")
  func problems() async throws {
    let hearth = try Hearth(signUps: .open)
    _ = try await hearth.household()
    let sentence = "a kettle on the stove"
    let cases: [(name: String, password: String, problem: FieldProblem)] = [
      ("katharina-anna", "katharina-anna", .passwordIsName),
      ("ka\u{200B}tha", sentence, .nameHidesCharacters),
      (String(repeating: "k", count: 65), sentence, .tooLong(maxCharacters: 64)),
      (" ", sentence, .missing),
    ]
    for (name, password, problem) in cases {
      let visitor = hearth.browser()
      try await visitor.get("/signup")
      let answer = try await visitor.submit(
        "/signup", ["name": name, "displayName": "Kay", "password": password])
      #expect(answer.status == 422, "\(problem)")
      #expect(answer.main.contains(catalogue.problem(problem)), "\(problem)")
    }
  }
}
