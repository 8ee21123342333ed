import Testing

@Suite struct LiveRouteTests {
  @Test("what a page's stream does not tell, asking tells: another version when something changed")
  func asking() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let first = try await owner.get("/events?poll=1")
    #expect(first.status == 200 && first.headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(first.headers["Cache-Control"] == "no-store")
    #expect(try await owner.get("/events?poll=1").text == first.text)
    let page = try await owner.get("/homes/\(home)").text
    #expect(page.contains("data-seen=\"\(first.text)\""))
    _ = try await hearth.addItem(owner, home, "Kettle")
    #expect(try await owner.get("/events?poll=1").text != first.text)
    // It holds no stream open.
    #expect(hearth.app.streams.count == 0)
    #expect(try await hearth.browser().get("/events?poll=1").status != 200)
  }
}
