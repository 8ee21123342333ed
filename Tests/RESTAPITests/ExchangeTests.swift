import Foundation
import HTTPServer
import Testing

/// Importing and exporting, and the document of all of it.
@Suite struct ExchangeTests {
  private static let csv = """
    HB.import_ref,HB.location,HB.tags,HB.name,HB.quantity,HB.purchase_price
    ref-1,Garage / Shelf,Tools,Drill,1,189.50
    ref-2,Kitchen,,,1,
    """

  private func spooled(_ text: String, _ hub: APIHub) throws -> HTTPRequest.Content {
    let file = try OpenFile(unnamedIn: hub.folder + "/spool")
    try file.append(Array(text.utf8))
    return .file(SpooledFile(file: file, size: text.utf8.count))
  }

  private func send(
    _ client: Client, _ query: String, _ text: String, _ hub: APIHub
  ) async throws -> Client.Answer {
    await client.send(
      .post, "/api/v1/import?\(query)", headers: ["Content-Type": "text/csv"],
      content: try spooled(text, hub))
  }

  @Test("a dry run is refused where the import would be")
  func refusedDryRun() async throws {
    let hub = try APIHub()
    let (ana, vera) = (try hub.person("ana"), try hub.person("vera"))
    let home = try await ana.addHome()
    try hub.admit(vera, to: home, of: ana, role: .readOnly)
    for query in ["", "&dryRun=true"] {
      let sent = try await send(vera, "homeID=\(home)\(query)", Self.csv, hub)
      #expect(sent.code == "read_only_home", "\(query)")
    }
    try hub.removeFolder()
  }

  @Test("a dry run tells row by row what an import would do; the import does it, once")
  func importing() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    let plan = try await send(ana, "dryRun=true&homeID=\(home)", Self.csv, hub)
    #expect(plan.status == 200, "\(plan.text)")
    let planned = try plan.json()
    #expect(planned["isDryRun"] as? Bool == true)
    let counts = ["new": 1, "updated": 0, "unchanged": 0, "needsFixing": 1]
    #expect(planned["items"] as? [String: Int] == counts)
    let rows = try #require(planned["rows"] as? [[String: Any]])
    #expect(rows.map { $0["outcome"] as? String } == ["new", "needsFixing"])
    #expect(try await ana.names("/api/v1/items?limit=50") == [])
    let done = try await send(ana, "homeID=\(home)", Self.csv, hub)
    #expect(done.status == 200, "\(done.text)")
    #expect(try done.json()["isDryRun"] as? Bool == false)
    #expect(try await ana.names("/api/v1/items?limit=50") == ["Drill"])
    let again = try await send(ana, "homeID=\(home)", Self.csv, hub).json()
    #expect((again["items"] as? [String: Int])?["unchanged"] == 1)
    try hub.removeFolder()
  }

  @Test("a file that names no home needs one, one that cannot be read says why")
  func importRefused() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let homeless = try await send(ana, "dryRun=true", Self.csv, hub)
    #expect(homeless.status == 422)
    #expect(homeless.code == "home_needed")
    let unreadable = try await send(ana, "newHome=Cabin", "%PDF-1.7", hub)
    #expect(unreadable.status == 422)
    #expect(unreadable.code == "unreadable_file")
    let currency = try await send(ana, "newHome=Cabin&currency=QQQ", Self.csv, hub)
    #expect(currency.faults == ["currency: unknown_currency"])
    let stranger = try await send(ana, "homeID=0198c0de-0000-7000-8000-00000000ffff", Self.csv, hub)
    #expect(stranger.status == 404)
    #expect(try await send(ana, "newHome=Cabin", Self.csv, hub).status == 200)
    #expect(try await ana.names("/api/v1/homes?limit=50").contains("Cabin"))
    try hub.removeFolder()
  }

  @Test(
    "an archive of everything is sent back and changes nothing; in an empty account it is all new")
  func archive() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    #expect(try await send(ana, "homeID=\(home)", Self.csv, hub).status == 200)
    for (person, isNew) in [(ana, false), (try hub.person("ben"), true)] {
      let zip = await ana.get("/api/v1/export?format=zip")
      #expect(zip.status == 200, "\(zip.text)")
      #expect(zip.headers["Content-Type"] == "application/zip")
      let file = try OpenFile(unnamedIn: hub.folder + "/spool")
      try file.append(zip.bytes)
      let answer = await person.send(
        .post, "/api/v1/import", headers: ["Content-Type": "application/zip"],
        content: .file(SpooledFile(file: file, size: zip.bytes.count)))
      #expect(answer.status == 200, "\(answer.text)")
      let counts = try answer.json()["items"] as? [String: Int]
      #expect(counts?["new"] == (isNew ? 1 : 0))
      #expect(counts?["unchanged"] == (isNew ? 0 : 1))
      #expect(try await person.names("/api/v1/items?limit=50") == ["Drill"])
    }
    let movingBox = await ana.get("/api/v1/homes/\(home)/export?format=movingbox")
    #expect(movingBox.bytes.starts(with: [0x50, 0x4B, 3, 4]))
    #expect(await ana.get("/api/v1/export?format=tar").status == 400)
    try hub.removeFolder()
  }

  @Test("the exports hold what there is: a home's table imports again, the JSON has every table")
  func exporting() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome()
    for name in ["Kettle", "Pot"] { _ = try await ana.addItem(name, in: home) }
    let table = await ana.get("/api/v1/homes/\(home)/export")
    #expect(table.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(table.text.split(separator: "\r\n").count == 3)
    let again = try await send(ana, "dryRun=true&homeID=\(home)", table.text, hub).json()
    #expect(again["rowCount"] as? Int == 2)
    let all = try await ana.get("/api/v1/export").json()
    #expect(all["format"] as? String == "hearth-household")
    let tables = try #require(all["tables"] as? [String: [[String: Any]]])
    #expect(Set(tables["items"]?.compactMap { $0["name"] as? String } ?? []) == ["Kettle", "Pot"])
    #expect(tables.keys.contains("policies"))
    try hub.removeFolder()
  }

  @Test("the document describes every operation with its statuses, examples and schemas")
  func document() async throws {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let document = try await ana.get("/openapi.json", ["Authorization": ""]).json()
    #expect(document["openapi"] as? String == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let components = try #require(document["components"] as? [String: [String: Any]])
    let operations = paths.flatMap { path, methods in methods.map { (path, $0.key, $0.value) } }
    #expect(operations.count >= 68)
    #expect(Set(operations.compactMap { $0.2["operationId"] as? String }).count == operations.count)
    for (path, method, operation) in operations {
      let responses = try #require(operation["responses"] as? [String: Any])
      #expect(responses.keys.contains { $0.hasPrefix("2") }, "\(method) \(path)")
      guard path.hasPrefix("/api") else { continue }
      for status in ["401", "403", "404", "429", "503"] {
        #expect(responses.keys.contains(status), "\(method) \(path)")
      }
    }
    let text = await ana.get("/openapi.json").text
    for match in text.matches(of: /#\/components\/([a-zA-Z]+)\/([A-Za-z]+)/) {
      let isThere = components[String(match.1)]?[String(match.2)] != nil
      #expect(isThere, "\(match.0)")
    }
    try hub.removeFolder()
  }
}
