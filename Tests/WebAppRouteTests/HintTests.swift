import Testing

@testable import ThingsWeb
@testable import Web

/// Help for the first days, and how it goes away.
@Suite struct HintTests {
  @Test("a new home's dashboard says what to do first, and what of it is done")
  func steps() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let first = try await owner.get("/homes/\(home)").main
    #expect(first.contains(catalogue.firstStepsTitle))
    #expect(first.contains(catalogue.stepsDone(2, of: 5)))
    #expect(first.contains("href=\"/homes/\(home)/items/new\""))
    #expect(first.contains("href=\"/homes/\(home)/insurance/new\""))
    _ = try await hearth.addItem(owner, home, "Kettle", price: "25")
    let step = catalogue.step(.addItems, itemCount: 1)
    #expect(try await owner.get("/homes/\(home)").main.contains(step))
    for name in ["Lamp", "Sofa"] { _ = try await hearth.addItem(owner, home, name, price: "9") }
    try await owner.get("/homes/\(home)/insurance/new")
    #expect(
      try await owner.submit(
        "/homes/\(home)/insurance/new", ["provider": "Harbour Mutual", "currency": "EUR"]
      ).status == 303)
    #expect(try await owner.get("/homes/\(home)").main.contains(catalogue.stepsDone(4, of: 5)))
  }

  @Test("what was hidden stays hidden, for that person alone and in each of their browsers")
  func hidden() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await owner.get("/homes/\(home)")
    let answer = try await owner.submit("/account/hints/firstSteps/dismiss", [:])
    #expect((answer.status, answer.location) == (303, "/"))
    #expect(try await !owner.get("/homes/\(home)").main.contains(catalogue.firstStepsTitle))
    let elsewhere = hearth.browser()
    try await elsewhere.get("/signin")
    try await elsewhere.submit(
      "/signin", ["name": "anna", "password": "correct horse battery"])
    #expect(try await !elsewhere.get("/homes/\(home)").main.contains(catalogue.firstStepsTitle))
    // Sent twice, or for help that there is not.
    try await owner.get("/homes/\(home)")
    #expect(try await owner.submit("/account/hints/firstSteps/dismiss", [:]).status == 303)
    #expect(try await owner.submit("/account/hints/nothing/dismiss", [:]).status == 404)
  }

  @Test("S3-R-5 the second home brings a hint on how to go between homes, until it is taken away")
  func severalHomes() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    #expect(try await !owner.get("/homes/\(home)").main.contains(catalogue.severalHomesTitle))
    _ = try await owner.addHome("Cabin")
    #expect(try await owner.get("/homes/\(home)").main.contains(catalogue.severalHomesTitle))
    #expect(try await owner.submit("/account/hints/severalHomes/dismiss", [:]).status == 303)
    let page = try await owner.get("/homes/\(home)").main
    #expect(!page.contains(catalogue.severalHomesTitle))
    #expect(page.contains(catalogue.firstStepsTitle))
  }
}
