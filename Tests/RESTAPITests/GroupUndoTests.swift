import Foundation
import SyncProtocol
import Testing

/// Taking back what happened in a group, and restoring what was deleted.
@Suite struct GroupUndoTests {
  private struct World {
    let hub: APIHub
    let ana: Client
    let group: TestGroup

    init() async throws {
      hub = try APIHub()
      ana = try hub.person("ana")
      group = try await TestGroup(ana, "Ben", "Carl")
    }

    func last() async throws -> String { try await ana.ids("groups/\(group.id)/activity")[0] }

    func undo(_ id: String, by client: Client? = nil) async -> Client.Answer {
      await (client ?? ana).send(.post, "\(group.path)/activity/\(id)/undo")
    }

    func restore(_ id: String, by client: Client? = nil) async -> Client.Answer {
      await (client ?? ana).send(.post, "\(group.path)/expenses/\(id)/restore")
    }

    func deleted() async throws -> [[String: Any]] {
      var (rows, cursor): ([[String: Any]], String) = ([], "")
      while true {
        let page = await group.get("deleted-expenses?cursor=\(cursor)")
        try #require(page.status == 200, "\(page.text)")
        rows += try page.json()["items"] as? [[String: Any]] ?? []
        guard let next = try page.json()["next"] as? String else { return rows }
        cursor = next
      }
    }
  }

  private static let shared =
    #""amountMinor": 900, "payers": [{"memberID": "<ana>"}], "sharers": [{"memberID": "<Ben>"}]"#

  @Test("a change of an expense is taken back with its amounts, once; and that can be taken back")
  func undo() async throws {
    let world = try await World()
    let id = try await world.group.add(Self.shared)
    let before = await world.group.get("expenses/\(id)")
    _ = await world.group.patch(
      "expenses/\(id)",
      #"{"title": "Rolls", "amountMinor": 1200, "split": "equal", "sharers": [{"memberID": "<ana>"}]}"#
    )
    let change = try await world.last()
    let shown = await world.group.get("activity/\(change)")
    #expect(try shown.json()["canUndo"] as? Bool == true, "\(shown.text)")
    let answer = await world.undo(change)
    #expect(answer.status == 200, "\(answer.text)")
    #expect((try answer.json()["reverted"] as? [[String: String]])?.first?["id"] == id)
    #expect(await world.group.get("expenses/\(id)").text == before.text)
    let again = await world.undo(change)
    #expect(again.status == 409 && again.code == "nothing_left", "\(again.text)")
    #expect(await world.undo(try await world.last()).status == 200)
    #expect(try await world.group.get("expenses/\(id)").string("title") == "Rolls")
    #expect(try await world.group.nets() == ["ana": "0"])
    for bad in ["0", "x", "9999", "9223372036854775807", "-1"] {
      #expect(await world.undo(bad).status == 404)
      #expect(await world.group.get("activity/\(bad)").status == 404)
    }
    let first = try #require(try await world.ana.ids("groups/\(world.group.id)/activity").last)
    #expect(await world.undo(first).code == "not_undoable")
    try world.hub.removeFolder()
  }

  @Test("a deleted expense is listed and restored under its id with receipts and comments")
  func restore() async throws {
    let world = try await World()
    let id = try await world.group.add(Self.shared)
    let other = try await world.group.add(Self.shared)
    let path = "groups/\(world.group.id)/expenses/\(id)"
    let comment = try await world.ana.add("\(path)/comments", #"{"text": "For two?"}"#)
    let receipt = try await world.ana.upload(
      "/api/v1/\(path)/receipts?name=bill.pdf", TestFiles.pdf, type: "application/pdf")
    #expect(receipt.status == 201)
    let before = await world.group.get("expenses/\(id)")
    #expect(await world.restore(id).code == "nothing_left")
    for gone in [id, other] {
      #expect(await world.ana.delete("\(world.group.path)/expenses/\(gone)").status == 204)
    }
    #expect(try await world.group.nets() == [:])
    let rows = try await world.deleted()
    #expect(rows.map { $0["expenseID"] as? String } == [other, id])
    #expect(
      rows.allSatisfy { $0["title"] as? String == "Bread" && $0["canRestore"] as? Bool == true })
    #expect(rows.allSatisfy { $0["by"] as? String == world.ana.account })
    let back = await world.restore(id)
    #expect(back.status == 200 && back.text == before.text, "\(back.text)")
    #expect(back.headers["ETag"] == before.headers["ETag"])
    #expect(try await world.ana.ids("\(path)/comments") == [comment])
    #expect(try await world.ana.ids("\(path)/receipts") == [try receipt.string("id")])
    #expect(try await world.deleted().map { $0["expenseID"] as? String } == [other])
    #expect(await world.restore(id).code == "nothing_left")
    #expect(await world.restore("nothing").status == 404)
    #expect(await world.group.get("deleted-expenses?cursor=x").faults == ["cursor: unknown_cursor"])
    try world.hub.removeFolder()
  }

  @Test("an expense whose member was combined with another comes back as that other's")
  func combined() async throws {
    let world = try await World()
    let id = try await world.group.add(Self.shared)
    #expect(await world.ana.delete("\(world.group.path)/expenses/\(id)").status == 204)
    let combining = await world.group.post(
      "members/\(world.group["Carl"])/combine", #"{"otherID": "<Ben>"}"#)
    #expect(combining.status == 200, "\(combining.text)")
    let change = try await world.last()
    #expect(try await world.group.get("activity/\(change)").json()["canUndo"] as? Bool == false)
    #expect(await world.undo(change).code == "not_undoable")
    let back = await world.restore(id)
    #expect(back.status == 200, "\(back.text)")
    #expect(try world.group.owed(back)["Carl"] == 900, "\(back.text)")
    try world.hub.removeFolder()
  }

  @Test("nothing of a group is taken back or restored by a viewer, a stranger, or another group")
  func refused() async throws {
    let world = try await World()
    let id = try await world.group.add(Self.shared)
    let made = try await world.last()
    let gone = try await world.group.add(Self.shared)
    #expect(await world.ana.delete("\(world.group.path)/expenses/\(gone)").status == 204)
    let (eve, stranger) = (try world.hub.person("eve"), try world.hub.person("stan"))
    try world.hub.admit(eve, to: world.group.id, of: world.ana, role: .readOnly)
    for (client, status, code) in [(eve, 403, "read_only_group"), (stranger, 404, "not_found")] {
      for answer in [await world.undo(made, by: client), await world.restore(gone, by: client)] {
        #expect(answer.status == status && answer.code == code, "\(answer.text)")
      }
    }
    let other = try await TestGroup(world.ana, "Dora")
    for expense in [id, gone] {
      let answer = await world.ana.send(.post, "\(other.path)/expenses/\(expense)/restore")
      #expect(answer.status == 404, "\(answer.text)")
    }
    #expect(await world.group.get("expenses/\(id)").status == 200)
    #expect(await world.group.get("expenses/\(gone)").status == 404)
    // A member's own token of another home or group opens nothing here.
    let narrow = try world.hub.client(of: world.ana.account, scope: .write, home: other.id)
    #expect(await world.restore(gone, by: narrow).status == 404)
    #expect(await narrow.get("\(world.group.path)/deleted-expenses").status == 404)
    try world.hub.removeFolder()
  }
}
