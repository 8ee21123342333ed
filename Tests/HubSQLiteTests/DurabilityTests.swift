import Foundation
import Hub
import HubSQLite
import StoreContract
import Testing

/// What was acknowledged is there after the process was killed, at whatever moment.
@Suite(.serialized) struct DurabilityTests {
  /// The writer that is killed lies beside the tests.
  private var writer: URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("hub-durability")
  }

  /// Runs the writer until it has acknowledged `count` entries, kills it, and returns all that it
  /// has acknowledged: zones and sequences.
  private func acknowledged(path: String, until count: Int) throws -> [String: [Int64]] {
    let process = Process()
    let output = Pipe()
    process.executableURL = writer
    process.arguments = [path]
    process.standardOutput = output
    try process.run()
    var text = Data()
    while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let chunk = output.fileHandleForReading.availableData
      try #require(!chunk.isEmpty, "the writer ended by itself")
      text.append(chunk)
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    text.append(try output.fileHandleForReading.readToEnd() ?? Data())

    var found: [String: [Int64]] = [:]
    // A line that was cut by the kill was not acknowledged.
    let end = try #require(text.lastIndex(of: UInt8(ascii: "\n")))
    for line in String(decoding: text[..<end], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      found[String(parts[0]), default: []].append(try #require(Int64(parts[1])))
    }
    return found
  }

  @Test("an acknowledged write survives kill -9, and the log has no gap")
  func killed() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      var random = SystemRandomNumberGenerator()
      for round in 1...5 {
        let count = Int.random(in: 1...200, using: &random)
        let acknowledged = try acknowledged(path: path, until: count)
        let store = try HubSQLite(path: path)
        for (zone, sequences) in acknowledged {
          let stored = try store.read { reader in
            try #expect(
              reader.zone(zone)?.head
                == Int64(
                  reader.log(of: zone, after: 0, through: .max, maxBytes: .max).count))
            return try reader.log(of: zone, after: 0, through: .max, maxBytes: .max)
          }
          #expect(stored.map(\.sequence) == Array(1...Int64(stored.count)), "round \(round)")
          #expect(stored.allSatisfy { $0.bytes == Array("\($0.sequence)".utf8) })
          #expect(Set(sequences).isSubset(of: Set(stored.map(\.sequence))), "round \(round)")
        }
      }
    }
  }
}
