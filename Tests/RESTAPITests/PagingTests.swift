import Foundation
import Testing

/// Lists, page by page.
@Suite struct PagingTests {
  @Test("each record is on one page although others come in between", arguments: [1, 3, 50])
  func complete(limit: Int) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let names = (1...7).map { "Thing \($0)" }
    for name in names { _ = try await ana.addItem(name, in: home) }
    for sort in ["name", "newest", "value", "room"] {
      let found = try await ana.names("/api/v1/items?homeID=\(home)&sort=\(sort)&limit=\(limit)")
      #expect(found.sorted() == names, "\(sort)")
      #expect(found.count == names.count)
    }
    try hub.removeFolder()
  }

  @Test("a token of one home gets that home on one page, and no cursor that names another")
  func tokenOfOneHome() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    var homes: [String] = []
    for _ in 0..<3 { homes.append(try await ana.addHome()) }
    for home in homes {
      let reader = try hub.client(of: ana.account, scope: .read, home: home)
      let page = try await reader.get("/api/v1/homes?limit=1").json()
      let items = try #require(page["items"] as? [[String: Any]])
      #expect(items.compactMap { $0["id"] as? String } == [home])
      #expect(page["next"] as? String == nil)
    }
    try hub.removeFolder()
  }

  @Test("what others add and delete meanwhile puts nothing on two pages and leaves nothing out")
  func concurrentChanges() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let other = try hub.client(of: ana.account)
    let home = try await ana.addHome()
    for (path, field) in [("items", "name"), ("labels", "name"), ("policies", "provider")] {
      let kept = (1...9).map { "K\($0)" }
      for name in kept {
        _ = try await ana.add(path, #"{"homeID": "\#(home)", "\#(field)": "\#(name)"}"#)
      }
      var (seen, cursor): ([String], String) = ([], "")
      for round in 0..<40 {
        let page = try await ana.get(
          "/api/v1/\(path)?homeID=\(home)&limit=2&cursor=\(cursor)"
        ).json()
        let items = try #require(page["items"] as? [[String: Any]])
        seen += items.compactMap { $0[field] as? String }
        // Before and behind where the reader is.
        for name in ["A\(round)", "K5x\(round)"] {
          _ = try await other.add(path, #"{"homeID": "\#(home)", "\#(field)": "\#(name)"}"#)
        }
        if let last = items.last?["id"] as? String, (items.last?[field] as? String) == "K2" {
          _ = await other.delete("/api/v1/\(path)/\(last)")
        }
        guard let next = page["next"] as? String else { break }
        cursor = next
      }
      #expect(seen.count == Set(seen).count, "\(path): \(seen)")
      #expect(Set(kept).subtracting(seen).isEmpty, "\(path): \(seen)")
    }
    try hub.removeFolder()
  }

  @Test(
    "a cursor that no page of the list had is refused",
    arguments: ["x", "name.", "name.zz", "newest.6e616d65", "00", "F"])
  func badCursor(_ cursor: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    for path in ["items?limit=1", "labels?homeID=\(home)"] {
      let answer = await ana.get("/api/v1/\(path)&cursor=\(cursor)")
      #expect(answer.status == 400)
      #expect(answer.faults == ["cursor: unknown_cursor"])
    }
    try hub.removeFolder()
  }

  @Test(
    "a query is refused for what is wrong with it",
    arguments: [
      ("items?limit=0", "limit: out_of_range"), ("items?limit=201", "limit: out_of_range"),
      ("items?limit=two", "limit: wrong_type"), ("items?sort=colour", "sort: unknown_choice"),
      ("items?archived=yes", "archived: wrong_type"), ("items?page=2", "page: unknown_parameter"),
      ("items?limit=1&limit=2", "limit: repeated"), ("labels", "homeID: missing"),
      ("search", "q: missing"), ("search?q=%20", "q: missing"),
    ])
  func badQuery(_ path: String, _ fault: String) async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let answer = await ana.get("/api/v1/\(path)")
    #expect(answer.status == 400)
    #expect(answer.faults == [fault])
    try hub.removeFolder()
  }
}
