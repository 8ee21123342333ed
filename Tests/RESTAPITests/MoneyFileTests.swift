import Foundation
import Testing

/// Expenses of a group and one's own money in files, by the API.
@Suite struct MoneyFileTests {
  private let flat = """
    Date,Title,Amount,Paid by,For whom
    2026-06-01,Rent,900.00,Ana,"Ana, Ben"
    2026-06-02,Bread,3.20,Ben,"Ana, Ben"
    someday,Nothing,1.00,Ben,Ana
    """

  private func send(
    _ client: Client, _ path: String, _ text: String, type: String = "text/csv"
  ) async throws -> Client.Answer {
    try await client.upload("/api/v1/\(path)", Array(text.utf8), type: type)
  }

  private func money(_ answer: Client.Answer) throws -> [String: String] {
    let balances = try #require(try answer.json()["balances"] as? [[String: Any]])
    return Dictionary(
      balances.compactMap { row in
        (row["name"] as? String).flatMap { name in
          (row["afterMinor"] as? String).map { (name, $0) }
        }
      }, uniquingKeysWith: { first, _ in first })
  }

  // S2-V6
  @Test("a file comes into a new group once, into the same one again, and goes as a whole")
  func group() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let look = try await send(ana, "group-imports?dryRun=true&newGroup=Flat&own=0", flat)
    #expect(look.status == 200, "\(look.text)")
    #expect(try look.json()["newCount"] as? Int == 2 && look.json()["leftOutCount"] as? Int == 1)
    #expect(try money(look) == ["Ana": "44840", "Ben": "-44840"])
    #expect(try await ana.get("/api/v1/groups").items().isEmpty)
    let came = try await send(ana, "group-imports?newGroup=Flat&own=0", flat)
    #expect(came.status == 200, "\(came.text)")
    let group = try came.string("groupID")
    #expect(try await ana.get("/api/v1/groups/\(group)/expenses").items().count == 2)
    let problems = try #require(try came.json()["problems"] as? [[String: Any]])
    #expect(problems.contains { $0["line"] as? Int == 4 && $0["isLeftOut"] as? Bool == true })
    // The same file finds its group by itself, and adds nothing.
    let again = try await send(ana, "group-imports", flat)
    #expect(try again.json()["newCount"] as? Int == 0 && again.string("groupID") == group)
    #expect(try again.json()["presentCount"] as? Int == 2)
    #expect(try again.json()["undoID"] is NSNull)
    let past = try await ana.get("/api/v1/group-imports").items()
    #expect(past.count == 1 && past[0]["newCount"] as? Int == 2)
    let ben = try hub.person("ben", scope: .write)
    let undo = try "/api/v1/group-imports/\(came.string("undoID"))"
    #expect(await ben.delete(undo).status == 404)
    let undone = await ana.delete(undo)
    #expect(try undone.json()["group"] as? String == "Flat", "\(undone.text)")
    #expect(try await ana.get("/api/v1/groups").items().isEmpty)
    #expect(await ana.delete(undo).status == 404)
    try hub.removeFolder()
  }

  @Test("people of a file are members of the group by name or by number; a document comes back")
  func people() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let group = try await ana.add(
      "groups", #"{"name": "Flat", "currency": "EUR", "ownName": "Me"}"#)
    let ben = try await ana.add("groups/\(group)/members", #"{"name": "Ben"}"#)
    let me = try #require(
      try await ana.ids("groups/\(group)/members").first { $0 != ben })
    let came = try await send(ana, "group-imports?groupID=\(group)&people=0:\(me)", flat)
    #expect(came.status == 200, "\(came.text)")
    #expect(try money(came) == ["Me": "44840", "Ben": "-44840"])
    #expect(try await ana.ids("groups/\(group)/members").count == 2)
    let document = await ana.get("/api/v1/groups/\(group)/document")
    #expect(document.status == 200)
    let cyd = try hub.person("cyd", scope: .write)
    let copy = try await send(
      cyd, "group-imports?newGroup=Copy", document.text, type: "application/json")
    #expect(try copy.json()["newCount"] as? Int == 2 && copy.string("source") == "hearth")
    #expect(try money(copy)["Ben"] == "-44840")
    try hub.removeFolder()
  }

  @Test("columns are named in the query; what is wrong is told, and nothing is written")
  func refused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let group = try await ana.add("groups", #"{"name": "Flat", "currency": "EUR"}"#)
    let table = "Wann;Was;Geld\n2026-06-02;Brot;3,20\n"
    for (path, text, type, status, code) in [
      ("group-imports", table, "text/csv", 422, "columns_needed"),
      ("group-imports?columns=day,title,title", table, "text/csv", 422, "columns_needed"),
      ("group-imports?columns=day,what", table, "text/csv", 400, "bad_query"),
      ("group-imports?people=x", flat, "text/csv", 400, "bad_query"),
      ("group-imports?people=0:nobody&groupID=\(group)", flat, "text/csv", 400, "bad_query"),
      ("group-imports?own=77", flat, "text/csv", 400, "bad_query"),
      ("group-imports?archived=x", flat, "text/csv", 400, "bad_query"),
      ("group-imports?currency=XYZ", flat, "text/csv", 400, "bad_query"),
      ("group-imports?groupID=nothing", flat, "text/csv", 404, "not_found"),
      ("group-imports", "{", "application/json", 422, "unreadable_file"),
      ("group-imports", "", "text/csv", 422, "unreadable_file"),
      ("ledger/imports", table, "text/csv", 422, "columns_needed"),
      ("ledger/imports?columns=day,title,payer", table, "text/csv", 400, "bad_query"),
      ("ledger/imports?currency=XYZ", table, "text/csv", 400, "bad_query"),
      ("ledger/imports", "{}", "application/json", 422, "unreadable_file"),
      (
        "ledger/imports",
        #"{"format":"hearth-ledger","version":1,"id":"x","entries":[{"title":"A"}]}"#,
        "application/json", 422, "invalid"
      ),
    ] {
      let answer = try await send(ana, path, text, type: type)
      #expect(answer.status == status && answer.code == code, "\(path): \(answer.text)")
    }
    #expect(try await ana.get("/api/v1/groups").items().count == 1)
    #expect(try await ana.ids("groups/\(group)/members").count == 1)
    #expect(try await ana.get("/api/v1/ledger").items().isEmpty)
    try hub.removeFolder()
  }

  // S2-V6
  @Test("a bank's table comes into the ledger once and is undone; what was changed since stays")
  func ledger() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let table = """
      Wann;Wer;Was;Geld
      02.06.2026;Bäcker;Brot;-3,20
      13.06.2026;Chef;Lohn;2.800,00
      13.06.2026;Bus;Fahrt;-5,00
      13.06.2026;Bus;Fahrt;viel
      """
    let path = "ledger/imports?columns=day,note,title,amount"
    let look = try await send(ana, path + "&dryRun=true", table)
    #expect(look.status == 200, "\(look.text)")
    #expect(try look.json()["entryCount"] as? Int == 3 && look.json()["leftOutCount"] as? Int == 1)
    let columns = try #require(try look.json()["columns"] as? [[String: Any]])
    #expect(columns.map { $0["sample"] as? String } == ["02.06.2026", "Bäcker", "Brot", "-3,20"])
    #expect(try await ana.get("/api/v1/ledger").items().isEmpty)
    let came = try await send(ana, path, table)
    #expect(try came.json()["entryCount"] as? Int == 3)
    let again = try await send(ana, path, table)
    #expect(
      try again.json()["entryCount"] as? Int == 0 && again.json()["presentCount"] as? Int == 3)
    #expect(try again.json()["undoID"] is NSNull)
    let rows = try await ana.get("/api/v1/ledger").items()
    let bus = try #require(rows.first { $0["title"] as? String == "Fahrt" }?["id"] as? String)
    let changed = await ana.patch("/api/v1/ledger/entries/\(bus)", #"{"note": "Home"}"#)
    #expect(changed.status == 200, "\(changed.text)")
    let past = try await ana.get("/api/v1/ledger/imports").items()
    #expect(past.count == 1 && past[0]["newCount"] as? Int == 3)
    let undo = try "/api/v1/ledger/imports/\(came.string("undoID"))"
    #expect(await (try hub.person("ben", scope: .write)).delete(undo).status == 404)
    let undone = try await ana.delete(undo).json()
    #expect(undone["entryCount"] as? Int == 2 && undone["kept"] as? [String] == ["Fahrt"])
    #expect(try await ana.get("/api/v1/ledger").items().count == 1)
    #expect(await ana.delete(undo).status == 404)
    // What the API writes it reads again.
    let document = await ana.get("/api/v1/ledger/export")
    let back = try await send(ana, "ledger/imports", document.text, type: "application/json")
    #expect(try back.json()["presentCount"] as? Int == 1, "\(back.text)")
    try hub.removeFolder()
  }

  @Test("rows of which the file does not tell who paid are named")
  func unknownPayers() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana", scope: .write)
    let file = """
      Date,Description,Category,Cost,Currency,Ana,Ben,Cy
      2022-03-01,Dinner,General,90.00,HRK,30.00,15.00,-45.00
      2026-03-02,Taxi,General,9.00,EUR,6.00,-3.00,-3.00
      """
    let look = try await send(ana, "group-imports?dryRun=true&newGroup=Trip", file)
    #expect(look.status == 200, "\(look.text)")
    #expect(try look.json()["newCount"] as? Int == 2)
    #expect(try look.json()["unknownPayerCount"] as? Int == 1)
    let unknown = try #require(try look.json()["unknownPayers"] as? [[String: Any]])
    #expect(unknown.count == 1 && unknown[0]["title"] as? String == "Dinner")
    #expect(unknown[0]["line"] as? Int == 2 && unknown[0]["payers"] as? [String] == ["Ana", "Ben"])
    try hub.removeFolder()
  }
}
