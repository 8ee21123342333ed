import Hub
import SyncProtocol
import Testing

/// What every store of a hub keeps to, whatever it is made of.
struct TransactionContract {
  static let cases = [
    ContractCase("a new store has an epoch of its own") { try Self().newEpoch($0) },
    ContractCase("the hub's state is kept") { try Self().state($0) },
    ContractCase("zones of each kind, alive and dead, are kept") { try Self().zones($0) },
    ContractCase("what a write throws undoes all of it") { try Self().rollback($0) },
    ContractCase("the log is read in ranges and by bytes, at least one entry") {
      try Self().logRanges($0)
    },
    ContractCase("a sequence is given once in a zone") { try Self().sequenceOnce($0) },
    ContractCase("trimming a log removes it up to the floor") { try Self().trimming($0) },
    ContractCase("eight writers leave no gap in a zone's sequence") { try Self().gapless($0) },
    ContractCase("a write is seen by the next read once it is acknowledged") {
      try Self().acknowledged($0)
    },
    ContractCase("a read sees one moment whatever is written meanwhile", isConcurrent: true) {
      try Self().snapshot($0)
    },
    ContractCase("a write in progress is seen by nobody else", isConcurrent: true) {
      try Self().isolation($0)
    },
  ]

  private func newEpoch(_ factory: StoreFactory) throws {
    try factory.with { one in
      try factory.with { other in
        let states = try [one, other].map { try $0.read { try $0.state() } }
        #expect(states[0].epoch != states[1].epoch)
        #expect(states[0].epoch.utf8.count >= 26)
        #expect(states[0] == HubState(epoch: states[0].epoch))
      }
    }
  }

  private func state(_ factory: StoreFactory) throws {
    try factory.with { store in
      let state = HubState(
        epoch: "e", recoveringUntil: 9, lastNumber: 8, clock: HybridTime(bits: 77))
      try store.write { try $0.setState(state) }
      try #expect(store.read { try $0.state() } == state)
    }
  }

  private func zones(_ factory: StoreFactory) throws {
    try factory.with { store in
      for kind in ZoneKind.allCases {
        var zone = HubZone(id: "zone-\(kind)", kind: kind)
        try store.write { try $0.putZone(zone) }
        try #expect(store.read { try $0.zone(zone.id) } == zone)
        zone.head = 12
        zone.floor = 3
        zone.isAlive = false
        zone.mergedInto = "other"
        zone.recordCount = 40
        zone.clock = HybridTime(bits: 71)
        try store.write { try $0.putZone(zone) }
        try #expect(store.read { try $0.zone(zone.id) } == zone)
      }
      try #expect(store.read { try $0.zone("none") } == nil)
    }
  }

  private func rollback(_ factory: StoreFactory) throws {
    try factory.with { store in
      #expect(throws: Undo.self) {
        try store.write { writer in
          try writer.putZone(HubZone(id: "home", kind: .home))
          throw Undo()
        }
      }
      try #expect(store.read { try $0.zone("home") } == nil)
      try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
      try #expect(store.read { try $0.zone("home") } != nil)
    }
  }

  private func logRanges(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        for id in ["home", "other"] { try writer.putZone(HubZone(id: id, kind: .home)) }
        for _ in 1...10 {
          try writer.append(to: "home", byteCount: 100)
          try writer.append(to: "other")
        }
      }
      func sequences(_ after: Int64, _ through: Int64, _ maxBytes: Int) throws -> [Int64] {
        try store.read {
          try $0.log(of: "home", after: after, through: through, maxBytes: maxBytes)
        }.map(\.sequence)
      }
      try #expect(sequences(0, .max, .max) == Array(1...10))
      try #expect(sequences(3, 6, .max) == [4, 5, 6])
      try #expect(sequences(3, 6, 1) == [4])
      try #expect(sequences(3, 10, 200) == [4, 5])
      try #expect(sequences(3, 10, 201) == [4, 5, 6])
      try #expect(sequences(10, .max, .max) == [])
      let entry = try store.read {
        try $0.log(of: "home", after: 0, through: 1, maxBytes: 1)
      }
      #expect(
        entry == [StoredEntry(zone: "home", sequence: 1, bytes: Array(repeating: 7, count: 100))])
    }
  }

  private func sequenceOnce(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
      try store.append(to: "home")
      #expect(throws: (any Error).self) {
        try store.write { writer in
          try writer.appendLog(
            StoredEntry(zone: "home", sequence: 1, bytes: [1]),
            before: [], changeSet: .init(replica: "r", number: 1), committedAt: 0)
        }
      }
    }
  }

  private func trimming(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        for _ in 1...5 { try writer.append(to: "home") }
        try writer.trimLog(of: "home", through: 3)
        try writer.trimLog(of: "home", through: 2)
      }
      try store.read { reader in
        try #expect(reader.zone("home")?.floor == 3)
        try #expect(reader.zone("home")?.head == 5)
        let left = try reader.log(of: "home", after: 0, through: 5, maxBytes: .max)
        #expect(left.map(\.sequence) == [4, 5])
      }
    }
  }

  private func gapless(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
      onThreads(8) { index in
        for _ in 0..<25 {
          #expect(throws: Never.self) { try store.append(to: "home", by: "r\(index)") }
        }
      }
      let entries = try store.read {
        try $0.log(of: "home", after: 0, through: .max, maxBytes: .max)
      }
      #expect(entries.map(\.sequence) == Array(1...200))
      try #expect(store.read { try $0.zone("home")?.head } == 200)
    }
  }

  private func acknowledged(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        for index in 0..<4 { try writer.putZone(HubZone(id: "zone\(index)", kind: .home)) }
      }
      onThreads(4) { index in
        for _ in 0..<20 {
          #expect(throws: Never.self) {
            let sequence = try store.append(to: "zone\(index)")
            try #expect(store.read { try $0.zone("zone\(index)")?.head } == sequence)
          }
        }
      }
    }
  }

  private func snapshot(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        try writer.append(to: "home")
      }
      try store.read { reader in
        try #expect(reader.zone("home")?.head == 1)
        try store.append(to: "home")
        try store.write { try $0.putZone(HubZone(id: "new", kind: .home)) }
        try #expect(reader.zone("home")?.head == 1)
        try #expect(reader.zone("new") == nil)
        try #expect(reader.log(of: "home", after: 0, through: .max, maxBytes: .max).count == 1)
      }
      try #expect(store.read { try $0.zone("home")?.head } == 2)
    }
  }

  private func isolation(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        try #expect(store.read { try $0.zone("home") } == nil)
        try #expect(writer.zone("home") != nil)
      }
    }
  }
}
