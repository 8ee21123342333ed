import Foundation
import Hub
import HubSQLite
import SyncProtocol
import Testing

/// Makes empty stores of one kind, for the contract that all of them keep.
struct StoreFactory: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether readers and a writer may work at the same time.
  let isConcurrent: Bool
  let make: @Sendable (TemporaryFolder) throws -> any HubStore

  static let memory = StoreFactory(testDescription: "SQLite in memory", isConcurrent: false) { _ in
    try HubSQLite(path: ":memory:")
  }
  static let file = StoreFactory(testDescription: "SQLite file", isConcurrent: true) {
    try HubSQLite(path: $0.path("hub.sqlite"))
  }
  static let all = [memory, file]
  static let concurrent = all.filter(\.isConcurrent)

  func with(_ body: (any HubStore) throws -> Void) throws {
    try TemporaryFolder.with { try body(try make($0)) }
  }
}

/// A folder that is gone when the test is over.
struct TemporaryFolder: Sendable {
  let url: URL

  static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }  // Nothing depends on it.
    return try body(TemporaryFolder(url: url))
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// What a test throws to undo something.
struct Undo: Error {}

extension HubStore {
  /// Adds one entry to a zone's log the way a hub does, and returns its sequence.
  @discardableResult
  func append(to zoneID: ZoneID, by replica: String = "writer") throws -> Int64 {
    try write { try $0.append(to: zoneID, by: replica) }
  }
}

extension HubWriter {
  func putRecord(_ record: HubRecord, references: [RecordID]) throws {
    try putRecord(
      record, references: references, values: FieldValue.map(record.registers.values).wireBytes,
      isNew: false)
  }

  @discardableResult
  func append(
    to zoneID: ZoneID, by replica: String = "writer", byteCount: Int = 3
  ) throws -> Int64 {
    var zone = try #require(try zone(zoneID))
    zone.head += 1
    try putZone(zone)
    try appendLog(
      StoredEntry(
        zone: zoneID, sequence: zone.head, bytes: [UInt8](repeating: 7, count: byteCount)),
      before: [], changeSet: ChangeSetID(replica: replica, number: zone.head), committedAt: 5)
    return zone.head
  }
}

/// Runs `body` on `count` threads at once and waits for all of them.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread.detachNewThread {
      body(index)
      group.leave()
    }
  }
  group.wait()
}
