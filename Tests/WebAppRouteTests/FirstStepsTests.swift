import Testing

@testable import Web

@Suite struct FirstStepsTests {
  @Test("a fresh Hearth leads to its set-up, and the first account becomes administrator")
  func setUp() async throws {
    let hearth = try Hearth()
    let browser = hearth.browser()
    #expect(try await browser.get("/").location == "/setup")
    #expect(try await browser.get("/signin").location == "/setup")
    try await browser.get("/setup")
    let answer = try await browser.submit(
      "/setup", ["name": "anna", "displayName": "Anna", "password": "correct horse battery"])
    #expect(answer.status == 303)
    #expect(answer.location == "/start")
    #expect(try hearth.accounts.account(named: "anna")?.isAdministrator == true)
    let second = hearth.browser()
    #expect(try await second.get("/setup").location == "/signin")
  }

  @Test("S3-US1-4 naming a home and picking its rooms leads to its dashboard over a real replica")
  func firstHome() async throws {
    let hearth = try Hearth()
    let browser = try await hearth.firstOwner()
    #expect(try await browser.get("/").location == "/start")
    try await browser.get("/start")
    let answer = try await browser.submit(
      "/start", ["name": "Harbour Street"], repeated: [("rooms", "Kitchen"), ("rooms", "Garage")])
    #expect(answer.status == 303)
    let page = try await browser.get(try browser.require(answer.location))
    #expect(page.status == 200)
    #expect(page.text.contains("<h1>Harbour Street</h1>"))
    #expect(page.text.contains("Kitchen"))
    #expect(page.text.contains("Garage"))
    #expect(!page.text.contains("Attic"))
    #expect(page.text.contains("Harbour Street is ready"))
    #expect(try await browser.get("/").text.contains("<h1>Harbour Street</h1>"))
  }

  @Test("signing in gives a new session and leads to where one wanted to go")
  func signIn() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    try await owner.submit("/signout")
    let asked = try await owner.get("/homes/\(home)")
    #expect(asked.location == "/signin?then=%2Fhomes%2F\(home)")
    try await owner.get(try owner.require(asked.location))
    let wrong = try await owner.submit(
      "/signin?then=%2Fhomes%2F\(home)", ["name": "anna", "password": "wrong password"])
    #expect(wrong.status == 422)
    #expect(wrong.text.contains("This name and password do not belong together"))
    let right = try await owner.submit(
      "/signin?then=%2Fhomes%2F\(home)", ["name": "anna", "password": "a long password of anna"])
    #expect(right.status == 303)
    #expect(right.location == "/homes/\(home)")
    #expect(try await owner.get("/homes/\(home)").status == 200)
  }
}
