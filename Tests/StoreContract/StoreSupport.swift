import Foundation
import Hub
import SyncProtocol
import Testing

/// A folder that is gone when the test is over.
package struct TemporaryFolder: Sendable {
  package let url: URL

  package static func with<Result>(_ body: (TemporaryFolder) throws -> Result) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: url) }  // Nothing depends on it.
    return try body(TemporaryFolder(url: url))
  }

  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// What a test throws to undo something.
package struct Undo: Error {
  package init() {}
}

extension HubStore {
  /// Adds one entry to a zone's log the way a hub does, and returns its sequence.
  @discardableResult
  package func append(to zoneID: ZoneID, by replica: String = "writer") throws -> Int64 {
    try write { try $0.append(to: zoneID, by: replica) }
  }
}

extension HubWriter {
  @discardableResult
  package func append(
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
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
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
