import HearthDomain
import Foundation
import Hub
import Replica
import SQLite
import SyncProtocol
import Testing
import Things
import Threads

@testable import Web

/// I1-3: what is read of a replica's file while shared homes are hidden, whoever wrote the query.
@Suite struct HidingTests {
  private struct Setting {
    let world: HiddenWorld
    let isOn = Lock(false)
    let file: ReplicaFile

    init() async throws {
      world = try await HiddenWorld()
      let isOn = isOn
      let replica = try world.hearth.replica(
        of: "anna", "hiding", hiding: HearthDomain.hiding { isOn.withLock { $0 } })
      try await replica.sync()
      file = replica.file
    }

    private static func text(_ value: Value) -> String {
      switch value {
      case .null: ""
      case .integer(let integer): "\(integer)"
      case .real(let real): "\(real)"
      case .text(let text): text
      case .blob(let blob): String(decoding: blob, as: UTF8.self)
      }
    }

    func hide(_ hides: Bool = true) { isOn.withLock { $0 = hides } }

    /// The rows of a query as text.
    func rows(_ sql: String, _ parameters: Value...) throws -> [String] {
      try file.read { connection in
        try connection.query(sql, parameters) { row in
          (0..<row.columnCount).map { Self.text(row.value($0)) }.joined(separator: " ")
        }
      }
    }
  }

  /// What only the engine and the index read: it fails rather than tells.
  private static let closed: Set<String> = [
    "syncPending", "syncParked", "syncVersions", "syncAcknowledged", "syncSealed", "syncStaged",
    "itemParts", "expenseAttached",
  ]

  /// The indexes of words: nothing is read from them but which rows have a word.
  private static let words: Set<String> = ["itemTerms", "expenseTerms"]

  @Test("I1-3 every table of the file is narrowed, or says nothing of homes, or cannot be read")
  func tables() async throws {
    let setting = try await Setting()
    let tables = try setting.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .filter { name in
        !name.hasPrefix("sqlite_") && !Self.words.contains { name.hasPrefix($0 + "_") }
      }
    var whole: [String: [String]] = [:]
    for table in tables where !Self.words.contains(table) {
      whole[table] = try setting.rows("SELECT * FROM \(table)")
    }
    setting.hide()
    let ids = Set(setting.world.records.values.joined())
    var closed: Set<String> = []
    for table in tables where !Self.words.contains(table) {
      do {
        for row in try setting.rows("SELECT * FROM \(table)") {
          #expect(!row.lowercased().contains(HiddenWorld.word), "\(table)")
          // A saved search is Anna's, also one of a home that is hidden.
          guard table != "savedSearches", table != "profiles" else { continue }
          #expect(!ids.contains { row.contains($0) }, "\(table)")
        }
        _ = try setting.rows("SELECT count(*) FROM \(table)")
      } catch is SQLiteError {
        closed.insert(table)
      }
    }
    #expect(closed == Self.closed)
    setting.hide(false)
    for table in tables where !Self.words.contains(table) {
      #expect(try setting.rows("SELECT * FROM \(table)") == whole[table], "\(table)")
    }
  }

  private static let past = [
    "SELECT name FROM main.items", "SELECT count(*) FROM main.items",
    "SELECT 1 FROM main.homes", "SELECT i.name FROM main.items AS i",
    "WITH all_ AS (SELECT name FROM main.items) SELECT * FROM all_",
    "SELECT * FROM (SELECT name FROM main.homes)",
    "SELECT (SELECT max(name) FROM main.homes)",
    "SELECT id FROM items WHERE EXISTS (SELECT 1 FROM main.homes AS h WHERE h.id = homeID)",
    "SELECT i.name FROM homes AS h JOIN main.items AS i ON i.homeID = h.id",
    "SELECT text FROM itemTerms", "SELECT * FROM itemTerms WHERE itemTerms MATCH 'wine'",
    "SELECT text FROM expenseTerms", "SELECT groupID FROM main.expenseWords",
    "SELECT body FROM syncPending", "SELECT count(*) FROM syncParked",
  ]

  @Test("I1-3 a query that gets past what is left fails instead of telling")
  func past() async throws {
    let setting = try await Setting()
    for hides in [false, true, false] {
      setting.hide(hides)
      for sql in Self.past {
        if hides {
          #expect(throws: SQLiteError.self, "\(sql)") { try setting.rows(sql) }
        } else {
          _ = try setting.rows(sql)
        }
      }
    }
  }

  @Test("I1-3 what is left is found by the same indexes, and a statement may name one")
  func plans() async throws {
    let setting = try await Setting()
    setting.hide()
    for (sql, words) in [
      ("SELECT name FROM items WHERE id = ?", "SEARCH main.items USING INDEX"),
      ("SELECT id FROM items WHERE homeID = ? ORDER BY nameKey, id", "SEARCH main.items USING"),
      ("SELECT id FROM photos WHERE homeID = ? AND itemID = '1'", "SEARCH main.photos USING"),
    ] {
      let plan = try setting.rows("EXPLAIN QUERY PLAN \(sql)", .text("x"))
      #expect(plan.contains { $0.contains(words) }, "\(plan)")
    }
    _ = try setting.rows(
      "SELECT id FROM items INDEXED BY itemsLent WHERE lentTo <> '' AND homeID = ?", .text("x"))
  }

  @Test("I1-3 the engine keeps everything: nothing is pulled again, dropped or lost meanwhile")
  func engine() async throws {
    let setting = try await Setting()
    let replica = TestReplica(file: setting.file, transport: setting.world.annas.transport)
    let before = try replica.rows(of: setting.world.shared)
    setting.hide()
    #expect(
      try setting.file.hiddenZones()?.hidden == [
        setting.world.shared, setting.world.money.group, setting.world.money.family,
      ])
    #expect(try setting.file.hides(anyOf: [setting.world.item]))
    #expect(try !setting.file.hides(anyOf: [setting.world.ownItem, "", "'"]))
    // Ben goes on as far as the hub lets him, and it arrives.
    let bens = try setting.world.hearth.replica(of: "ben")
    try await bens.sync()
    try bens.write {
      try AddItem(
        homeID: setting.world.shared, ItemDetails(name: "Mug", currency: "EUR"))($0)
    }
    try await bens.sync()
    try replica.write {
      try AddItem(homeID: setting.world.own, ItemDetails(name: "Rug", currency: "EUR"))($0)
    }
    try await replica.sync()
    #expect(try setting.rows("SELECT name FROM items WHERE name IN ('Mug', 'Rug')").count == 1)
    setting.hide(false)
    let after = try replica.rows(of: setting.world.shared)
    for (table, rows) in before {
      #expect(Set(rows).isSubset(of: after[table] ?? []), "\(table)")
    }
    #expect(after["items"]?.count == (before["items"]?.count ?? 0) + 1)
    #expect(try setting.file.hiddenZones() == nil)
  }
}
