import Foundation
import Hub
import SyncProtocol
import Testing

/// Who may do what with the API.
@Suite struct PermissionTests {
  @Test("a viewer reads and is refused with 403; for anyone else nothing is there")
  func roles() async throws {
    let hub = try APIHub()
    let (ana, vera, stan) = (
      try hub.person("ana"), try hub.person("vera"), try hub.person("stan")
    )
    let home = try await ana.addHome()
    let item = try await ana.addItem("Kettle", in: home)
    try hub.admit(vera, to: home, of: ana, role: .readOnly)
    let place = try await ana.add("locations", #"{"homeID": "\#(home)", "name": "Shed"}"#)
    let label = try await ana.add("labels", #"{"homeID": "\#(home)", "name": "Odd"}"#)
    let policy = try await ana.add("policies", #"{"homeID": "\#(home)", "provider": "Mutual"}"#)
    let records = [
      "homes/\(home)", "items/\(item)", "locations/\(place)", "labels/\(label)",
      "policies/\(policy)",
    ]
    for record in records {
      let address = "/api/v1/\(record)"
      #expect(await vera.get(address).status == 200, "\(record)")
      let change = record.hasPrefix("policies") ? #"{"provider": "X"}"# : #"{"name": "X"}"#
      #expect(await vera.patch(address, change).status == 403, "\(record)")
      #expect(await vera.delete(address).status == 403, "\(record)")
      for answer in [
        await stan.get(address), await stan.patch(address, change), await stan.delete(address),
      ] {
        #expect(answer.status == 404, "\(record)")
        #expect(answer.text == (await stan.get("/api/v1/items/none")).text)
      }
    }
    for (path, name) in [
      ("items", "name"), ("locations", "name"), ("labels", "name"), ("policies", "provider"),
    ] {
      let body = #"{"homeID": "\#(home)", "\#(name)": "New"}"#
      #expect(await vera.post("/api/v1/\(path)", body).code == "read_only_home")
      #expect(await stan.post("/api/v1/\(path)", body).status == 404)
      #expect(await vera.get("/api/v1/\(path)?homeID=\(home)").status == 200)
      #expect(await stan.get("/api/v1/\(path)?homeID=\(home)").status == 404)
    }
    #expect(await stan.get("/api/v1/homes/\(home)/export").status == 404)
    #expect(try await ana.names("/api/v1/items?homeID=\(home)") == ["Kettle"])
    try hub.removeFolder()
  }

  @Test("others lose no home by a token that may not share")
  func consequences() async throws {
    let hub = try APIHub()
    let (ana, vera) = (try hub.person("ana"), try hub.person("vera"))
    let home = try await ana.addHome()
    let own = try await ana.addHome("Cabin")
    try hub.admit(vera, to: home, of: ana, role: .readOnly)
    #expect(await ana.patch("/api/v1/homes/\(own)", #"{"isPrimary": true}"#).status == 200)
    let kept = await ana.delete("/api/v1/homes/\(home)")
    #expect(kept.status == 403 && kept.code == "scope")
    #expect(await vera.get("/api/v1/homes/\(home)").status == 200)
    let sharing = try hub.client(of: ana.account, scope: .sharing)
    #expect(await sharing.delete("/api/v1/homes/\(home)").status == 204)
    try hub.removeFolder()
  }

  @Test("a token that reads does not write; one of a home opens no other")
  func scopes() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (flat, cabin) = (try await ana.addHome("Flat"), try await ana.addHome("Cabin"))
    let kettle = try await ana.addItem("Kettle", in: flat)
    let canoe = try await ana.addItem("Canoe", in: cabin)
    let reader = try hub.client(of: ana.account, scope: .read)
    #expect(await reader.get("/api/v1/items/\(kettle)").status == 200)
    for answer in [
      await reader.patch("/api/v1/items/\(kettle)", #"{"name": "X"}"#),
      await reader.delete("/api/v1/items/\(kettle)"),
      await reader.post("/api/v1/homes", #"{"name": "X"}"#),
    ] {
      #expect(answer.status == 403)
      #expect(answer.code == "scope")
    }
    let one = try hub.client(of: ana.account, home: cabin)
    #expect(try await one.names("/api/v1/homes?limit=50") == ["Cabin"])
    #expect(try await one.names("/api/v1/items?limit=50") == ["Canoe"])
    #expect(try await one.names("/api/v1/search?q=k") == [])
    for path in [
      "items/\(kettle)", "homes/\(flat)", "homes/\(flat)/export", "items?homeID=\(flat)",
      "labels?homeID=\(flat)",
    ] { #expect(await one.get("/api/v1/\(path)").status == 404, "\(path)") }
    #expect(
      await one.patch("/api/v1/items/\(canoe)", #"{"homeID": "\#(flat)"}"#).status == 404)
    #expect(
      await one.post("/api/v1/items", #"{"homeID": "\#(flat)", "name": "X"}"#).status == 404)
    #expect(await one.post("/api/v1/homes", #"{"name": "X"}"#).code == "home_token")
    #expect(await one.get("/api/v1/export").code == "home_token")
    #expect(await one.post("/api/v1/import?homeID=\(cabin)", "HB.name\nX\n").code == "home_token")
    // The document says so of each of them, and of the import why.
    let document = try await one.get("/openapi.json").json()
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    for (path, method) in [("homes", "post"), ("export", "get"), ("import", "post")] {
      let text = try #require(paths["/api/v1/\(path)"]?[method]?["description"] as? String)
      #expect(text.contains("403 `home_token`"), "\(path)")
      #expect(path != "import" || text.contains("in whichever home that is by now"))
    }
    #expect(await one.patch("/api/v1/items/\(canoe)", #"{"name": "Kayak"}"#).status == 200)
    try hub.removeFolder()
  }

  @Test("without a token that works the answer is 401, and says how to send one")
  func tokens() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let session = try hub.accounts.signIn(
      name: "ana", password: "a long password of ana", kind: .browser, label: "x", address: nil)
    for value in ["", "Basic YTpi", "Bearer", "Bearer x", "Bearer \(session.token.text)"] {
      let answer = await ana.get("/api/v1/homes", ["Authorization": value])
      #expect(answer.status == 401, "\(value)")
      #expect(answer.headers["WWW-Authenticate"] == "Bearer realm=\"hearth\"")
      #expect(answer.headers["Content-Type"] == "application/problem+json")
    }
    #expect(await ana.get("/api/v1/homes").status == 200)
    try hub.accounts.revokeAccessToken(ana.token.id, of: ana.account)
    #expect(await ana.get("/api/v1/homes").status == 401)
    try hub.removeFolder()
  }

  @Test("no line of the log holds a token, or anything that a household has written")
  func log() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    _ = try await ana.addItem("Golden kettle", in: try await ana.addHome("Zanzibar"))
    _ = await ana.get("/api/v1/search?q=kettle", ["Authorization": "Bearer hearth_wrong"])
    let lines = hub.lines.withLock { $0 }
    #expect(lines.count >= 3)
    for line in lines {
      for secret in [ana.secret, "hearth_", "kettle", "Zanzibar"] {
        #expect(!line.contains(secret), "\(line)")
      }
    }
    try hub.removeFolder()
  }
}
