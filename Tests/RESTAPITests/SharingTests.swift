import Foundation
import Hub
import SyncProtocol
import Testing

/// Who has homes, and who is invited.
@Suite struct SharingTests {
  @Test("members are listed, given another role and taken out; a guest leaves, the owner stays")
  func members() async throws {
    let hub = try APIHub()
    let (ana, ben, eva) = (
      try hub.person("ana", scope: .sharing), try hub.person("ben", scope: .sharing),
      try hub.person("eva", scope: .sharing)
    )
    let home = try await ana.addHome()
    for (guest, role) in [(ben, SyncProtocol.Role.readWrite), (eva, .readOnly)] {
      hub.advance(milliseconds: 1000)
      try hub.admit(guest, to: home, of: ana, role: role)
    }
    let path = "/api/v1/homes/\(home)/members"
    let people = try #require(try await ben.get(path).json()["items"] as? [[String: Any]])
    #expect(people.compactMap { $0["role"] as? String } == ["owner", "editor", "viewer"])
    #expect(people.compactMap { $0["isYou"] as? Bool } == [false, true, false])
    #expect(try await ana.ids("homes/\(home)/members", limit: 1).count == 3)
    let changed = await ana.patch("\(path)/\(ben.account)", #"{"role": "viewer"}"#)
    #expect(changed.status == 200, "\(changed.text)")
    #expect(try changed.string("role") == "viewer")
    let refused = await ben.post(
      "/api/v1/items", #"{"homeID": "\#(home)", "name": "Pot", "currency": "EUR"}"#)
    #expect(refused.code == "read_only_home")
    for body in ["{}", #"{"role": "owner"}"#, #"{"role": 1}"#, #"{"role": "viewer", "name": "x"}"#]
    {
      #expect(await ana.patch("\(path)/\(ben.account)", body).status == 422, "\(body)")
    }
    #expect(await ana.patch("\(path)/\(ana.account)", #"{"role": "viewer"}"#).code == "is_owner")
    #expect(await ana.delete("\(path)/\(ana.account)").code == "is_owner")
    #expect(await ana.send(.post, "/api/v1/homes/\(home)/leave").code == "is_owner")
    #expect(await ana.delete("\(path)/nobody").status == 404)
    #expect(await ana.delete("\(path)/\(ben.account)").status == 204)
    #expect(await ben.get("/api/v1/homes/\(home)").status == 404)
    #expect(await eva.send(.post, "/api/v1/homes/\(home)/leave").status == 204)
    #expect(await eva.get("/api/v1/homes/\(home)").status == 404)
    #expect(try await ana.ids("homes/\(home)/members") == [ana.account])
    #expect(try hub.counted().filter { $0 == "home_left" }.count == 1)
    try hub.removeFolder()
  }

  @Test("where sharing is switched off nobody is invited, and the answer says so")
  func switchedOff() async throws {
    let hub = try APIHub(isSharingOpen: false)
    let ana = try hub.person("ana", scope: .sharing)
    let home = try await ana.addHome()
    let answer = await ana.post("/api/v1/homes/\(home)/invites", #"{"role": "viewer"}"#)
    #expect(answer.status == 503)
    #expect(answer.code == "feature_disabled")
    #expect(try await ana.ids("homes/\(home)/members") == [ana.account])
    try hub.removeFolder()
  }

  // I4-9: more uses when they are asked for.
  @Test("an invite's link and code are shown once, let somebody in, and end when it is revoked")
  func invites() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana", scope: .sharing), try hub.person("ben"))
    let home = try await ana.addHome()
    let path = "/api/v1/homes/\(home)/invites"
    #expect(try await ana.ids("homes/\(home)/invites") == [])
    let made = await ana.post(
      path, #"{"role": "editor", "hours": 2, "uses": 3}"#, ["Host": "hub.example:8080"])
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    let link = try made.string("link")
    #expect(link.hasPrefix("http://hub.example:8080/i/"))
    #expect(try made.json()["maxUses"] as? Int == 3)
    #expect(try hub.counted().filter { $0 == "invite_made" }.count == 1)
    let listed = await ana.get(path)
    #expect(try await ana.ids("homes/\(home)/invites") == [id])
    let one = await ana.get("\(path)/\(id)")
    #expect(one.status == 200)
    for secret in [link, String(link.suffix(22)), try made.string("code")] {
      #expect(!listed.text.contains(secret))
      #expect(!one.text.contains(secret))
      #expect(hub.lines.withLock { $0.allSatisfy { !$0.contains(secret) } })
    }
    let code = try hub.invitations.find(
      .code(try made.string("code")), by: ben.account, address: nil)
    #expect(try hub.hub.redeem(inviteID: code.id, by: ben.account) == home)
    #expect(await ben.get("/api/v1/homes/\(home)").status == 200)
    #expect(try await ana.get("\(path)/\(id)").json()["usedCount"] as? Int == 1)
    #expect(await ana.delete("\(path)/\(id)").status == 204)
    #expect(await ana.delete("\(path)/\(id)").status == 404)
    #expect(throws: (any Error).self) {
      let token = String(link.split(separator: "/").last ?? "")
      let found = try hub.invitations.find(.token(token), by: nil, address: nil)
      _ = try hub.hub.preview(inviteID: found.id, viewer: nil)
    }
    try hub.removeFolder()
  }

  @Test("an invite that is asked for again under its key is made once, without its secrets")
  func onceOnly() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .sharing)
    let home = try await ana.addHome()
    let path = "/api/v1/homes/\(home)/invites"
    let key = ["Idempotency-Key": "ben"]
    let made = await ana.post(path, #"{"role": "viewer"}"#, key)
    let again = await ana.post(path, #"{"role": "viewer"}"#, key)
    #expect(again.status == 201)
    #expect(again.headers["Idempotency-Replayed"] == "true")
    #expect(try again.string("id") == made.string("id"))
    #expect(try again.json()["link"] is NSNull)
    #expect(try again.json()["code"] is NSNull)
    #expect(try await ana.ids("homes/\(home)/invites").count == 1)
    // Whoever finds the store finds no key to the home in it.
    let (link, code) = (try made.string("link"), try made.string("code"))
    let token = String(link.split(separator: "/").last ?? "")
    for name in ["hub.sqlite", "hub.sqlite-wal"] {
      let data = try Data(contentsOf: URL(fileURLWithPath: hub.folder + "/" + name))
      #expect(data.range(of: Data(code.utf8)) == nil, "\(name)")
      #expect(data.range(of: Data(token.utf8)) == nil, "\(name)")
    }
    try hub.removeFolder()
  }

  @Test("what no invite can be is refused by field and reason, and none is made")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .sharing)
    let home = try await ana.addHome()
    let path = "/api/v1/homes/\(home)/invites"
    for (body, fault) in [
      ("{}", "role: missing"), (#"{"role": "owner"}"#, "role: unknown_choice"),
      (#"{"role": "viewer", "hours": 0}"#, "hours: out_of_range"),
      (#"{"role": "viewer", "hours": 721}"#, "hours: out_of_range"),
      (#"{"role": "viewer", "uses": 51}"#, "uses: out_of_range"),
      (#"{"role": "viewer", "for": "ben", "uses": 2}"#, "uses: out_of_range"),
      (#"{"role": "viewer", "for": "ana"}"#, "for: no_such_name"),
      (#"{"role": "viewer", "for": "   "}"#, "for: no_such_name"),
      (#"{"role": "viewer", "code": "ABC-1234"}"#, "code: unknown_field"),
    ] {
      let answer = await ana.post(path, body)
      #expect(answer.status == 422, "\(body)")
      #expect(answer.faults == [fault], "\(body)")
    }
    #expect(try await ana.ids("homes/\(home)/invites") == [])
    let bound = await ana.post(path, #"{"role": "viewer", "for": "ben"}"#)
    #expect(try bound.string("for") == "ben")
    try hub.removeFolder()
  }

  @Test("D-MRG-16 an invite says whether who joins may move a home into it, and keeps to that")
  func allowsMerge() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana", scope: .sharing), try hub.person("ben"))
    let home = try await ana.addHome()
    let path = "/api/v1/homes/\(home)/invites"
    let usual = await ana.post(path, #"{"role": "editor"}"#)
    #expect(try usual.json()["allowsMerge"] as? Bool == true)
    hub.advance(milliseconds: 1000)
    let made = await ana.post(path, #"{"role": "editor", "allowsMerge": false}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try made.string("id")
    #expect(try made.json()["allowsMerge"] as? Bool == false)
    #expect(try await ana.get("\(path)/\(id)").json()["allowsMerge"] as? Bool == false)
    let listed = try #require(try await ana.get(path).json()["items"] as? [[String: Any]])
    #expect(listed.map { $0["allowsMerge"] as? Bool } == [true, false])
    #expect(try !hub.hub.preview(inviteID: id, viewer: ben.account).allowsMerge)
    for body in ["null", "1", #""no""#] {
      let answer = await ana.post(path, #"{"role": "editor", "allowsMerge": \#(body)}"#)
      #expect(answer.status == 422, "\(body)")
      #expect(answer.faults.first?.hasPrefix("allowsMerge: ") == true, "\(answer.text)")
    }
    #expect(try await ana.ids("homes/\(home)/invites").count == 2)
    try hub.removeFolder()
  }

  @Test("only a token that may share sees or changes who has homes")
  func scope() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .sharing)
    let home = try await ana.addHome()
    for scope in [AccessToken.Scope.read, .write] {
      let other = try hub.client(of: ana.account, scope: scope)
      for answer in [
        await other.get("/api/v1/homes/\(home)/members"),
        await other.get("/api/v1/homes/\(home)/invites"),
        await other.post("/api/v1/homes/\(home)/invites", #"{"role": "editor"}"#),
      ] {
        #expect(answer.status == 403)
        #expect(answer.code == "scope")
      }
    }
    #expect(try await ana.ids("homes/\(home)/invites") == [])
    try hub.removeFolder()
  }
}
