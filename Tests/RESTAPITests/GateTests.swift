import Hub
import Testing

@Suite struct GateTests {
  @Test(
    "D-GAT-3 while sharing is paused a shared home is read and not written: 503 feature_disabled")
  func paused() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana", scope: .sharing), try hub.person("ben"))
    let home = try await ana.addHome()
    try hub.admit(ben, to: home, of: ana, role: .readWrite)
    let own = try await ben.addHome()
    try hub.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    let item = #"{"homeID": "HOME", "name": "Kettle", "currency": "EUR"}"#
    for client in [ana, ben] {
      let answer = await client.post(
        "/api/v1/items", item.replacing("HOME", with: home))
      #expect(answer.status == 503 && answer.code == "feature_disabled", "\(answer.text)")
      #expect(await client.get("/api/v1/homes/\(home)").status == 200)
    }
    #expect(await ben.post("/api/v1/items", item.replacing("HOME", with: own)).status == 201)
    let invite = await ana.post("/api/v1/homes/\(home)/invites", #"{"role": "viewer"}"#)
    #expect(invite.status == 503 && invite.code == "feature_disabled")
    #expect(
      await ana.send(.delete, "/api/v1/homes/\(home)/members/\(ben.account)").status == 204)
    try hub.removeFolder()
  }

  @Test("A37 flags are told with a version, a tag and a life")
  func flags() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let first = await ana.get("/api/v1/flags")
    #expect(first.status == 200, "\(first.text)")
    #expect(
      first.text.contains(#""sharedHomesEnabled":true"#) && first.text.contains(#""seconds":900"#))
    let tag = try #require(first.headers["ETag"])
    #expect(await ana.get("/api/v1/flags", ["If-None-Match": tag]).status == 304)
    try hub.hub.changeSharingFlag(.init(state: .closed), by: .commandLine)
    let closed = await ana.get("/api/v1/flags", ["If-None-Match": tag])
    #expect(closed.status == 200 && closed.text.contains(#""sharedHomesEnabled":false"#))
    try hub.removeFolder()
  }

  @Test("X09 A19 S0-US001-9 plans enforced: an invite without a plan is 402, with one it is made")
  func plans() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .sharing)
    let home = try await ana.addHome()
    try hub.hub.setPlanMode(.enforced)
    let path = "/api/v1/homes/\(home)/invites"
    let refused = await ana.post(path, #"{"role": "viewer"}"#)
    #expect(refused.status == 402 && refused.code == "plan_required")
    try hub.hub.givePlan(.household, toAccountNamed: "ana", until: nil)
    #expect(await ana.post(path, #"{"role": "viewer"}"#).status == 201)
    try hub.removeFolder()
  }

  @Test("D-GAT-4 S1-9.3-b limits count what an account owns: homes shared with it count for none")
  func ownerOnly() async throws {
    let hub = try APIHub(maxOwnedHomes: 2)
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    for _ in 0..<2 {
      let home = try await ana.addHome()
      try hub.admit(ben, to: home, of: ana, role: .readWrite)
    }
    // Ben has four homes and owns two of them.
    for _ in 0..<2 { _ = try await ben.addHome() }
    let third = await ben.post("/api/v1/homes", #"{"name": "Third"}"#)
    #expect(third.status == 409 && third.code == "home_limit", "\(third.text)")
    try hub.removeFolder()
  }
}
