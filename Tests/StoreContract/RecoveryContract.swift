import Hub
import SyncProtocol
import Testing

/// What a store keeps of a restore, and of what comes back after it.
struct RecoveryContract {
  static let cases = [
    ContractCase("the last restore is kept with the devices that it awaits; the one before is not")
    {
      try Self().lastRestore($0)
    },
    ContractCase("what a device hands back is added up, also of one that nobody awaited") {
      try Self().returns($0)
    },
    ContractCase("an invite is open that is neither revoked nor over nor used up") {
      try Self().openInvites($0)
    },
    ContractCase("keys that seal, former epochs and what was handed back are kept, each once") {
      try Self().handsBack($0)
    },
  ]

  private func addAccounts(_ ids: String..., to store: any HubStore) throws {
    try store.write { writer in
      for id in ids {
        try writer.putAccount(
          Account(
            id: id, name: id, nameKey: id, displayName: id, passwordHash: "",
            isAdministrator: false, createdAt: 0, personalZone: ""))
      }
    }
  }

  private func restore(_ epoch: String, stateAt: Int64?) -> HubRestore {
    var restore = HubRestore(epoch: epoch, restoredAt: 9, stateAt: stateAt)
    restore.voided.sessions = 1
    restore.voided.accessTokens = 2
    restore.voided.calendarFeeds = 3
    restore.voided.invites = 4
    restore.voided.offers = 5
    return restore
  }

  private func lastRestore(_ factory: StoreFactory) throws {
    try factory.with { store in
      try addAccounts("a", "b", to: store)
      try #expect(store.read { try $0.lastRestore() } == nil)
      let old = AwaitedDevice(account: "b", label: "Old", lastUsedAt: 1)
      try store.write { try $0.putRestore(restore("e2", stateAt: 5), awaiting: [old]) }
      try #expect(store.read { try $0.lastRestore() } == restore("e2", stateAt: 5))
      let devices = [
        AwaitedDevice(account: "a", label: "Phone", lastUsedAt: 3),
        AwaitedDevice(account: "b", label: "", lastUsedAt: 4),
      ]
      try store.write { try $0.putRestore(restore("e3", stateAt: nil), awaiting: devices) }
      try #expect(store.read { try $0.lastRestore() } == restore("e3", stateAt: nil))
      try #expect(store.read { try $0.awaitedDevices() } == devices)
    }
  }

  private func returns(_ factory: StoreFactory) throws {
    try factory.with { store in
      try addAccounts("a", to: store)
      try store.write { writer in
        let phone = AwaitedDevice(account: "a", label: "Phone", lastUsedAt: 3)
        try writer.putRestore(restore("e2", stateAt: 5), awaiting: [phone])
        try writer.noteReturn(of: "a", label: "Phone", taken: 1, refused: 2, at: 20)
        try writer.noteReturn(of: "a", label: "Phone", taken: 10, refused: 0, at: 19)
        try writer.noteReturn(of: "a", label: "Tablet", taken: 0, refused: 0, at: 21)
      }
      let devices = [
        AwaitedDevice(
          account: "a", label: "Phone", lastUsedAt: 3, returnedAt: 20, taken: 11, refused: 2),
        AwaitedDevice(account: "a", label: "Tablet", lastUsedAt: nil, returnedAt: 21),
      ]
      try #expect(store.read { try $0.awaitedDevices() } == devices)
    }
  }

  private func openInvites(_ factory: StoreFactory) throws {
    try factory.with { store in
      func invite(
        _ id: String, _ zone: String = "h1", expiresAt: Int64 = 100, used: Int = 0,
        revokedAt: Int64? = nil
      ) -> Invite {
        Invite(
          id: id, zone: zone, role: .readOnly, createdBy: "a", createdAt: 1, expiresAt: expiresAt,
          maxUses: 2, usedCount: used, revokedAt: revokedAt, tokenHash: id, codeHash: id)
      }
      try store.write { writer in
        for invite in [
          invite("open"), invite("half", "h0", used: 1), invite("over", expiresAt: 50),
          invite("full", used: 2), invite("back", revokedAt: 7),
        ] { try writer.putInvite(invite) }
      }
      try #expect(store.read { try $0.openInvites(at: 50) }.map(\.id) == ["half", "open"])
    }
  }

  private func handsBack(_ factory: StoreFactory) throws {
    try factory.with { store in
      let keys = [[UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32)]
      let (one, two) = (
        ChangeSetID(replica: "r1", number: 1), ChangeSetID(replica: "r1", number: 2)
      )
      let three = ChangeSetID(replica: "r1", number: 3)
      func part(
        _ zone: ZoneID, _ fingerprint: UInt32?, _ epoch: String = "e1", _ sequence: Int64 = 1
      ) -> HandedBackPart {
        HandedBackPart(
          zone: zone, epoch: epoch, sequence: sequence, fingerprint: fingerprint)
      }
      // Two contents of one number in one zone are two parts, and so are two entries.
      let parts = [
        part("h1", 0), part("h1", .max), part("h2", 0), part("h1", 0, "e2"),
        part("h1", 0, "e1", 2),
      ]
      let untold = part("h1", nil, "", 0)
      try store.read { try #expect(!$0.hasHandedBack()) }
      try store.write { writer in
        for (index, key) in (keys + keys).enumerated() {
          try writer.addSealingKey(key, at: Int64(index))
        }
        try writer.putFormerEpoch("e1", lastNumber: 7)
        try writer.putFormerEpoch("e1", lastNumber: 5)
        for part in parts + [parts[0]] { try writer.noteHandedBack(one, part) }
        try writer.noteHandedBack(three, untold)
      }
      try store.read { reader in
        try #expect(Set(reader.sealingKeys()) == Set(keys))
        try #expect(reader.lastNumber(ofFormerEpoch: "e1") == 5)
        try #expect(reader.lastNumber(ofFormerEpoch: "e2") == nil)
        try #expect(reader.hasHandedBack())
        let found = try reader.handedBack(of: one)
        #expect(found.count == parts.count && Set(found) == Set(parts))
        try #expect(reader.handedBack(of: two) == [])
        try #expect(reader.handedBack(of: three) == [untold])
      }
    }
  }
}
