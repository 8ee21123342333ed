import Finances
import HearthDomain
import Household
import Hub
import Replica
import SyncProtocol
import Testing
import Values

/// What a person's ledger tells of groups that they have in copies.
@Suite struct CopiedShareTests {
  /// Ben is a member of Ada's group, with two shares and a note on one.
  private func world() async throws -> LedgerWorld {
    let world = try await LedgerWorld()
    let (group, ben) = (world.group, world.member("Ben"))
    try await world.write(as: world.ben) { _ = try ClaimMember(memberID: ben)($0) }
    let rent = try await world.add("Rent", try world.money(2000))
    try await world.add("Lamp", try world.money(300))
    try await world.sync()
    try await world.write(as: world.ben) { transaction in
      var notes = LedgerNoteDetails()
      notes.tags = "home"
      try NoteShare(groupID: group, expenseID: rent, details: notes)(transaction)
    }
    try await world.sync()
    return world
  }

  private func bytes(_ world: LedgerWorld) throws -> [UInt8] {
    let hub = world.hub.hub
    let notice = try #require(try hub.notices(of: world.ben).first { $0.copyUntil != nil })
    return try hub.copy(ofNotice: notice.id, of: world.ben)
  }

  private func keepCopy(_ world: LedgerWorld) async throws -> ZoneID {
    let bytes = try bytes(world)
    let group = try await world.write(as: world.ben) {
      try KeepGroupCopy(GroupCopy(wireBytes: bytes))($0).id
    }
    try await world.sync()
    return group
  }

  private func delete(_ group: ZoneID, _ world: LedgerWorld) async throws {
    try await world.write(as: world.ben) { try DeleteGroup(groupID: group)($0) }
    try await world.sync()
  }

  private func keepLost(_ world: LedgerWorld) async throws {
    let file = world.file(world.ben)
    let kept = try await file.write { try KeepLostShares()($0) }
    try file.derive { try KeepLostShares.forget(kept, $0) }
    try await world.sync()
  }

  /// Each share is told once, by what is expected, and deriving everything anew says the same.
  private func check(
    _ world: LedgerWorld, _ zone: ZoneID?, _ when: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = world.file(world.ben)
    let rows = try world.rows(of: world.ben)
    #expect(
      rows.map(\.title).sorted() == ["Lamp", "Rent"], "\(when)", sourceLocation: sourceLocation)
    let own = try file.read { try Profile.own(in: $0)?.id }
    let expected = zone ?? own ?? ""
    #expect(rows.allSatisfy { $0.zoneID == expected }, "\(when)", sourceLocation: sourceLocation)
    let before = try LedgerWorld.dump(file)
    try LedgerWorld.rebuild(file)
    #expect(try LedgerWorld.dump(file) == before, "\(when)", sourceLocation: sourceLocation)
    #expect(try file.parkedChanges().isEmpty, "\(when)", sourceLocation: sourceLocation)
  }

  // D-MIR-11 D-MIR-12
  @Test("a share is told once, however often its group is lost, copied and back")
  func once() async throws {
    let world = try await world()
    let hub = world.hub.hub
    try hub.remove(world.ben, from: world.group, by: world.ada)
    try await world.sync()
    let first = try await keepCopy(world)
    try check(world, first, "one copy")
    let second = try await keepCopy(world)
    try check(world, first, "two copies")
    // As another device does, which has not heard of the copies when it keeps what was lost.
    try await keepLost(world)
    try check(world, first, "two copies, and kept")
    try world.hub.admit(world.ben, to: world.group, by: world.ada, as: .readWrite)
    try await world.sync()
    try check(world, world.group, "back in the group")
    try await keepLost(world)
    try check(world, world.group, "back in the group, and kept no more")
    try hub.remove(world.ben, from: world.group, by: world.ada)
    try await world.sync()
    try check(world, first, "out of it again")
    try await delete(first, world)
    try check(world, second, "the second copy alone")
    try await keepLost(world)
    try check(world, second, "the second copy, and kept")
    try await delete(second, world)
    try await keepLost(world)
    try check(world, nil, "no copy")
    #expect(try world.rows(of: world.ben).first { $0.title == "Rent" }?.tags == "home")
    #expect(try world.rows(of: world.ben).allSatisfy { $0.originID == world.group })
  }

  @Test("what its person has changed in a copy is the share; what is new there is told as well")
  func edited() async throws {
    let world = try await world()
    try await world.write(as: world.ben) { [group = world.group] in
      try KeepShares(groupID: group)($0)
    }
    try await world.sync()
    try world.hub.hub.remove(world.ben, from: world.group, by: world.ben)
    try await world.sync()
    try check(world, nil, "left")
    let copy = try await keepCopy(world)
    let file = world.file(world.ben)
    let rent = try #require(try world.rows(of: world.ben).first { $0.title == "Rent" }).sourceID
    let members = try file.read { connection in
      try GroupMember.of(copy, in: connection).reduce(into: [:]) { $0[$1.details.name] = $1.id }
    }
    func money(_ amount: Int64) throws -> ExpenseMoney {
      try ExpenseDraft(
        currency: "EUR", amountMinor: amount, payers: [.init(members["Ben"] ?? "", amount)],
        sharers: ["Ada", "Ben"].map { .init(members[$0] ?? "") }
      ).money()
    }
    let (dearer, sofa) = (try money(5000), try money(800))
    try await world.write(as: world.ben) { transaction in
      try EditExpense(
        expenseID: rent, details: ExpenseDetails(title: "Rent", day: "2026-03-02"), money: dearer)(
          transaction)
      try AddExpense(groupID: copy, ExpenseDetails(title: "Sofa", day: "2026-03-05"), sofa)(
        transaction)
    }
    try await world.sync()
    func amounts() throws -> [String: Int64] {
      let rows = try world.rows(of: world.ben)
      #expect(rows.count == 3)
      return rows.reduce(into: [:]) { $0[$1.title] = $1.amountMinor }
    }
    #expect(try amounts() == ["Rent": 2500, "Lamp": 150, "Sofa": 400])
    // The copy goes as well: of the share, what it was last.
    try await delete(copy, world)
    try await keepLost(world)
    #expect(try amounts() == ["Rent": 2500, "Lamp": 150, "Sofa": 400])
    let fresh = try LedgerWorld.replica(world.hub, world.ben, "second")
    try await fresh.sync(via: world.hub.transport(world.ben))
    #expect(try LedgerWorld.dump(fresh) == LedgerWorld.dump(file))
  }

  @Test(
    """
    the copy that somebody else has made is told in the place of what was kept if it says the \
    same; who lies in it changes nothing of another's past
    """)
  func othersCopy() async throws {
    let world = try await world()
    let (ada, ben, group) = (world.ada, world.ben, world.group)
    try world.hub.hub.remove(ben, from: group, by: ada)
    try await world.sync()
    try await keepLost(world)
    try check(world, nil, "kept")
    let shares = try world.file(ben).read { connection in
      try LedgerNote.all(where: "keptDay IS NOT NULL", [], in: connection)
    }
    // As a copy of Ada's, in which Ben says who he is.
    let copy = try await world.write(as: ada) {
      try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Ada", others: ["Ben"])($0).id
    }
    let members = try world.file(ada).read { connection in
      try GroupMember.of(copy, in: connection).reduce(into: [:]) { $0[$1.details.name] = $1.id }
    }
    func add(_ share: LedgerNote, _ amount: Int64) async throws -> RecordID {
      let money = try ExpenseDraft(
        currency: "EUR", amountMinor: amount, payers: [.init(members["Ada"] ?? "", amount)],
        sharers: ["Ada", "Ben"].map { .init(members[$0] ?? "") }
      ).money()
      let kept = try #require(share.kept)
      var add = AddExpense(
        groupID: copy, ExpenseDetails(title: kept.title, day: kept.day), money)
      add.origin = ("copy", "\(share.groupID) \(share.expenseID)")
      return try await world.write(as: ada) { [add] in try add($0).id }
    }
    var ids: [RecordID] = []
    for share in shares { ids.append(try await add(share, (share.kept?.amountMinor ?? 0) * 2)) }
    try await world.sync()
    try world.hub.admit(ben, to: copy, by: ada, as: .readWrite)
    try await world.sync()
    try check(world, nil, "not yet a member")
    let own = members["Ben"] ?? ""
    try await world.write(as: ben) { _ = try ClaimMember(memberID: own)($0) }
    try await world.sync()
    try check(world, copy, "a member of the copy")
    // A lie: it says something else than what it claims to be a copy of.
    let lie = try await add(try #require(shares.first), 2)
    try await world.sync()
    let rows = try world.rows(of: ben)
    #expect(rows.count == 3 && rows.contains { $0.sourceID == lie })
    try await world.write(as: ada) { [ids] transaction in
      for id in ids { try DeleteExpense(expenseID: id)(transaction) }
    }
    try await world.sync()
    let after = try world.rows(of: ben)
    #expect(after.count == 3 && after.count { $0.zoneID != copy } == 2)
    let before = try LedgerWorld.dump(world.file(ben))
    try LedgerWorld.rebuild(world.file(ben))
    #expect(try LedgerWorld.dump(world.file(ben)) == before)
  }

  // D-MIR-12
  @Test(
    """
    the copy that the hub has says what was lost where no replica had the group; what is kept, or \
    was deleted since, is not kept again
    """)
  func fromTheHub() async throws {
    let world = try await world()
    let fresh = try LedgerWorld.replica(world.hub, world.ben, "fresh")
    try world.hub.hub.remove(world.ben, from: world.group, by: world.ada)
    let transport = world.hub.transport(world.ben)
    try await fresh.sync(via: transport)
    #expect(try fresh.read { try LedgerList.page(.init(), in: $0).rows }.isEmpty)
    let copy = try GroupCopy(wireBytes: bytes(world))
    let count = try await fresh.write { try KeepCopiedShares(copy)($0) }
    try await fresh.sync(via: transport)
    #expect(count == 2)
    let rows = try fresh.read { try LedgerList.page(.init(), in: $0).rows }
    #expect(
      Set(rows.map { "\($0.title) \($0.amountMinor) \($0.tags)" }) == [
        "Rent 1000 home", "Lamp 150 ",
      ])
    #expect(try await fresh.write { try KeepCopiedShares(copy)($0) } == 0)
    for row in rows { try await fresh.write { _ = try ForgetShare(noteID: row.sourceID)($0) } }
    #expect(try await fresh.write { try KeepCopiedShares(copy)($0) } == 0)
    try await fresh.sync(via: transport)
    #expect(try fresh.read { try LedgerList.page(.init(), in: $0).rows }.isEmpty)
    #expect(try fresh.parkedChanges().isEmpty)
  }

  @Test("the largest amounts are told once, too")
  func largest() async throws {
    let world = try await world()
    let most: Int64 = 9_000_000_000_000_000
    for title in ["A", "B", "C"] {
      try await world.add(title, try world.money(most, for: ["Ben"]))
    }
    try await world.sync()
    try world.hub.hub.remove(world.ben, from: world.group, by: world.ada)
    try await world.sync()
    _ = try await keepCopy(world)
    _ = try await keepCopy(world)
    try await keepLost(world)
    let sums = try world.file(world.ben).read {
      try LedgerSums(
        from: LedgerMonth("2026-03")!, to: LedgerMonth("2026-03")!, LedgerCategories(in: $0),
        in: $0)
    }
    #expect(sums.total.shared == 3 * Int128(most) + 1150)
  }
}
