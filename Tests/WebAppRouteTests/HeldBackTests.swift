import HTTPServer
import Testing

@testable import Web

@Suite struct HeldBackTests {
  @Test("a page that has ended the server twice is not made again, and says so by itself")
  func page() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    let path = "/homes/\(home)"
    let underWay = try RequestsUnderWay(path: hearth.folder + "/requests") { _ in
      [.init(method: "GET", path: path, account: account)]
    }
    func get(_ path: String) async throws -> Browser.Answer {
      let entry = underWay.begin(HTTPRequestHead(method: .get, path: path))
      return try await RequestsUnderWay.$current.withValue(entry) { try await owner.get(path) }
    }
    let held = try await get(path)
    #expect(held.status == 503)
    #expect(held.text.contains("This page is switched off"))
    // Nothing of the person's is read for it.
    #expect(!held.text.contains("Flat"))
    #expect(try await get(path + "/items").status == 200)
  }
}
