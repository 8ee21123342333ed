import Hub
import HubSQLite
import SQLite
import StoreContract
import SyncProtocol
import Testing

/// Registers as the first programs stored them.
@Suite struct RegisterFormTests {
  static let place = RecordPlace(zone: "home", id: "photo")
  static let later = Stamp(
    time: HybridTime(bits: 90), changeSet: ChangeSetID(replica: "b", number: 2))
  static let record = HubRecord(
    zone: "home", table: "photos", id: "photo", sequence: 1,
    registers: [
      "blob": Register("00ff", ContractCase.stamp),
      "claimedBy": Register("ann", later, author: "ann"),
      "split": Register(.map(["a": 1]), later),
    ])

  static func store() throws -> HubSQLite {
    let store = try HubSQLite(path: ":memory:")
    let (first, later) = (ContractCase.stamp, later)
    let content = """
      {"blob":[\(first.time.bits),"\(first.changeSet)","00ff"],\
      "claimedBy":[\(later.time.bits),"\(later.changeSet)","ann","ann"],\
      "split":[\(later.time.bits),"\(later.changeSet)",{"a":1}]}
      """
    try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
    try store.withWriter { connection in
      _ = try connection.execute(
        """
        INSERT INTO records (zoneID, tableName, id, sequence, isDead, content)
        VALUES ('home', 'photos', 'photo', 1, 0, ?)
        """, .blob(Array(content.utf8)))
    }
    return store
  }

  @Test("they are still read, one by one and in a first load")
  func read() throws {
    let store = try Self.store()
    try #expect(store.read { try $0.record(Self.place) } == Self.record)
    let page = try store.read {
      try $0.storedRecords(
        of: "home", after: nil, maxBytes: 1000, aggregates: ["photos": ["split"]])
    }
    #expect(
      String(decoding: page.bytes, as: UTF8.self) == """
        [{"k":"p","t":"photos","i":"photo",\
        "r":{"blob":"00ff","claimedBy":"ann","split":{"a":1}},"v":{"split":"b.2"}}]
        """)
    #expect(page.clock == ContractCase.stamp.time)
  }

  @Test("the blobs that they name are found as those of newer records are")
  func blobs() throws {
    let store = try Self.store()
    var newer = HubRecord(
      zone: "home", table: "photos", id: "newer", registers: Self.record.registers)
    newer.registers["blob"]?.value = "11ff"
    try store.write { try $0.putRecord(newer, references: []) }
    try #expect(store.blobNames(inTable: "photos", field: "blob") == ["00ff", "11ff"])
  }
}
