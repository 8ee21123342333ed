import Foundation
import Hub
import SyncProtocol
import Testing

/// The searches that somebody has saved, as their programs see them.
@Suite struct SavedSearchTests {
  private static let path = "/api/v1/saved-searches"

  @Test("searches of homes and groups are saved, listed by name, renamed and deleted")
  func searches() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome("Flat")
    let group = try await ana.add("groups", #"{"name": "Trip", "currency": "EUR"}"#)
    let tools = try await ana.add(
      "saved-searches",
      #"{"name": "Tools", "query": "label:tools", "homeID": "\#(home)", "sort": "value"}"#)
    let food = try await ana.add(
      "saved-searches", #"{"name": "Food", "query": "category:food", "groupID": "\#(group)"}"#)
    let all = try await ana.add("saved-searches", #"{"name": "Zoo"}"#)
    #expect(try await ana.ids("saved-searches", limit: 2) == [food, tools, all])
    let shown = await ana.get("\(Self.path)/\(tools)")
    #expect(try shown.string("query") == "label:tools" && shown.string("sort") == "value")
    #expect(try shown.string("homeID") == home && shown.json()["groupID"] is NSNull)
    let other = try await ana.get("\(Self.path)/\(food)").json()
    #expect(other["groupID"] as? String == group && other["homeID"] is NSNull)
    let own = try await ana.add(
      "saved-searches", #"{"name": "Mine", "query": "tag:work", "isLedger": true}"#)
    let mine = try await ana.get("\(Self.path)/\(own)").json()
    #expect(mine["isLedger"] as? Bool == true && mine["homeID"] is NSNull)
    #expect(other["isLedger"] as? Bool == false)
    #expect(await ana.delete("\(Self.path)/\(own)").status == 204)
    // The same one is not saved twice.
    let again = try await ana.add(
      "saved-searches", #"{"name": "Food", "query": "category:food", "groupID": "\#(group)"}"#)
    #expect(again == food)
    let tag = try #require(shown.headers["ETag"])
    let renamed = await ana.patch(
      "\(Self.path)/\(tools)", #"{"name": "Machines"}"#, ["If-Match": tag])
    #expect(try renamed.string("name") == "Machines")
    let stale = await ana.patch("\(Self.path)/\(tools)", #"{"name": "X"}"#, ["If-Match": tag])
    #expect(stale.status == 412)
    // What it searched is gone: it searches all homes.
    let gone = await ana.delete("/api/v1/groups/\(group)")
    #expect(gone.status == 204, "\(gone.text)")
    #expect(try await ana.get("\(Self.path)/\(food)").json()["groupID"] is NSNull)
    #expect(await ana.delete("\(Self.path)/\(tools)").status == 204)
    #expect(await ana.delete("\(Self.path)/\(tools)").status == 404)
    #expect(try await ana.ids("saved-searches") == [food, all])
    try hub.removeFolder()
  }

  @Test("a search with a name that is taken, or of what the account has not, is told and not saved")
  func badInput() async throws {
    let hub = try APIHub()
    let (ana, ben) = (try hub.person("ana"), try hub.person("ben"))
    let strange = try await ben.addHome("Hut")
    let home = try await ana.addHome("Flat")
    let group = try await ana.add("groups", #"{"name": "Trip", "currency": "EUR"}"#)
    let first = try await ana.add("saved-searches", #"{"name": "Tools", "query": "saw"}"#)
    let second = try await ana.add("saved-searches", #"{"name": "Food"}"#)
    for (body, fault) in [
      (#"{"query": "a"}"#, "name: missing"), (#"{"name": " "}"#, "name: missing"),
      (#"{"name": "tools"}"#, "name: name_taken"),
      (#"{"name": "A", "sort": "color"}"#, "sort: unknown_choice"),
      (#"{"name": "A", "homeID": "\#(strange)"}"#, "homeID: not_found"),
      (#"{"name": "A", "homeID": "\#(group)"}"#, "homeID: not_found"),
      (#"{"name": "A", "groupID": "\#(home)"}"#, "groupID: not_found"),
      (#"{"name": "A", "homeID": "\#(home)", "groupID": "\#(group)"}"#, "groupID: both"),
      (#"{"name": "A", "isLedger": true, "homeID": "\#(home)"}"#, "isLedger: both"),
      (#"{"name": "A", "query": 1}"#, "query: wrong_type"),
      (#"{"name": "A", "id": "x"}"#, "id: read_only"),
      (#"{"name": "A", "query": "\#(String(repeating: "x", count: 3000))"}"#, "query: too_long"),
    ] {
      let answer = await ana.post(Self.path, body)
      #expect(answer.status == 422 && answer.faults == [fault], "\(body): \(answer.text)")
    }
    let path = "\(Self.path)/\(second)"
    #expect(await ana.patch(path, #"{"name": "TOOLS"}"#).faults == ["name: name_taken"])
    #expect(await ana.patch(path, #"{"query": "x"}"#).faults == ["query: fixed"])
    #expect(await ben.get("\(Self.path)/\(first)").status == 404)
    #expect(await ben.delete("\(Self.path)/\(first)").status == 404)
    #expect(try await ben.get(Self.path).items().isEmpty)
    #expect(try await ana.ids("saved-searches") == [second, first])
    let reader = try hub.client(of: ana.account, scope: .read)
    #expect(await reader.post(Self.path, #"{"name": "B"}"#).code == "scope")
    #expect(await reader.delete(path).code == "scope")
    try hub.removeFolder()
  }
}
