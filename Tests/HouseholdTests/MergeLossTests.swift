import Household
import SQLite
import SyncProtocol
import Testing
import Things

/// Nothing is lost when homes merge, and an undo brings everything back: over random households
/// with every column of every table.
@Suite struct MergeLossTests {
  // S0-SM2 S0-US005-desc S0-US005-G1
  @Test(
    "S0-US005-N3 S0-FR11 S0-US005-D6 every row, photo and paper is there",
    arguments: 1...12)
  func nothingIsLost(seed: Int) throws {
    let store = try TestStore(homes: ["one", "two", "three"])
    _ = try RandomHousehold.fill(store, homes: ["one", "two", "three"], seed: UInt64(seed))
    let before = try store.rows(ofHome: "one")
    let other = try store.rows(ofHome: "three")
    let merge = try store.write {
      try MergeHome(
        sourceID: store.id("one"), targetID: store.id("two"), isCombining: seed % 3 > 0)($0)
    }
    #expect(try store.rows(ofHome: "three") == other)
    #expect(try store.rows(ofHome: "one").isEmpty)
    let after = try store.rows(ofHome: "two")
    let kept = merge.vanished.flatMap { $0.values.map(\.value) + [$0.name] }
    // An item or photo is the same row; what became one is told of in the record of the merge.
    for (key, row) in before where key.table != "itemLabels" {
      if let now = after[key] {
        for (column, value) in row where !Self.mapped.contains(column) {
          #expect(now[column] == value, "\(key) \(column)")
        }
        continue
      }
      #expect(["homes", "locations", "labels", "policies", "fieldPresets"].contains(key.table))
      #expect(merge.isCombining || !["locations", "labels", "policies"].contains(key.table))
      let all = after.values.flatMap { $0.values.compactMap(\.text) } + kept
      for (column, value) in row where !Self.technical.contains(column) {
        guard case .text(let text) = value, !text.isEmpty else { continue }
        let parts = column == "choices" ? text.split(separator: "\n").map { String($0) } : [text]
        for part in parts {
          #expect(
            all.contains { $0.contains(part) }
              || all.contains { NameKey.make($0) == NameKey.make(part) }, "\(key) \(column)")
        }
      }
    }
    #expect(
      try store.texts("SELECT blobHash FROM photos ORDER BY id").count
        == before.keys.count { $0.table == "photos" }
        + other.keys.count { $0.table == "photos" } + Self.count(seed, "photos"))
  }

  private static func count(_ seed: Int, _ table: String) throws -> Int {
    let store = try TestStore(homes: ["one", "two", "three"])
    _ = try RandomHousehold.fill(store, homes: ["one", "two", "three"], seed: UInt64(seed))
    return try store.rows(ofHome: "two").keys.count { $0.table == table }
  }

  /// What says where something is.
  private static let mapped: Set<String> = [
    "homeID", "locationID", "parentID", "labelIDs", "sortKey", "policyID",
  ]
  private static let technical: Set<String> = mapped.union([
    "id", "nameKey", "importSource", "importRef", "policyKey", "kind", "createdAt", "originID",
  ])

  @Test("an undo brings both homes back as they were", arguments: 1...12)
  func undo(seed: Int) throws {
    let store = try TestStore(homes: ["one", "two", "three"])
    _ = try RandomHousehold.fill(store, homes: ["one", "two", "three"], seed: UInt64(seed + 100))
    let target = try store.rows(ofHome: "two")
    let picture = try Self.picture(of: store.id("one"), store)
    let merge = try store.write {
      try MergeHome(
        sourceID: store.id("one"), targetID: store.id("two"), isCombining: seed % 3 > 0)($0)
    }
    let undone = try store.write { try UndoMerge(mergeID: merge.id)($0) }
    let home = try #require(undone.restoredID)
    let now = try Self.picture(of: home, store)
    for (line, count) in picture where now[line] != count {
      Issue.record("missing: \(line) \(count)")
    }
    for (line, count) in now where picture[line] != count {
      Issue.record("new: \(line) \(count)")
    }
    var restored = try store.rows(ofHome: "two")
    for (key, row) in target where restored[key] != row {
      // A field that offers choices keeps those it got.
      if key.table == "fieldPresets" { restored[key] = row }
    }
    for key in Set(target.keys).union(restored.keys) {
      for column in Set((target[key] ?? [:]).keys).union((restored[key] ?? [:]).keys)
      where target[key]?[column] != restored[key]?[column] {
        Issue.record("\(key) \(column): \(target[key] as Any), \(restored[key] as Any)")
      }
    }
  }

  /// Everything of a home in words that do not depend on ids of places, labels and policies.
  private static func picture(of home: ZoneID, _ store: TestStore) throws -> [String: Int] {
    func path(_ id: RecordID?) throws -> String {
      guard let id, let place = try Location.find(id, in: store.connection) else { return "" }
      return try path(place.parentID) + "/" + place.name + "|" + place.note + "|" + place.emoji
    }
    var picture: [String: Int] = [:]
    for table in Things.schema.tables
    where table.zoneKinds.contains(.home) && !table.isHubOwned {
      let column = table.zoneColumn ?? "id"
      let rows = try store.connection.query(
        "SELECT * FROM \(table.name) WHERE \(column) = ?", [.text(home)]
      ) { row in
        Dictionary(
          uniqueKeysWithValues: (0..<row.columnCount).map { (row.columnName($0), row.value($0)) })
      }
      for row in rows {
        var words = [table.name]
        for (column, value) in row.sorted(by: { $0.key < $1.key }) {
          switch column {
          case "homeID", "sortKey", "originID": continue
          case "id" where ["items", "photos", "attachments", "maintenance"].contains(table.name):
            words.append("\(value)")
          case "id": continue
          case "locationID", "parentID": words.append(try path(value.text))
          case "labelID":
            words.append(
              try value.text.flatMap { try Label.find($0, in: store.connection)?.name } ?? "")
          case "labelIDs":
            let names = try (value.text ?? "").split(separator: " ").compactMap {
              try Label.find(String($0), in: store.connection)?.name
            }
            words.append(names.joined(separator: ","))
          case "policyID":
            words.append(
              try value.text.flatMap { try Policy.find($0, in: store.connection)?.policyNumber }
                ?? "")
          default: words.append("\(column)=\(value)")
          }
        }
        picture[words.joined(separator: " "), default: 0] += 1
      }
    }
    return picture
  }
}

extension TestStore {
  /// Every row of a home by its columns.
  func rows(ofHome name: String) throws -> [RecordKey: [String: Value]] {
    var all: [RecordKey: [String: Value]] = [:]
    for table in Things.schema.tables
    where table.zoneKinds.contains(.home) && !table.isHubOwned {
      let column = table.zoneColumn ?? "id"
      let rows = try connection.query(
        "SELECT * FROM \(table.name) WHERE \(column) = ?", [.text(id(name))]
      ) { row in
        Dictionary(
          uniqueKeysWithValues: (0..<row.columnCount).map { (row.columnName($0), row.value($0)) })
      }
      for row in rows { all[RecordKey(table.name, row["id"]?.text ?? "")] = row }
    }
    return all
  }
}
