import Foundation
import Household
import Importing
import SQLite
import SyncProtocol
import Testing
import Things

@Suite("A household as one archive, and back")
struct ArchiveRoundTripTests {
  @Test(
    "D-MIG-4 D-MIG-5 an archive brings every field and every byte into an empty account",
    arguments: 0..<12 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    let old = try TestStore(homes: ["one", "two"])
    let blobs = try RandomHousehold.fill(old, homes: ["one", "two"], seed: seed)
    let archive = try ArchiveFixture(old, blobs)
    let new = try TestStore(homes: ["fresh"])
    try archive.restore(into: new, maxRecords: seed.isMultiple(of: 2) ? 7 : 4000)
    try archive.expectSame(old, new)
  }

  @Test("the home that the program opens with stays it when an older one comes out of an archive")
  func primary() throws {
    let old = try TestStore(homes: ["one"])
    try old.connection.execute("UPDATE homes SET createdAt = 1")
    let archive = try ArchiveFixture(old, [:])
    let new = try TestStore(homes: ["fresh"])
    let own = new.id("fresh")
    #expect(try PrimaryHome.find(in: new.connection) == own)
    try archive.restore(into: new)
    #expect(try new.connection.first("SELECT count(*) FROM homes") { $0.integer(0) } == 2)
    #expect(try PrimaryHome.find(in: new.connection) == own)
  }

  @Test("the archive names every column of every table of a home, each filled at least once")
  func everyColumn() throws {
    var filled: [String: Set<String>] = [:]
    for seed in 0..<4 as Range<UInt64> {
      let store = try TestStore(homes: ["one"])
      let blobs = try RandomHousehold.fill(store, homes: ["one"], seed: seed, rowsPerTable: 12)
      for row in try ArchiveFixture(store, blobs).rows() {
        let table = try #require(row["table"] as? String)
        filled[table, default: []].formUnion(
          row.filter { !($0.value is NSNull) && $0.value as? String != "" }.keys)
      }
    }
    let store = try TestStore()
    // How somebody has set up an account, and what can be taken back, are of this account alone.
    let tables = Things.schema.tables.filter {
      !$0.isHubOwned && !["profiles", "homeMerges"].contains($0.name)
    }
    #expect(Set(filled.keys) == Set(tables.map(\.name)))
    for table in tables {
      let registers = table.registers.flatMap { $0.columns.map(\.name) }
      let wanted = Set(registers + ["id"] + [table.zoneColumn].compactMap(\.self))
      #expect(Set(try store.connection.columns(of: table.name)) == wanted, "\(table.name)")
      #expect(wanted.subtracting(filled[table.name] ?? []) == [], "\(table.name)")
    }
  }

  @Test("restoring an archive a second time changes nothing, in a new home and in the same one")
  func twice() throws {
    let old = try TestStore(homes: ["one"])
    let blobs = try RandomHousehold.fill(old, homes: ["one"], seed: 3)
    let archive = try ArchiveFixture(old, blobs)
    #expect(try archive.plan(in: old).isEmpty)
    let new = try TestStore(homes: ["fresh"])
    try archive.restore(into: new)
    let again = try archive.plan(in: new)
    #expect(again.isEmpty)
    #expect(again.files.isEmpty)
    #expect(again.homes.allSatisfy { $0.existingID != nil })
  }

  @Test("what was deleted comes back, and what has changed since stays as it is now")
  func sameHome() throws {
    let old = try TestStore(homes: ["one"])
    let blobs = try RandomHousehold.fill(old, homes: ["one"], seed: 5)
    let archive = try ArchiveFixture(old, blobs)
    let items = try old.texts("SELECT id FROM items ORDER BY id")
    let counts = try ArchiveFixture.counts(old)
    try old.write { try DeleteItem(itemID: items[0])($0) }
    try old.connection.execute(
      "UPDATE items SET notes = 'newer' WHERE id = ?", .text(items[1]))
    let plan = try archive.plan(in: old)
    #expect(plan.newCounts["items"] == 1)
    try archive.restore(into: old)
    #expect(try ArchiveFixture.counts(old) == counts)
    #expect(try old.texts("SELECT notes FROM items WHERE id = ?", .text(items[1])) == ["newer"])
    #expect(try archive.plan(in: old).isEmpty)
  }

  @Test("a restored archive is taken back whole, also from a home that was there before")
  func undo() throws {
    let old = try TestStore(homes: ["one"])
    let blobs = try RandomHousehold.fill(old, homes: ["one"], seed: 8)
    let archive = try ArchiveFixture(old, blobs)
    let new = try TestStore(homes: ["fresh"])
    // A restored home may be older than this one and would else be opened first.
    try new.connection.execute("UPDATE profiles SET primaryHomeID = ?", .text(new.id("fresh")))
    let before = try ArchiveFixture.counts(new)
    let result = try archive.restore(into: new, maxRecords: 9)
    for part in result.trace.parts { try new.write { try UndoImport(part)($0) } }
    let after = try ArchiveFixture.counts(new)
    #expect(after.filter { before[$0.key] != $0.value } == [:])

    let all = try ArchiveFixture.counts(old)
    try old.connection.execute("UPDATE attachments SET maintenanceID = NULL")
    try old.connection.execute("DELETE FROM maintenance")
    try old.connection.execute("DELETE FROM templates")
    let rest = try ArchiveFixture.counts(old)
    let some = try archive.restore(into: old)
    #expect(try ArchiveFixture.counts(old) == all)
    // Nobody takes rows out of a home that they may only read.
    let setRole = "UPDATE syncZones SET role = ? WHERE kind = 'home'"
    try old.connection.execute(setRole, .text("readOnly"))
    #expect(throws: UndoImport.Failure.readOnlyHome(old.id("one"))) {
      _ = try old.write { try UndoImport(some.trace)($0) }
    }
    try old.connection.execute(setRole, .text("owner"))
    let undone = try old.write { try UndoImport(some.trace)($0) }
    #expect(undone.otherCount > 0)
    #expect(try ArchiveFixture.counts(old) == rest)
  }

  @Test("a file that is not there is named in the manifest, and its record stays out")
  func missingFile() throws {
    let old = try TestStore(homes: ["one"])
    var blobs = try RandomHousehold.fill(old, homes: ["one"], seed: 9)
    let gone = try #require(
      try old.texts("SELECT blobHash FROM photos WHERE itemID IS NOT NULL LIMIT 1").first)
    blobs[gone] = nil
    let archive = try ArchiveFixture(old, blobs)
    #expect(try archive.open().manifest.missing.map(\.sha256) == [gone])
    let new = try TestStore(homes: ["fresh"])
    try archive.restore(into: new)
    #expect(
      try new.integer("SELECT count(*) FROM photos")
        == old.integer("SELECT count(*) FROM photos") - 1)
  }

  @Test("a read-only home of the archive is not written: a new one is made beside it")
  func readOnly() throws {
    let old = try TestStore(homes: ["one"])
    let blobs = try RandomHousehold.fill(old, homes: ["one"], seed: 10)
    let archive = try ArchiveFixture(old, blobs)
    try old.connection.execute("UPDATE syncZones SET role = 'readOnly' WHERE kind = 'home'")
    try archive.restore(into: old)
    #expect(try old.integer("SELECT count(*) FROM homes") == 2)
    #expect(try archive.plan(in: old).isEmpty)
  }
}

/// An archive of a store, with the bytes of its photos and papers, in a file.
final class ArchiveFixture {
  let path: String
  private let dimensions: [String: (Int, Int)]

  init(_ store: TestStore, _ blobs: [String: [UInt8]], of home: ZoneID? = nil) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("archive-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (hash, bytes) in blobs {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(hash)"))
    }
    let collected = Collected()
    let writer = try ArchiveWriter(of: home, in: store.connection, now: store.now) {
      collected.bytes += $0
    }
    let pieces = ArchivePieces(writer) { blobs[$0] == nil ? nil : "\(folder)/\($0)" }
    while let piece = try pieces.next() { collected.bytes += piece }
    try FileManager.default.removeItem(atPath: folder)
    path = folder + ".zip"
    try Data(collected.bytes).write(to: URL(fileURLWithPath: path))
    dimensions = Dictionary(
      try store.connection.query("SELECT blobHash, width, height FROM photos") {
        ($0.text(0), (Int($0.integer(1)), Int($0.integer(2))))
      }, uniquingKeysWith: { first, _ in first })
  }

  deinit { unlink(path) }

  private final class Collected { var bytes: [UInt8] = [] }

  func open() throws -> HouseholdArchive {
    try #require(try HouseholdArchive.open(path, name: "archive.zip"))
  }

  func plan(in store: TestStore) throws -> RestorePlan {
    try RestorePlan(open(), in: store.connection)
  }

  @discardableResult
  func restore(into store: TestStore, maxRecords: Int = 4000) throws -> ApplyImport.Result {
    let plan = try plan(in: store)
    var files: [String: KeptFile] = [:]
    for file in plan.files {
      guard let entry = plan.archive.file(withHash: file.blobHash) else { continue }
      let bytes = try plan.archive.bytes(of: entry)
      let sum = SHA256Sum()
      sum.add(bytes)
      #expect(sum.finish() == file.blobHash)
      if let (width, height) = dimensions[file.blobHash] {
        let row = try #require(try plan.archive.photoKind(file.blobHash))
        files[file.blobHash] = .photo(
          StoredPhoto(
            blobHash: file.blobHash, byteCount: Int64(bytes.count), kind: row, width: width,
            height: height))
      } else {
        let media = try #require(try plan.archive.paperMedia(file.blobHash))
        files[file.blobHash] = .paper(
          StoredPaper(blobHash: file.blobHash, byteCount: Int64(bytes.count), media: media))
      }
    }
    var result = ApplyImport.Result()
    for part in ApplyRestore.parts(of: plan, maxRecords: maxRecords) {
      result.add(
        try store.write { try ApplyRestore(plan, files: files, part: part, ids: result.ids)($0) })
    }
    return result
  }

  /// Every record of the archive as its JSON says it.
  func rows() throws -> [[String: Any]] {
    let zip = try ZipArchive(path: path, name: "archive.zip")
    return try zip.entries.filter { $0.name.hasSuffix(".jsonl") }.flatMap { entry in
      try zip.bytes(of: entry, maxBytes: 1 << 28).split(separator: 0x0A).map {
        try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
      }
    }
  }

  static func counts(_ store: TestStore) throws -> [String: Int64] {
    var counts: [String: Int64] = [:]
    for table in Things.schema.tables where !table.isHubOwned {
      counts[table.name] = try store.integer("SELECT count(*) FROM \(table.name)")
    }
    return counts
  }

  /// Compares every column of every record, with ids as they are in the new homes.
  func expectSame(_ old: TestStore, _ new: TestStore) throws {
    var targets: [String: String] = [TestStore.profile: TestStore.profile]
    for id in try old.texts("SELECT id FROM homes") {
      let restored = try new.texts(
        "SELECT id FROM homes WHERE importSource = 'hearth' AND importRef LIKE ? || '%'", .text(id))
      let home: String = try #require(restored.first)
      targets[id] = home
    }
    for table in Things.schema.tables where !table.isHubOwned && table.name != "profiles" {
      let zone = table.zoneColumn ?? "id"
      var wanted: [String: [String: Value]] = [:]
      for var row in try old.rows(of: table.name) {
        let home = targets[row[zone]?.text ?? ""] ?? ""
        func mapped(_ id: String) -> String {
          targets[id] ?? ApplyRestore.id(of: id, in: home)
        }
        for reference in table.references {
          if let id = row[reference.column]?.text { row[reference.column] = .text(mapped(id)) }
        }
        row["id"] = .text(mapped(row["id"]?.text ?? ""))
        if table.name == "itemLabels" {
          row["id"] = .text(
            ItemLabel.id(
              item: row["itemID"]?.text ?? "", label: row["labelID"]?.text ?? ""))
        }
        row[zone] = .text(home)
        if table.name == "templates" {
          row["labelIDs"] = .text(
            (row["labelIDs"]?.text ?? "").split(separator: " ").map { mapped(String($0)) }
              .joined(separator: " "))
        }
        if table.name == "savedSearches", let id = row["homeID"]?.text {
          row["homeID"] = .text(mapped(id))
        }
        if table.isRoot {
          let before = [row["importSource"]?.text, row["importRef"]?.text].compactMap(\.self)
          let old = targets.first { $0.value == home }?.key ?? ""
          row["importRef"] = .text(([old] + before).joined(separator: " "))
          row["importSource"] = .text("hearth")
        }
        wanted[row["id"]?.text ?? ""] = row
      }
      var found = Dictionary(
        uniqueKeysWithValues: try new.rows(of: table.name).map { ($0["id"]?.text ?? "", $0) })
      if table.isRoot { found = found.filter { targets.values.contains($0.key) } }
      #expect(Set(found.keys) == Set(wanted.keys), "\(table.name)")
      for (id, row) in wanted {
        for (column, value) in row {
          #expect(found[id]?[column] == value, "\(table.name).\(column)")
        }
      }
    }
  }
}

extension TestStore {
  func rows(of table: String) throws -> [[String: Value]] {
    try connection.query("SELECT * FROM \(table)") { row in
      var values: [String: Value] = [:]
      for column in 0..<row.columnCount { values[row.columnName(column)] = row.value(column) }
      return values
    }
  }
}
