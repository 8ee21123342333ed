import Hub
import SyncProtocol
import Testing

/// The contract about zones that are shared with a family, and who is in them by it.
struct FamilyShareContract {
  static let cases = [
    ContractCase("a zone is shared with one family, and found by the zone and by the family") {
      try Self().shares($0)
    },
    ContractCase("what is kept of who is in a shared zone is one row each, in their order") {
      try Self().members($0)
    },
    ContractCase("ending a share forgets who was in it, and no other share") {
      try Self().ending($0)
    },
    ContractCase("shares that are written in a transaction that fails are not there") {
      try Self().undone($0)
    },
  ]

  private func share(
    _ zone: ZoneID, with family: ZoneID, _ parents: Role?, _ children: Role?, since: Int64 = 5
  ) -> FamilyShare {
    FamilyShare(
      zone: zone, family: family, roles: FamilyRoles(parents: parents, children: children),
      since: since)
  }

  private func shares(_ factory: StoreFactory) throws {
    try factory.with { store in
      let (flat, hut, loft) = (
        share("z2", with: "f1", .readWrite, .readOnly), share("z1", with: "f1", nil, .readWrite),
        share("z3", with: "f2", .readOnly, nil)
      )
      try store.write { writer in
        for share in [flat, hut, loft] { try writer.putFamilyShare(share) }
      }
      try store.read { reader in
        for share in [flat, hut, loft] {
          try #expect(reader.familyShare(of: share.zone) == share)
        }
        try #expect(reader.familyShares(with: "f1") == [hut, flat])
        try #expect(reader.familyShares(with: "f2") == [loft])
        try #expect(reader.familyShares(with: "z1").isEmpty)
        try #expect(reader.familyShare(of: "f1") == nil)
      }
      // Its owner is in another family by now.
      let other = share("z2", with: "f2", .readOnly, nil, since: 9)
      try store.write { try $0.putFamilyShare(other) }
      try store.read { reader in
        try #expect(reader.familyShare(of: "z2") == other)
        try #expect(reader.familyShares(with: "f1") == [hut])
        try #expect(reader.familyShares(with: "f2") == [other, loft])
        try #expect(reader.familyShares() == [hut, other, loft])
      }
    }
  }

  private func members(_ factory: StoreFactory) throws {
    try factory.with { store in
      let (ann, ben) = (
        FamilyShareMember(zone: "z1", account: "ann", direct: .readOnly, isOut: false),
        FamilyShareMember(zone: "z1", account: "ben", direct: nil, isOut: true)
      )
      let elsewhere = FamilyShareMember(zone: "z2", account: "ann", direct: nil, isOut: false)
      try store.write { writer in
        for member in [ben, elsewhere, ann] { try writer.putFamilyShareMember(member) }
      }
      try store.read { reader in
        try #expect(reader.familyShareMembers(of: "z1") == [ann, ben])
        try #expect(reader.familyShareMembers(of: "z2") == [elsewhere])
        try #expect(reader.familyShareMembers(of: "z3").isEmpty)
      }
      let back = FamilyShareMember(zone: "z1", account: "ben", direct: .readWrite, isOut: false)
      try store.write { writer in
        try writer.putFamilyShareMember(back)
        try writer.removeFamilyShareMember("ann", of: "z1")
        // There is none.
        try writer.removeFamilyShareMember("cyd", of: "z1")
      }
      try store.read { reader in
        try #expect(reader.familyShareMembers(of: "z1") == [back])
        try #expect(reader.familyShareMembers(of: "z2") == [elsewhere])
      }
    }
  }

  private func ending(_ factory: StoreFactory) throws {
    try factory.with { store in
      let kept = FamilyShareMember(zone: "z2", account: "ann", direct: nil, isOut: false)
      try store.write { writer in
        for zone in ["z1", "z2"] {
          try writer.putFamilyShare(share(zone, with: "f1", .readWrite, nil))
          try writer.putFamilyShareMember(
            FamilyShareMember(zone: zone, account: "ann", direct: nil, isOut: false))
        }
        // A changed share keeps who is in it.
        try writer.putFamilyShare(share("z1", with: "f1", .readOnly, nil))
        try #expect(writer.familyShareMembers(of: "z1").count == 1)
        try writer.removeFamilyShare(of: "z1")
        try writer.removeFamilyShare(of: "z9")
      }
      try store.read { reader in
        try #expect(reader.familyShare(of: "z1") == nil)
        try #expect(reader.familyShareMembers(of: "z1").isEmpty)
        try #expect(reader.familyShares(with: "f1").map(\.zone) == ["z2"])
        try #expect(reader.familyShareMembers(of: "z2") == [kept])
      }
    }
  }

  private func undone(_ factory: StoreFactory) throws {
    try factory.with { store in
      do {
        try store.write { writer in
          try writer.putFamilyShare(share("z1", with: "f1", .readWrite, nil))
          try writer.putFamilyShareMember(
            FamilyShareMember(zone: "z1", account: "ann", direct: nil, isOut: false))
          throw Undo()
        }
      } catch is Undo {}
      try store.read { reader in
        try #expect(reader.familyShare(of: "z1") == nil)
        try #expect(reader.familyShareMembers(of: "z1").isEmpty)
      }
    }
  }
}
