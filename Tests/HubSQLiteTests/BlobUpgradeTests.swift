import Hub
import HubSQLite
import OlderHub
import SQLite
import StoreContract
import SyncProtocol
import Testing

/// What a hub of an older program had of blobs.
@Suite struct BlobUpgradeTests {
  private static let names = ["front", "side", "other"]

  private func nameable(
    _ store: any HubStore, by account: AccountID, now: Int64 = 0
  ) throws -> Set<String> {
    try store.read { try $0.blobs(Self.names, thatMayBeNamedBy: account, now: now) }
  }

  /// A flat of Ann's.
  private func fill(_ writer: any HubWriter) throws {
    try writer.putZone(HubZone(id: "flat", kind: .home))
    try writer.putGrant(HubGrant(zone: "flat", account: "ann", role: .owner, grantID: "r.1"))
  }

  @Test("an older hub's photos and papers, and its copies, name what they named")
  func upgraded() throws {
    try TemporaryFolder.with { folder in
      let path = folder.path("hub")
      let stamp = Stamp(
        time: HybridTime(milliseconds: 1000), changeSet: ChangeSetID(replica: "r", number: 1))
      func record(
        _ id: RecordID, _ table: String, _ values: SortedMap<FieldValue>, isDead: Bool = false,
        movedTo: RecordPlace? = nil
      ) -> HubRecord {
        HubRecord(
          zone: "flat", table: table, id: id, isDead: isDead, diedAt: isDead ? stamp : nil,
          movedTo: movedTo, registers: Registers(values: values, common: stamp))
      }
      do {
        let store = try HubSQLite(path: path)
        try store.write { writer in
          try fill(writer)
          for found in [
            record("1", "photos", ["blobHash": "front"]),
            record("2", "photos", ["blobHash": "front"], isDead: true),
            record("3", "attachments", ["blobHash": "side"], isDead: true),
            record(
              "4", "photos", ["blobHash": "other"], isDead: true,
              movedTo: RecordPlace(zone: "cabin", id: "4")),
            record("5", "items", ["blobHash": "other", "name": "other"]),
          ] { try writer.putRecord(found, references: []) }
          let copied =
            #"[{"o":"put","t":"photos","i":"1","r":{"blobHash":"front"}},"#
            + #"{"o":"put","t":"items","i":"5","r":{"name":"other"}}]"#
          try writer.putZoneCopy(
            ZoneCopy(id: "copy", zone: "flat", madeAt: 1, expiresAt: 100, bytes: Array(copied.utf8))
          )
          try writer.putNotice(
            AccountNotice(
              id: "n", kind: .removed, zone: "flat", title: "", person: "", personID: "", at: 1),
            for: "bob", copy: "copy")
        }
      }
      do {
        try OlderHub.downgrade(Connection(path: path), to: 15)
      }
      let store = try HubSQLite(path: path)
      #expect(try nameable(store, by: "ann") == ["front", "side"])
      #expect(try nameable(store, by: "bob", now: 99) == ["front"])
      // One of two photos of it goes, then the other.
      try store.write { try $0.countBlobNames("front", in: "flat", live: -1, deleted: 0) }
      #expect(try nameable(store, by: "ann") == ["front", "side"])
      try store.write { try $0.countBlobNames("front", in: "flat", live: 0, deleted: -1) }
      #expect(try nameable(store, by: "ann") == ["side"])
    }
  }
}
