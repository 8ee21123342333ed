import Hub
import SyncProtocol
import Testing

/// The contract about records, tombstones and what they refer to.
struct RecordContract {
  static let cases = [
    ContractCase("registers come back with every kind of value, stamp and author") {
      try Self().registers($0)
    },
    ContractCase("a tombstone keeps where the record went and its registers") {
      try Self().tombstones($0)
    },
    ContractCase("referrers are the live records of the zone that refer to it now") {
      try Self().referrers($0)
    },
    ContractCase("records are paged in the order of their ids, without tombstones") {
      try Self().paging($0)
    },
    ContractCase("a first load's records put what is stored, with the versions of aggregates") {
      try Self().storedRecords($0)
    },
    ContractCase("a zone without records, and the end of one, are complete") {
      try Self().emptyPage($0)
    },
  ]

  private static let stamp = ContractCase.stamp

  static func record(_ id: RecordID, in zone: ZoneID = "home", name: String = "kettle") -> HubRecord
  {
    HubRecord(
      zone: zone, table: "items", id: id, sequence: 2,
      registers: ["name": Register(.text(name), stamp)])
  }

  static func with(_ factory: StoreFactory, _ body: (any HubStore) throws -> Void) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        try writer.putZone(HubZone(id: "cabin", kind: .home))
      }
      try body(store)
    }
  }

  private func registers(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      var record = Self.record("a")
      let values: [FieldValue] = [
        .null, .integer(.min), .integer(.max), .real(0.1), .real(-1e300), .text(""),
        .text("quote\" \\ \u{0} \u{1f600} e\u{301}"), .blob([0, 255, 7]), .blob([]),
        .list([.integer(1), .null]), .map(["a": .map(["b": .list([])]), "c": .real(2)]),
      ]
      for (index, value) in values.enumerated() {
        let stamp = Stamp(
          time: HybridTime(bits: Int64(index)), changeSet: .init(replica: "r-\(index)", number: 9))
        record.registers["f\(index)"] = Register(value, stamp, author: index % 2 == 0 ? "ann" : nil)
      }
      try store.write { try $0.putRecord(record, references: []) }
      try #expect(store.read { try $0.record(RecordPlace(zone: "home", id: "a")) } == record)
      try #expect(store.read { try $0.record(RecordPlace(zone: "cabin", id: "a")) } == nil)
    }
  }

  private func tombstones(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      var record = Self.record("a")
      try store.write { try $0.putRecord(record, references: ["b"]) }
      record.isDead = true
      record.diedAt = Self.stamp
      record.movedTo = RecordPlace(zone: "cabin", id: "a2")
      record.sequence = 5
      try store.write { writer in
        try writer.putRecord(record, references: [])
        try writer.putRecord(Self.record("a", in: "cabin"), references: [])
      }
      try store.read { reader in
        try #expect(reader.record(record.place) == record)
        let places = try reader.places(of: "a")
        #expect(places.map(\.zone) == ["cabin", "home"])
        #expect(places.map(\.isDead) == [false, true])
        try #expect(reader.places(of: "none").isEmpty)
      }
      var left = Self.record("a", in: "cabin")
      left.isDead = true
      left.diedAt = Self.stamp
      record.isDead = false
      record.diedAt = nil
      record.movedTo = nil
      try store.write { try $0.putRecords([RecordWrite(left), RecordWrite(record)]) }
      try #expect(store.read { try $0.record(record.place) } == record)
    }
  }

  private func referrers(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      let target = RecordPlace(zone: "home", id: "shelf")
      func referrers() throws -> [RecordID] { try store.read { try $0.referrers(to: target) } }
      try store.write { writer in
        for id in ["c", "a", "b"] {
          try writer.putRecord(Self.record(id), references: ["shelf", "label"])
        }
        try writer.putRecord(Self.record("x", in: "cabin"), references: ["shelf"])
      }
      try #expect(referrers() == ["a", "b", "c"])
      try store.write { writer in
        try writer.putRecord(Self.record("a"), references: ["label"])
        var dead = Self.record("b")
        dead.isDead = true
        dead.diedAt = Self.stamp
        try writer.putRecord(dead, references: [])
        try writer.putRecord(Self.record("c", name: "pot"), references: ["shelf", "label"])
      }
      try #expect(referrers() == ["c"])
      try store.write { try $0.putRecord(Self.record("b"), references: ["shelf"]) }
      try #expect(referrers() == ["b", "c"])
    }
  }

  private func paging(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      try store.write { writer in
        for number in (10..<40).shuffled() {
          var record = Self.record("id\(number)")
          record.isDead = number % 10 == 0
          try writer.putRecord(record, references: [])
          try writer.putRecord(Self.record("cabin\(number)", in: "cabin"), references: [])
        }
      }
      var pages: [[HubRecord]] = []
      repeat {
        let after = pages.last?.last?.id
        pages.append(
          try store.read { try $0.records(of: "home", after: after, maxBytes: 200) })
        #expect(pages.count < 40)
      } while pages.last?.isEmpty == false
      let ids = pages.flatMap { $0.map(\.id) }
      #expect(ids == (10..<40).filter { $0 % 10 != 0 }.map { "id\($0)" })
      #expect(pages.count > 3)
      let one = try store.read { try $0.records(of: "home", after: nil, maxBytes: 1) }
      #expect(one.count == 1)
    }
  }

  private func storedRecords(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      let later = Stamp(
        time: HybridTime(milliseconds: 5000), changeSet: .init(replica: "z", number: 1))
      var records = (10..<20).map { Self.record("id\($0)") }
      for index in records.indices {
        records[index].registers["split"] = Register(
          .map(["a": .list([.text("quote\" \\ é"), .null])]), index < 5 ? Self.stamp : later)
        if index == 7 { records[index].registers["owner"] = Register("ann", later, author: "ann") }
      }
      records.append(
        HubRecord(zone: "home", table: "labels", id: "id20", registers: [:]))
      var dead = Self.record("id30")
      dead.isDead = true
      dead.diedAt = Self.stamp
      try store.write { writer in
        for record in records + [dead] { try writer.putRecord(record, references: []) }
      }
      var effects: [Effect] = []
      var pages: [StoredRecords] = []
      repeat {
        let page = try store.read {
          try $0.storedRecords(
            of: "home", after: pages.last?.last?.id, maxBytes: 300,
            aggregates: ["items": ["split"], "labels": ["split"]])
        }
        pages.append(page)
        let read = try WireReader.read(page.bytes) { reader throws(WireError) in
          try reader.list(of: Effect.self)
        }
        #expect(read.count == page.count)
        effects += read
        #expect(pages.count < 40)
      } while pages.last?.isComplete == false
      #expect(
        effects
          == records.map { record in
            Effect(
              .put, record.table, record.id, registers: record.registers.values,
              versions: record.registers["split"].map { ["split": $0.stamp.changeSet] } ?? [:])
          })
      #expect(pages.count > 3)
      #expect(pages.first?.clock == Self.stamp.time)
      #expect(pages.map(\.clock).max() == later.time)
    }
  }

  private func emptyPage(_ factory: StoreFactory) throws {
    try Self.with(factory) { store in
      let empty = StoredRecords(
        bytes: Array("[]".utf8), count: 0, last: nil, isComplete: true, clock: .zero)
      try store.write { try $0.putRecord(Self.record("a"), references: []) }
      for (zone, after) in [("cabin", nil), ("none", nil), ("home", "a")] {
        try #expect(
          store.read {
            try $0.storedRecords(of: zone, after: after, maxBytes: 10, aggregates: [:])
          } == empty)
      }
    }
  }
}
