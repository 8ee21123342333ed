import Hub
import SyncProtocol
import Testing

/// The contract about who has which blob.
struct BlobContract {
  static let cases = [
    ContractCase("an upload is its account's, until it is forgotten") { try Self().uploads($0) },
    ContractCase("names count for as long as a record has them") { try Self().counts($0) },
    ContractCase(
      "a zone that is gone counts while it can be brought back, one that was merged does not"
    ) { try Self().deadZones($0) },
    ContractCase("a copy names what live records named when it was made") { try Self().copies($0) },
  ]

  private static let names = ["front", "side", "other"]

  private func nameable(
    _ store: any HubStore, by account: AccountID, now: Int64 = 0
  ) throws -> Set<String> {
    try store.read { try $0.blobs(Self.names, thatMayBeNamedBy: account, now: now) }
  }

  /// A flat of Ann's.
  private func fill(_ writer: any HubWriter, isAlive: Bool = true) throws {
    try writer.putZone(HubZone(id: "flat", kind: .home, isAlive: isAlive))
    try writer.putGrant(HubGrant(zone: "flat", account: "ann", role: .owner, grantID: "r.1"))
  }

  private func uploads(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.noteUpload("front", by: "ann", now: 5)
        try writer.noteUpload("front", by: "bob", now: 5)
        try writer.noteUpload("front", by: "bob", now: 9)
      }
      #expect(try nameable(store, by: "ann") == ["front"])
      #expect(try store.read { try $0.hasUploaded("front", "ann") })
      #expect(try !store.read { try $0.hasUploaded("side", "ann") })
      try store.write { try $0.forgetUploads("front", before: 6) }
      #expect(try nameable(store, by: "ann") == [])
      #expect(try nameable(store, by: "bob") == ["front"])
    }
  }

  private func counts(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try fill(writer)
        try writer.countBlobNames("front", in: "flat", live: 2, deleted: 0)
      }
      #expect(try nameable(store, by: "ann") == ["front"])
      #expect(try nameable(store, by: "bob") == [])
      try store.write { try $0.countBlobNames("front", in: "flat", live: -2, deleted: 1) }
      #expect(try nameable(store, by: "ann") == ["front"])
      try store.write { try $0.countBlobNames("front", in: "flat", live: 0, deleted: -1) }
      #expect(try nameable(store, by: "ann") == [])
    }
  }

  private func deadZones(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try fill(writer, isAlive: false)
        try writer.countBlobNames("front", in: "flat", live: 1, deleted: 0)
      }
      #expect(try nameable(store, by: "ann") == [])
      for isPurging in [false, true] {
        try store.write { writer in
          try writer.putDeletedZone(
            DeletedZone(
              zone: "flat", changeSet: ChangeSetID(replica: "r", number: 1), account: "ann",
              deletedAt: 1, counts: [:], isPurging: isPurging))
        }
        #expect(try nameable(store, by: "ann") == (isPurging ? [] : ["front"]))
      }
    }
  }

  private func copies(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try fill(writer)
        try writer.countBlobNames("front", in: "flat", live: 1, deleted: 0)
        try writer.countBlobNames("side", in: "flat", live: 0, deleted: 1)
        try writer.putZoneCopy(
          ZoneCopy(id: "copy", zone: "flat", madeAt: 1, expiresAt: 100, bytes: Array("[]".utf8)))
        try writer.putNotice(
          AccountNotice(
            id: "n", kind: .removed, zone: "flat", title: "", person: "", personID: "", at: 1),
          for: "bob", copy: "copy")
        try writer.countBlobNames("other", in: "flat", live: 1, deleted: 0)
      }
      #expect(try nameable(store, by: "bob", now: 99) == ["front"])
      #expect(try nameable(store, by: "bob", now: 100) == [])
      #expect(
        try store.read { try $0.hasCopy(of: "flat", for: "bob", naming: "front", now: 99) })
      #expect(
        try !store.read { try $0.hasCopy(of: "flat", for: "bob", naming: "other", now: 99) })
      // A copy whose own bytes are empty is what its parts are together.
      try store.write { writer in
        for (part, text) in [(1, "]"), (0, "["), (1, "}")] {
          try writer.putZoneCopyPart(Array(text.utf8), part, ofCopy: "large", of: "flat", now: 1)
        }
        try writer.putZoneCopy(
          ZoneCopy(id: "large", zone: "flat", madeAt: 1, expiresAt: 100, bytes: []))
        try writer.putNotice(
          AccountNotice(
            id: "m", kind: .removed, zone: "flat", title: "", person: "", personID: "", at: 1),
          for: "bob", copy: "large")
        try #expect(writer.trimZoneCopyParts(putBefore: 2, count: 5) == 0)
        for (copy, zone) in [("nothing", "flat"), ("nothing", "boat"), ("next", "flat")] {
          try writer.putZoneCopyPart([1], 0, ofCopy: copy, of: zone, now: 1)
        }
        try #expect(writer.removeZoneCopyPart(of: "flat", besides: "next"))
        try #expect(!writer.removeZoneCopyPart(of: "flat", besides: "next"))
        try #expect(writer.removeZoneCopyPart(of: "flat", besides: ""))
        try #expect(writer.trimZoneCopyParts(putBefore: 1, count: 5) == 0)
        try #expect(writer.trimZoneCopyParts(putBefore: 2, count: 5) == 1)
      }
      #expect(
        try store.read { try $0.zoneCopy(ofNotice: "m", of: "bob")?.bytes } == Array("[]".utf8))
      #expect(
        try store.blobNamesToKeep(in: [(table: "photos", field: "file")], now: 1).isSuperset(
          of: ["front", "other"]))
      try store.write { try $0.trimZoneCopies(now: 100, perZone: 10) }
      #expect(
        try store.read { try !$0.hasCopy(of: "flat", for: "bob", naming: "front", now: 99) })
    }
  }
}
