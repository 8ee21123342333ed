import Foundation
import Hub
import HubSQLite

// Writes numbered entries from four threads until it is killed, and prints each once the store has
// acknowledged it. Its parent then checks that every printed entry is there.

let store = try HubSQLite(path: CommandLine.arguments[1])
let zones = ["alpha", "beta"]
try store.write { writer in
  for id in zones where try writer.zone(id) == nil {
    try writer.putZone(HubZone(id: id, kind: .home))
  }
}
for index in 0..<4 {
  let zoneID = zones[index % zones.count]
  Thread.detachNewThread {
    do {
      while true {
        let sequence = try store.write { writer in
          guard var zone = try writer.zone(zoneID) else { fatalError("the zone is gone") }
          zone.head += 1
          try writer.putZone(zone)
          try writer.appendLog(
            StoredEntry(zone: zoneID, sequence: zone.head, bytes: Array("\(zone.head)".utf8)),
            before: [], changeSet: .init(replica: "writer-\(index)", number: zone.head),
            committedAt: 0)
          return zone.head
        }
        try FileHandle.standardOutput.write(contentsOf: Data("\(zoneID) \(sequence)\n".utf8))
      }
    } catch {
      fatalError("\(error)")
    }
  }
}
while true { pause() }
