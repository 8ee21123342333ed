import Foundation
import Importing
import SeededNoise
import StoredZip
import SyncProtocol
import Testing
import Things

@Suite("Archives that are not what they should be")
struct BadArchiveTests {
  private static let record = "homes/1 one/records.jsonl"

  /// The entries of a sound archive of one home, to be spoiled.
  private func entries() throws -> [(name: String, content: [UInt8])] {
    let store = try TestStore(homes: ["one"])
    try store.addItem("Kettle", home: "one", labels: [try store.addLabel("Blue", home: "one")])
    let fixture = try ArchiveFixture(store, [:])
    let zip = try ZipArchive(path: fixture.path, name: "archive.zip")
    return try zip.entries.map { ($0.name, try zip.bytes(of: $0, maxBytes: 1 << 20)) }
  }

  private func open(_ entries: [(name: String, content: [UInt8])]) throws -> HouseholdArchive? {
    try open(StoredZip.bytes(entries))
  }

  private func open(_ bytes: [UInt8]) throws -> HouseholdArchive? {
    let path = NSTemporaryDirectory() + "bad-\(UUID().uuidString).zip"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    return try HouseholdArchive.open(path, name: "bad.zip")
  }

  private func failure(
    _ spoil: (inout [(name: String, content: [UInt8])]) -> Void
  ) throws -> HouseholdArchive.Failure? {
    var entries = try entries()
    spoil(&entries)
    do {
      _ = try open(entries)
      return nil
    } catch let failure as HouseholdArchive.Failure {
      return failure
    }
  }

  private func replace(
    _ name: String, _ old: String, _ new: String,
    in entries: inout [(name: String, content: [UInt8])]
  ) {
    for index in entries.indices where entries[index].name == name {
      let text = String(decoding: entries[index].content, as: UTF8.self)
      entries[index].content = Array(text.replacing(old, with: new).utf8)
    }
  }

  @Test("a sound archive is opened, packed again by another program, too")
  func sound() throws {
    #expect(try open(entries()) != nil)
  }

  @Test("an archive of a newer program is refused as such")
  func newer() throws {
    #expect(
      try failure { replace("manifest.json", "\"version\":1", "\"version\":2", in: &$0) } == .newer)
    let schema = "\"schemaVersion\":\(Things.schema.version)"
    #expect(
      try failure { replace("manifest.json", schema, "\"schemaVersion\":99", in: &$0) } == .newer)
  }

  @Test("a file that is missing, or was changed, is named")
  func changed() throws {
    #expect(
      try failure { $0.removeAll { $0.name == Self.record } } == .missingEntry(Self.record))
    #expect(
      try failure { replace(Self.record, "Kettle", "Kettel", in: &$0) } == .wrongSum(Self.record))
    #expect(
      try failure { replace(Self.record, "Kettle", "Kettles", in: &$0) } == .wrongSum(Self.record))
    #expect(
      try failure { replace("manifest.json", "\"items\":1", "\"items\":2", in: &$0) }
        == .unreadableManifest)
    #expect(
      try failure { replace("manifest.json", "\"records\":", "\"r\":", in: &$0) }
        == .unreadableManifest)
  }

  @Test("a name that leads out of the archive is refused")
  func traversal() throws {
    #expect(
      try failure { $0.append(("../../etc/passwd", [1])) } == .unsafeName("../../etc/passwd"))
    #expect(try failure { $0.append(("/etc/passwd", [1])) } == .unsafeName("/etc/passwd"))
  }

  @Test("records that no table takes are refused by their line, whoever has made the sum")
  func records() throws {
    let spoils: [(String, String, HouseholdArchive.Failure)] = [
      (
        "\"table\":\"items\"", "\"table\":\"accounts\"",
        .unreadableRecord(entry: Self.record, line: 3)
      ),
      ("\"quantity\":1", "\"quantity\":-1", .unreadableRecord(entry: Self.record, line: 3)),
      ("\"quantity\":1", "\"quantity\":\"1\"", .unreadableRecord(entry: Self.record, line: 3)),
      (
        "\"warrantyUntil\":null", "\"warrantyUntil\":\"soon\"",
        .unreadableRecord(entry: Self.record, line: 3)
      ),
      (
        "\"warrantyUntil\":null", "\"boughtOn\":null",
        .unreadableRecord(entry: Self.record, line: 3)
      ),
      ("\"table\":\"items\"", "\"table\":\"items", .unreadableRecord(entry: Self.record, line: 3)),
    ]
    for (old, new, wanted) in spoils {
      let found = try failure { entries in
        let sum = Self.sum(entries.first { $0.name == Self.record }?.content ?? [])
        let size = entries.first { $0.name == Self.record }?.content.count ?? 0
        replace(Self.record, old, new, in: &entries)
        let content = entries.first { $0.name == Self.record }?.content ?? []
        replace("manifest.json", sum, Self.sum(content), in: &entries)
        replace(
          "manifest.json", "\"byteCount\":\(size)}", "\"byteCount\":\(content.count)}",
          in: &entries)
      }
      #expect(found == wanted, "\(new)")
    }
  }

  private static func sum(_ bytes: [UInt8]) -> String {
    let sum = SHA256Sum()
    sum.add(bytes)
    return sum.finish()
  }

  @Test("another program's manifest, a table and a cut-off archive are left to their readers")
  func others() throws {
    #expect(try open([("manifest.json", Array("{\"name\":\"homebox\"}".utf8))]) == nil)
    #expect(try open([("manifest.json", Array("no JSON".utf8))]) == nil)
    #expect(try open([("inventory.csv", Array("Title\n".utf8))]) == nil)
    #expect(try open(Array("HB.name\nKettle\n".utf8)) == nil)
    let whole = StoredZip.bytes(try entries())
    for length in stride(from: 0, to: whole.count - 1, by: 97) {
      #expect(try open(Array(whole.prefix(length))) == nil)
    }
  }

  @Test("an entry that stands there twice, or declares 10 GB, opens nothing")
  func bombs() throws {
    var twice = try entries()
    twice.append(twice[0])
    #expect(try open(twice) == nil)
    // The size of the first entry in the list of contents, which follows the last entry.
    var large = StoredZip.bytes(try entries())
    let listed = try #require(
      large.indices.last { large[$0...].starts(with: [0x50, 0x4B, 1, 2, 20]) })
    large.replaceSubrange((listed + 24)..<(listed + 28), with: [0xFE, 0xFF, 0xFF, 0xFF])
    #expect(try open(large) == nil)
  }

  @Test("damaged bytes never crash the reader and never pass for another archive")
  func noise() throws {
    let whole = StoredZip.bytes(try entries())
    var noise = SeededNoise(seed: 11)
    for _ in 0..<300 {
      let spoiled = noise.spoil(whole)
      do {
        guard let archive = try open(spoiled) else { continue }
        #expect(archive.manifest.homes.map(\.name) == ["one"])
      } catch is HouseholdArchive.Failure {
      } catch is ImportFailure {
      }
    }
  }

  @Test("an archive of more entries than a plain ZIP can have is read again")
  func zip64() throws {
    let path = NSTemporaryDirectory() + "many-\(UUID().uuidString).zip"
    defer { unlink(path) }
    let count = 70_000
    final class Box { var bytes: [UInt8] = [] }
    let box = Box()
    // 1 January 2026, 13:25:36 UTC.
    var zip = ZipWriter(modifiedAt: 1_767_273_936_000)
    for number in 0..<count {
      let content = Array("\(number)".utf8)
      box.bytes += zip.store("\(number)", byteCount: content.count, crc: ZipSum.crc32(content))
      box.bytes += content
    }
    try zip.finish { box.bytes += $0 }
    try Data(box.bytes).write(to: URL(fileURLWithPath: path))
    #expect(box.bytes[10..<14] == [0x32, 0x6B, 0x21, 0x5C])
    let archive = try ZipArchive(path: path, name: "many.zip")
    #expect(archive.entries.count == count)
    let last = try #require(archive.entries.last)
    #expect(try archive.bytes(of: last, maxBytes: 10) == Array("69999".utf8))
  }
}
