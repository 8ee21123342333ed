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

  @Test("parents set a child's PIN and end it; none is told, and a child sets none")
  func pins() async throws {
    let world = try await World()
    let (home, keeping) = (world.home, world.hub.means.keeping)
    let child = try await world.child("Eli")
    let path = "\(home.path)/children/\(child)/pin"
    func put(_ body: String, by client: Client? = nil) async -> Client.Answer {
      await (client ?? home.ann).send(.put, path, body)
    }
    for (body, fault) in [
      (#"{"kind": "digits", "pin": "123"}"#, "pin: no_pin"),
      (#"{"kind": "digits", "pin": "123456789"}"#, "pin: no_pin"),
      (#"{"kind": "digits", "pin": "12e4"}"#, "pin: no_pin"),
      (#"{"kind": "digits", "pin": "١٢٣٤"}"#, "pin: no_pin"),
      (#"{"kind": "pictures", "pin": "1230"}"#, "pin: no_pin"),
      (#"{"kind": "pictures", "pin": "12345"}"#, "pin: no_pin"),
      (#"{"kind": "face", "pin": "1234"}"#, "kind: unknown_choice"),
      (#"{"kind": "digits"}"#, "pin: missing"), (#"{"pin": "1234"}"#, "kind: missing"),
    ] {
      let refused = await put(body)
      #expect(refused.status == 422 && refused.faults == [fault], "\(body): \(refused.text)")
    }
    #expect(try await home.get("children").items().first?["pin"] is NSNull)
    for (client, code) in [(home.cyd, "read_only_family")] {
      #expect(await put(#"{"kind": "digits", "pin": "2580"}"#, by: client).code == code)
      #expect(await client.delete(path).code == code)
    }
    let set = await put(#"{"kind": "digits", "pin": "258036"}"#, by: home.bob)
    #expect(set.status == 200, "\(set.text)")
    #expect(try set.string("pin") == "digits" && set.string("id") == child)
    let changed = await put(#"{"kind": "pictures", "pin": "1492"}"#)
    #expect(try changed.string("pin") == "pictures")
    for pin in ["258036", "1492"] {
      #expect(!set.text.contains(pin) && !changed.text.contains(pin))
      #expect(world.hub.lines.withLock { !$0.joined().contains(pin) })
    }
    // Nobody else's is set by it, not even a parent's own or a grown child's.
    for other in [home.bob.account, home.cyd.account, "nobody"] {
      let path = "\(home.path)/children/\(other)/pin"
      #expect(await home.ann.send(.put, path, #"{"kind": "digits", "pin": "2580"}"#).status == 404)
      #expect(await home.ann.delete(path).status == 404)
    }
    #expect(await home.ann.delete(path).status == 204)
    #expect(await home.ann.delete(path).status == 204)
    #expect(try keeping.pinKind(of: child, by: home.ann.account) == nil)
    #expect(await home.ann.delete("\(home.path)/children/\(child)").status == 204)
    #expect(await put(#"{"kind": "digits", "pin": "2580"}"#).status == 404)
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
