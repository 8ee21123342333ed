import Testing

@testable import Web

/// Items that are in their home and in no room of it.
@Suite struct NoRoomTests {
  @Test("S3-7-P4b items without a room have a group of their own in lists, rooms and the dashboard")
  func noRoom() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Loose key", price: "2")
    let rooms = try await owner.get("/homes/\(home)/rooms")
    let room = try #require(rooms.main.firstMatch(of: /\/rooms\/([0-9a-f-]+)"/)).1
    try await owner.get("/homes/\(home)/items/new")
    try await owner.submit(
      "/homes/\(home)/items/new",
      ["name": "Kettle", "quantity": "1", "currency": "EUR", "locationID": String(room)])
    let group = "/homes/\(home)/items?room=none"
    for address in ["/homes/\(home)/items", "/homes/\(home)/rooms", "/homes/\(home)"] {
      let page = try await owner.get(address)
      #expect(page.main.contains("href=\"\(group)\""), "\(address)")
    }
    #expect(try await owner.get("/items").main.contains("href=\"/items?room=none\""))
    for address in [group, "/items?room=none", "/items?home=\(home)&room=none"] {
      let page = try await owner.get(address)
      #expect(page.main.contains("Room: No room"), "\(address)")
      #expect(page.main.contains("Loose key") && !page.main.contains("Kettle"), "\(address)")
    }
    // What is added from there is in no room either.
    #expect(try await !owner.get(group).main.contains("items/new?room="))
  }
}
