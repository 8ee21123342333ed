import Foundation
import Hub
import Testing

/// The accounts that parents keep for their children, and tablets, by the API.
@Suite struct FamilyChildTests {
  private struct World {
    let hub: APIHub
    let home: TestFamily

    init() async throws {
      hub = try APIHub()
      home = try await TestFamily(hub)
    }

    func child(_ name: String) async throws -> String {
      let made = await home.post("children", #"{"name": "\#(name)"}"#)
      try #require(made.status == 201, "\(made.text)")
      return try made.string("id")
    }
  }

  @Test("a child is let in by a code that is told once, its devices are seen and ended")
  func lifeOfAChild() async throws {
    let world = try await World()
    let (home, keeping) = (world.home, world.hub.means.keeping)
    let child = try await world.child("Eli")
    let people = try await home.get("people").items()
    #expect(people.contains { $0["id"] as? String == child && $0["role"] as? String == "child" })
    let made = await home.post("children/\(child)/codes", "", by: home.bob)
    #expect(made.status == 201, "\(made.text)")
    let code = try made.string("code")
    let list = await home.get("children")
    #expect(!list.text.contains(code))
    #expect(world.hub.lines.withLock { !$0.joined().contains(code) })
    _ = try keeping.signIn(code: code, label: "Firefox", address: nil)
    #expect(throws: KeepingError.wrongCode) {
      try keeping.signIn(code: code, label: "Firefox", address: nil)
    }
    let devices = try await home.get("children/\(child)/devices").items()
    let device = try #require(devices.first?["id"] as? String)
    let path = "\(home.path)/children/\(child)/devices"
    #expect(await home.ann.delete("\(path)/\(device)").status == 204)
    #expect(await home.ann.delete("\(path)/\(device)").status == 404)
    #expect(try await home.get("children/\(child)/devices").items().isEmpty)
    #expect(await home.ann.delete("\(home.path)/children/\(child)").status == 204)
    #expect(try await home.get("children").items().isEmpty)
    #expect(await home.post("children/\(child)/codes", "").status == 404)
    try world.hub.removeFolder()
  }

  @Test("a child that is given a name and a password is kept no more, and stays in the family")
  func grows() async throws {
    let world = try await World()
    let home = world.home
    let child = try await world.child("Eli")
    for (body, fault) in [
      (#"{"name": "ann", "password": "a pan on the stove"}"#, "name: taken"),
      (#"{"name": " ", "password": "a pan on the stove"}"#, "name: "),
      (#"{"name": "eli", "password": "short"}"#, "password: unsafe"),
    ] {
      let answer = await home.post("children/\(child)/release", body)
      #expect(answer.status == 422, "\(answer.text)")
      #expect(answer.faults.first?.hasPrefix(fault) == true, "\(answer.faults)")
    }
    let body = #"{"name": "eli", "password": "a pan on the stove"}"#
    let done = await home.post("children/\(child)/release", body)
    #expect(done.status == 204, "\(done.text)")
    #expect(world.hub.lines.withLock { !$0.joined().contains("a pan on the stove") })
    #expect(try await home.get("children").items().isEmpty)
    let people = try await home.get("people").items()
    #expect(people.contains { $0["id"] as? String == child })
    try world.hub.removeFolder()
  }

  @Test("of one who is no kept child of that family nothing is told, nor changed")
  func others() async throws {
    let world = try await World()
    let home = world.home
    let child = try await world.child("Eli")
    let eve = try world.hub.person("eve", scope: .sharing)
    let other = try await eve.add("families", #"{"name": "Berg"}"#)
    for path in ["children/\(home.cyd.account)", "children/\(child)"] {
      let client = path.hasSuffix(child) ? eve : home.ann
      let family = path.hasSuffix(child) ? "/api/v1/families/\(other)" : home.path
      #expect(await client.get("\(family)/\(path)/devices").status == 404)
      #expect(await client.post("\(family)/\(path)/codes", "").status == 404)
      #expect(await client.delete("\(family)/\(path)").status == 404)
    }
    #expect(try await home.get("children").items().count == 1)
    #expect(await home.get("children", by: home.cyd).code == "read_only_family")
    #expect(await home.get("tablets", by: home.cyd).code == "read_only_family")
    try world.hub.removeFolder()
  }
}
