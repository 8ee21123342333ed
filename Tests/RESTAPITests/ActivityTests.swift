import Foundation
import Testing

/// What happened in homes, and taking it back.
@Suite struct ActivityTests {
  @Test("changes are told newest first, page by page, with who, what, before and after")
  func list() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let home = try await ana.addHome()
    try hub.admit(ben, to: home, of: ana, role: .readWrite)
    let item = try await ana.addItem("Pot", in: home)
    #expect(await ben.patch("/api/v1/items/\(item)", #"{"name": "Kettle"}"#).status == 200)
    let all = try await ana.ids("homes/\(home)/activity")
    #expect(all == all.sorted { Int($0) ?? 0 > Int($1) ?? 0 })
    #expect(try await ana.ids("homes/\(home)/activity", limit: 2) == all)
    let of = try await ana.ids("items/\(item)/activity", limit: 1)
    #expect(of == Array(all.prefix(2)))
    let change = try await ana.get("/api/v1/homes/\(home)/activity/\(all[0])").json()
    #expect((change["by"] as? [String: String])?["id"] == ben.account)
    #expect(change["canUndo"] as? Bool == true)
    let told = try #require((change["changes"] as? [[String: Any]])?.first)
    #expect(told["kind"] as? String == "changed")
    #expect(told["of"] as? String == "items")
    let fields = try #require(told["fields"] as? [[String: Any]])
    let name = try #require(fields.first { $0["name"] as? String == "name" })
    #expect(name["before"] as? String == "Pot")
    #expect(name["after"] as? String == "Kettle")
    for path in ["homes/\(home)", "items/\(item)"] {
      for cursor in ["x", "0", "99999999999999999999", "9223372036854775807"] {
        let answer = await ana.get("/api/v1/\(path)/activity?cursor=\(cursor)")
        #expect(answer.faults == ["cursor: unknown_cursor"])
      }
    }
    for id in ["0", "x", "9999", "9223372036854775807", "-1"] {
      #expect(await ana.get("/api/v1/homes/\(home)/activity/\(id)").status == 404)
    }
    try hub.removeFolder()
  }

  @Test("a change is taken back as far as nobody has changed it since, and that can be taken back")
  func undo() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let item = try await ana.addItem("Pot", in: home)
    func last() async throws -> String { try await ana.ids("homes/\(home)/activity")[0] }
    func undo(_ id: String) async -> Client.Answer {
      await ana.send(.post, "/api/v1/homes/\(home)/activity/\(id)/undo")
    }
    _ = await ana.delete("/api/v1/items/\(item)")
    let deletion = try await last()
    let answer = await undo(deletion)
    #expect(answer.status == 200, "\(answer.text)")
    #expect((try answer.json()["reverted"] as? [[String: String]])?.first?["id"] == item)
    #expect(try await ana.get("/api/v1/items/\(item)").string("name") == "Pot")
    let again = await undo(deletion)
    #expect(again.status == 409)
    #expect(again.code == "nothing_left")
    #expect(await undo(try await last()).status == 200)
    #expect(await ana.get("/api/v1/items/\(item)").status == 404)
    #expect(await undo("4711").status == 404)
    let first = try #require(try await ana.ids("homes/\(home)/activity").last)
    #expect(await undo(first).code == "not_undoable")
    #expect(await ana.get("/api/v1/homes/\(home)").status == 200)
    try hub.removeFolder()
  }

  @Test("a move between homes is not taken back from one of them")
  func spanning() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let (flat, cabin) = (try await ana.addHome("Flat"), try await ana.addHome("Cabin"))
    let item = try await ana.addItem("Pot", in: flat)
    _ = await ana.patch("/api/v1/items/\(item)", #"{"homeID": "\#(cabin)"}"#)
    let change = try await ana.ids("homes/\(flat)/activity")[0]
    let answer = await ana.send(.post, "/api/v1/homes/\(flat)/activity/\(change)/undo")
    #expect(answer.status == 409)
    #expect(answer.code == "spans_homes")
    #expect(try await ana.get("/api/v1/items/\(item)").string("homeID") == cabin)
    try hub.removeFolder()
  }
}
