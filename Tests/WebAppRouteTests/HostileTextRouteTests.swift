import Finances
import SyncProtocol
import Testing

@testable import Web

/// What a raw program pushes and no form takes, on the pages that show it.
@Suite struct HostileTextRouteTests {
  /// An insert of a row like the one that is there, with some registers set.
  private func insert(
    _ table: String, _ values: [String: SyncProtocol.FieldValue], as id: RecordID,
    _ world: ExtremeWorld
  ) throws -> Mutation {
    let schema = try #require(ExtremeWorld.tables.first { $0.name == table })
    let zone = try #require(world.records[table]).zone
    return Mutation(
      .insert, table, id, in: zone, registers: try world.registers(of: schema, with: values))
  }

  @Test("a receipt is served under a name of its kind, and one that is no picture has no thumbnail")
  func receipts() async throws {
    let world = try await ExtremeWorld()
    let bytes = Array("<script>alert(1)</script>".utf8)
    let hash = try world.hearth.app.photos.blobs.store(bytes, by: world.account).description
    let rows: [(id: String, name: String, media: String)] = [
      (UUIDs.v5("r1", "t"), "invoice.html", "pdf"),
      (UUIDs.v5("r2", "t"), "\u{202E}gpj.exe", "jpeg"),
    ]
    let pushed = try world.push(
      rows.map { row in
        try insert(
          "expenseReceipts",
          [
            "name": .text(row.name), "media": .text(row.media), "blobHash": .text(hash),
            "byteCount": .integer(Int64(bytes.count)),
          ], as: row.id, world)
      })
    #expect(pushed == [nil, nil])
    let path = "/groups/\(world.group)/receipts"
    let file = try await world.browser.get("\(path)/\(rows[0].id)/original")
    #expect(file.status == 200)
    #expect(file.headers["Content-Disposition"]?.contains("\"invoice.html.pdf\"") == true)
    let expense = try #require(world.records["expenses"]).id
    let page = try await world.browser.get("/groups/\(world.group)/expenses/\(expense)")
    #expect(page.text.contains(">invoice.html.pdf<") && page.text.contains(">gpj.exe.jpg<"))
    for size in ["thumbnail", "medium"] {
      #expect(try await world.browser.get("\(path)/\(rows[1].id)/\(size)").status == 415)
    }
  }

  @Test("texts that turn a line or are empty, and a currency that nobody knows, are shown safely")
  func texts() async throws {
    let world = try await ExtremeWorld()
    let hostile = SyncProtocol.FieldValue.text("a\u{202E}b\u{2067}\u{7}")
    let empty = SyncProtocol.FieldValue.text("")
    var mutations: [Mutation] = []
    for (index, title) in [hostile, empty].enumerated() {
      for (table, name) in [
        ("expenses", "title"), ("routines", "title"), ("items", "name"), ("groupMembers", "name"),
        ("locations", "name"), ("rewards", "title"),
      ] {
        mutations.append(
          try insert(table, [name: title], as: UUIDs.v5("\(index)", table), world))
      }
    }
    mutations.append(
      Mutation(
        .update, "groups", world.group, in: world.group,
        registers: ["currency": "QQQ", "name": empty]))
    let refusals = try world.push(mutations)
    #expect(refusals.allSatisfy { $0 == nil }, "\(refusals)")
    #expect(try await world.readEverything(world.records.mapValues(\.id)).isEmpty)
    for page in [
      "/homes/\(world.home)/items", "/homes/\(world.home)/rooms", "/groups",
      "/groups/\(world.group)", "/families/\(world.family)", "/today",
      "/families/\(world.family)/rewards", "/families/\(world.family)/routines",
    ] {
      let answer = try await world.browser.get(page)
      #expect(answer.status == 200, "\(page)")
      let isTurned = answer.text.unicodeScalars.contains {
        (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
          || $0.value == 7
      }
      #expect(!isTurned, "\(page)")
      #expect(answer.text.firstMatch(of: /<(a|button)( [^>]*)?><\/\1>/) == nil, "\(page)")
    }
  }
}
