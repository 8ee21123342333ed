import Testing

@testable import InsuranceWeb
@testable import ThingsWeb
@testable import Web

/// One form for a policy of several homes, and taking its deletion back.
@Suite struct PolicyHomesTests {
  private static let typed: KeyValuePairs<String, String> = [
    "provider": "Harbour Mutual", "policyNumber": "HM-2209", "currency": "EUR",
    "personalProperty": "50,000", "startsOn": "", "endsOn": "", "notes": "",
  ]

  private func policy(_ browser: Browser, _ home: String) async throws -> String? {
    try await browser.get("/homes/\(home)/insurance").main
      .firstMatch(of: /id="policy-([^"]+)"/).map { String($0.1) }
  }

  /// The homes that are offered beside a policy, and which of them are ticked.
  private func offers(_ page: Browser.Answer) -> [String: Bool] {
    Dictionary(
      uniqueKeysWithValues: page.main.matches(of: /<input[^>]*name="alsoIn"[^>]*>/).map { match in
        let id = match.0.firstMatch(of: /value="([^"]+)"/).map { String($0.1) } ?? ""
        return (id, match.0.contains("checked"))
      })
  }

  @Test("X26 a policy is typed once for the homes that are ticked, and changed in them together")
  func severalHomes() async throws {
    let hearth = try Hearth()
    let (anna, flat) = try await hearth.household("Flat")
    let (cabin, mill) = (try await anna.addHome("Cabin"), try await anna.addHome("Mill"))
    let form = try await anna.get("/homes/\(flat)/insurance/new")
    #expect(offers(form) == [cabin: false, mill: false])
    let added = try await anna.submit(
      "/homes/\(flat)/insurance/new", Self.typed, repeated: [("alsoIn", cabin)])
    #expect(added.location == "/homes/\(flat)/insurance")
    let list = try await anna.get("/homes/\(flat)/insurance")
    #expect(list.text.contains("Added the policy of Harbour Mutual to 2 homes"))
    #expect(list.main.contains("Also covers Cabin"))
    #expect(try await policy(anna, mill) == nil)
    let there = try #require(try await policy(anna, cabin))
    let here = try #require(try await policy(anna, flat))
    // Where it is the same policy, it is ticked; the third home can be taken in.
    let edit = try await anna.get("/homes/\(flat)/insurance/\(here)")
    #expect(offers(edit) == [cabin: true, mill: false])
    let version = try #require(edit.main.firstMatch(of: /name="version" value="([^"]*)"/)).1
      .replacing("&amp;", with: "&")
    let saved = try await anna.submit(
      "/homes/\(flat)/insurance/\(here)",
      [
        "provider": "Harbour Mutual", "policyNumber": "HM-2209", "currency": "EUR",
        "personalProperty": "60,000", "version": String(version),
      ], repeated: [("alsoIn", cabin), ("alsoIn", mill)])
    #expect(saved.status == 303)
    for home in [flat, cabin, mill] {
      let page = try await anna.get("/homes/\(home)/insurance").main
      #expect(page.contains("€60,000") && page.contains("HM-2209"), "\(home)")
    }
    #expect(try await policy(anna, cabin) == there)
  }

  @Test("X26 a sum for two homes is set against both together, and never against each of them")
  func oneSum() async throws {
    let hearth = try Hearth()
    let (anna, flat) = try await hearth.household("Flat")
    let cabin = try await anna.addHome("Cabin")
    _ = try await hearth.addItem(anna, flat, "Sofa", price: "12000")
    _ = try await hearth.addItem(anna, cabin, "Boat", price: "41000")
    try await anna.get("/homes/\(flat)/insurance/new")
    try await anna.submit(
      "/homes/\(flat)/insurance/new", Self.typed, repeated: [("alsoIn", cabin)])
    for (home, other, here) in [(flat, "Cabin", "€12,000"), (cabin, "Flat", "€41,000")] {
      let page = try await anna.get("/homes/\(home)/insurance").main
      #expect(page.contains(catalogue.documented("€53,000", of: "€50,000")))
      #expect(page.contains("Underinsured: €3,000"))
      #expect(page.contains("Counted together with \(other)"))
      #expect(page.contains("Here: \(here)."))
      #expect(!page.contains("more than you need"))
    }
    // With a policy of its own beside it, the flat is promised nothing of the sum.
    try await anna.get("/homes/\(cabin)/insurance/new")
    try await anna.submit(
      "/homes/\(cabin)/insurance/new",
      ["provider": "Lake Fire", "currency": "EUR", "personalProperty": "1000"])
    for home in [flat, cabin] {
      let page = try await anna.get("/homes/\(home)/insurance").main
      #expect(page.contains("cannot be told from these figures"))
      for word in ["more than you need", "Enough:", "Underinsured"] {
        #expect(!page.contains(word), "\(word)")
      }
    }
  }

  @Test("a form with mistakes keeps the homes that were ticked, and adds to none of them")
  func mistakes() async throws {
    let hearth = try Hearth()
    let (anna, flat) = try await hearth.household("Flat")
    let (cabin, mill) = (try await anna.addHome("Cabin"), try await anna.addHome("Mill"))
    try await anna.get("/homes/\(flat)/insurance/new")
    let answer = try await anna.submit(
      "/homes/\(flat)/insurance/new", ["provider": "", "currency": "EUR"],
      repeated: [("alsoIn", mill)])
    #expect(answer.status == 422)
    #expect(offers(answer) == [cabin: false, mill: true])
    #expect(try await policy(anna, mill) == nil)
    let gone = try await anna.submit(
      "/homes/\(flat)/insurance/new", Self.typed,
      repeated: [("alsoIn", "019d0000-0000-7000-8000-00000000dead")])
    #expect(gone.status == 404)
    #expect(try await policy(anna, flat) == nil)
  }

  @Test("homes that one may only look at are not offered, and not written to")
  func viewing() async throws {
    let hearth = try Hearth(signUps: .open)
    let (anna, flat) = try await hearth.household("Flat")
    let vera = try await hearth.person("vera")
    let barn = try await vera.addHome("Barn")
    try await hearth.admit(vera, to: flat, of: anna, role: "viewer")
    let form = try await vera.get("/homes/\(barn)/insurance/new")
    #expect(offers(form).isEmpty)
    let answer = try await vera.submit(
      "/homes/\(barn)/insurance/new", Self.typed, repeated: [("alsoIn", flat)])
    #expect(answer.status == 403)
    #expect(try await policy(anna, flat) == nil)
    #expect(try await policy(vera, barn) == nil)
  }

  @Test("a deleted policy comes back with Undo, its papers with it")
  func takingBack() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household("Flat")
    try await anna.get("/homes/\(home)/insurance/new")
    try await anna.submit("/homes/\(home)/insurance/new", Self.typed)
    let id = try #require(try await policy(anna, home))
    let papers = "/homes/\(home)/insurance/\(id)/papers"
    try await anna.upload(
      papers, ["kind": "policy"], files: [("papers", "terms.pdf", PaperTests.pdf)])
    #expect(try await anna.get(papers).main.contains("terms.pdf"))
    #expect(
      try await anna.get("/homes/\(home)/insurance/\(id)/delete").main
        .contains("You can undo it right after"))
    try await anna.submit("/homes/\(home)/insurance/\(id)/delete")
    let list = try await anna.get("/homes/\(home)/insurance")
    #expect(list.main.contains(catalogue.noPoliciesTitle))
    let undo = try #require(list.text.firstMatch(of: /action="(\/undo\/[^"]+)"/)).1
    let back = try await anna.submit(String(undo))
    #expect(back.location == "/homes/\(home)/insurance")
    #expect(try await policy(anna, home) == id)
    let paper = try await anna.get(papers).main
    #expect(paper.contains("terms.pdf"))
    let file = try #require(paper.firstMatch(of: /href="(\/papers\/[0-9a-f-]{36})"/)).1
    #expect(try await anna.get(String(file)).bytes == PaperTests.pdf)
  }
}
