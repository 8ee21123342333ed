import Hub
import SyncProtocol
import Testing

/// The contract about what is done with a store now and then.
struct MaintenanceContract {
  static let cases = [
    ContractCase("a backup holds what there was, and never takes the place of a file") {
      try Self().backup($0)
    },
    ContractCase("a store that was restored has another epoch and all that it held") {
      try Self().restored($0)
    },
    ContractCase("logs lose what is old, and keep what is young or little") {
      try Self().trimmed($0)
    },
    ContractCase("the files to keep are those that records, deleted ones and copies name") {
      try Self().blobs($0)
    },
  ]

  private func fill(_ store: any HubStore) throws {
    try store.write { writer in
      try writer.putZone(HubZone(id: "home", kind: .home))
      for _ in 1...10 { try writer.append(to: "home") }
    }
  }

  private func backup(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      try TemporaryFolder.with { folder in
        let path = folder.path("backup")
        try store.backup(to: path)
        try store.append(to: "home")
        #expect(throws: HubStoreError.self) { try store.backup(to: path) }
        let copy = try factory.open(path)
        try #expect(copy.read { try $0.zone("home")?.head } == 10)
        let states = try [store, copy].map { try $0.read { try $0.state() } }
        #expect(states[0] == states[1])
      }
    }
  }

  private func restored(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      let before = try store.read { try $0.state() }
      let after = try store.write { writer in
        try writer.begin(epoch: HubState.randomEpoch(), recoveringUntil: 99)
        #expect(try writer.lastNumber(ofFormerEpoch: before.epoch) == before.lastNumber)
        return try writer.state()
      }
      #expect(after.epoch != before.epoch)
      #expect(after.recoveringUntil == 99)
      try #expect(store.read { try $0.state() } == after)
      try #expect(store.read { try $0.zone("home")?.head } == 10)
    }
  }

  private func trimmed(_ factory: StoreFactory) throws {
    try factory.with { store in
      try fill(store)
      // Entries were committed at 5.
      var retention = LogRetention(maxAgeMilliseconds: 1000, minEntriesPerZone: 4)
      try #expect(store.trimLogs(retention, now: 1000) == 0)
      retention.maxEntriesPerCommit = 2
      try #expect(
        store.staleLogs(retention, now: 2000) == [
          StaleLog(zone: "home", floor: 0, target: 6)
        ])
      try #expect(store.trimLogs(retention, now: 2000) == 6)
      try store.eraseRemoved()
      let left = try store.read {
        try $0.log(of: "home", after: 0, through: .max, maxBytes: .max)
      }
      #expect(left.map(\.sequence) == [7, 8, 9, 10])
      try #expect(store.trimLogs(retention, now: 2000) == 0)
    }
  }

  private func blobs(_ factory: StoreFactory) throws {
    try factory.with { store in
      let day: Int64 = 86_400_000
      func photo(_ id: RecordID, _ blob: String, diedAt: Int64? = nil) -> HubRecord {
        let died = diedAt.map {
          Stamp(time: HybridTime(milliseconds: $0), changeSet: ContractCase.stamp.changeSet)
        }
        return HubRecord(
          zone: "home", table: "photos", id: id, isDead: died != nil, diedAt: died,
          registers: ["file": Register(.text(blob), ContractCase.stamp)])
      }
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        try writer.putRecord(photo("1", "here"))
        try writer.putRecord(photo("2", "lately", diedAt: 99 * day))
        try writer.putRecord(photo("3", "long ago", diedAt: day))
        let copied = #"[{"o":"put","t":"photos","i":"4","r":{"file":"copied"}}]"#
        try writer.putZoneCopy(
          ZoneCopy(
            id: "copy", zone: "gone", madeAt: 1, expiresAt: 101 * day, bytes: Array(copied.utf8)))
      }
      let fields = [(table: "photos", field: "file")]
      try #expect(
        store.blobNamesToKeep(in: fields, now: 100 * day) == ["here", "lately", "copied"])
      try #expect(store.blobNamesToKeep(in: fields, now: 102 * day) == ["here", "lately"])
      try #expect(store.blobNamesToKeep(in: [], now: 100 * day) == [])
    }
  }
}
