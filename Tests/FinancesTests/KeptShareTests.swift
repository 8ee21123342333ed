import Finances
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// What a person's ledger keeps of groups that they do not have any more.
@Suite struct KeptShareTests {
  /// How somebody loses a group of Ada's.
  enum Way: CaseIterable, Sendable {
    case left, removed, notShared, deleted, purged

    func take(_ world: LedgerWorld) async throws {
      let (hub, group) = (world.hub.hub, world.group)
      switch self {
      case .left:
        try await world.write(as: world.ben) { try KeepShares(groupID: group)($0) }
        try await world.sync()
        try hub.remove(world.ben, from: group, by: world.ben)
      case .removed: try hub.remove(world.ben, from: group, by: world.ada)
      case .notShared: try hub.stopSharing(group, by: world.ada)
      case .deleted, .purged:
        try await world.write { try DeleteGroup(groupID: group)($0) }
        try await world.sync()
        if self == .purged { try hub.purgeDeletedZone(group, by: world.ada) }
      }
      try await world.sync()
    }
  }

  /// Ben is a member, with rent in a category of his own by its name, and what he has noted.
  private func world() async throws -> LedgerWorld {
    let world = try await LedgerWorld()
    let (group, ben) = (world.group, world.member("Ben"))
    try await world.write(as: world.ben) {
      _ = try ClaimMember(memberID: ben)($0)
      try AddUsualLedgerCategories()($0)
    }
    let rent = try await world.add("Rent", try world.money(2000), category: "Rent")
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

  private func keepLost(_ world: LedgerWorld, on file: ReplicaFile? = nil) async throws {
    let file = file ?? world.file(world.ben)
    let kept = try await file.write { try KeepLostShares()($0) }
    try file.removeDeleted { connection, _ in
      try KeepLostShares.forget(kept, connection)
      return false
    }
    #expect(try file.read { try !KeepLostShares.isDue($0) })
  }

  private func find(_ text: String, _ file: ReplicaFile) throws -> Set<String> {
    try file.read { connection in
      var filter = LedgerList.Filter()
      filter.add(
        LedgerSearchQuery(
          text, SearchSetting(currency: "EUR", today: "2026-05-01", timeZone: .utc)))
      return Set(try LedgerList.page(filter, in: connection).rows.map(\.title))
    }
  }

  private func sums(_ file: ReplicaFile) throws -> LedgerSums {
    try file.read {
      try LedgerSums(
        from: LedgerMonth("2026-03")!, to: LedgerMonth("2026-03")!, LedgerCategories(in: $0),
        in: $0)
    }
  }

  // D-MIR-12 I2-5 D-GRP-13 X32
  @Test(
    """
    whoever loses a group, in whichever way, keeps what their shares were, with what they noted; \
    back in it, each is there once
    """, arguments: Way.allCases)
  func lost(_ way: Way) async throws {
    let world = try await world()
    let before = try world.rows(of: world.ben)
    try #require(before.count == 2)
    try await way.take(world)
    try await keepLost(world)
    func check(_ file: ReplicaFile) throws {
      let rows = try file.read { try LedgerList.page(.init(), in: $0).rows }
      #expect(rows.map(\.title).sorted() == ["Lamp", "Rent"], "\(way)")
      #expect(
        rows.allSatisfy { row in
          row.originID == world.group && row.zoneID != world.group
            && before.contains { $0.title == row.title && $0.amountMinor == row.amountMinor }
        })
      let rent = try #require(rows.first { $0.title == "Rent" })
      #expect(rent.tags == "home")
      let (category, kept) = try file.read { connection in
        (
          try LedgerCategories(in: connection).name(of: rent.categoryRef),
          try LedgerNote.find(rent.sourceID, in: connection)?.kept
        )
      }
      #expect(category == "Rent" && kept?.groupName == "Flat")
    }
    try check(world.file(world.ben))
    try await world.sync()
    #expect(try world.file(world.ben).parkedChanges().isEmpty)
    // On another device, too.
    let fresh = try LedgerWorld.replica(world.hub, world.ben, "second")
    try await fresh.sync(via: world.hub.transport(world.ben))
    try check(fresh)
    #expect(try LedgerWorld.dump(fresh) == LedgerWorld.dump(world.file(world.ben)))
    guard way == .removed || way == .left else { return }
    try world.hub.admit(world.ben, to: world.group, by: world.ada, as: .readWrite)
    try await world.sync()
    #expect(try world.rows(of: world.ben).map(\.zoneID) == [world.group, world.group])
    try await keepLost(world)
    #expect(try world.rows(of: world.ben).count == 2)
    let kept = try world.file(world.ben).read {
      try LedgerNote.all(where: "keptDay IS NOT NULL", [], in: $0)
    }
    #expect(kept.isEmpty)
  }

  @Test("what was kept at an earlier time is not shown after coming back and losing the group")
  func stale() async throws {
    let world = try await world()
    try await Way.left.take(world)
    try world.hub.admit(world.ben, to: world.group, by: world.ada, as: .readWrite)
    try await world.sync()
    try await world.add("Sofa", try world.money(5000))
    let rent = try #require(try world.rows(of: world.ben).first { $0.title == "Rent" }).sourceID
    let dearer = try world.money(4000)
    try await world.write { transaction in
      try EditExpense(
        expenseID: rent, details: ExpenseDetails(title: "Rent", day: "2026-03-04"), money: dearer)(
          transaction)
    }
    try await world.sync()
    try await Way.removed.take(world)
    try await keepLost(world)
    let rows = try world.rows(of: world.ben)
    #expect(Set(rows.map(\.title)) == ["Rent", "Lamp", "Sofa"] && rows.count == 3)
    #expect(rows.first { $0.title == "Rent" }?.amountMinor == 2000)
  }

  @Test("what one device has kept, or its person has deleted since, another does not keep again")
  func twoDevices() async throws {
    let world = try await world()
    let second = try LedgerWorld.replica(world.hub, world.ben, "second")
    try await second.sync(via: world.hub.transport(world.ben))
    try await Way.removed.take(world)
    try await keepLost(world)
    let lamp = try #require(try world.rows(of: world.ben).first { $0.title == "Lamp" }).sourceID
    try await world.write(as: world.ben) { _ = try ForgetShare(noteID: lamp)($0) }
    try await world.sync()
    try await second.sync(via: world.hub.transport(world.ben))
    try await keepLost(world, on: second)
    try await second.sync(via: world.hub.transport(world.ben))
    try await world.sync()
    #expect(try world.rows(of: world.ben).map(\.title) == ["Rent"])
  }

  @Test("a kept share that was deleted comes back as it was")
  func forgotten() async throws {
    let world = try await world()
    try await Way.left.take(world)
    let before = try world.rows(of: world.ben)
    let id = try #require(before.first).sourceID
    let note = try await world.write(as: world.ben) { try ForgetShare(noteID: id)($0) }
    #expect(try world.rows(of: world.ben).count == 1)
    try await world.write(as: world.ben) { try RestoreShare(note)($0) }
    #expect(try world.rows(of: world.ben) == before)
    await #expect(throws: FinanceFailure.alreadyThere) {
      try await world.write(as: world.ben) { try RestoreShare(note)($0) }
    }
  }

  // S2-QB S2-T6-b
  // I2-11: option B, with what has no group any more.
  @Test(
    "what came from groups is found and summed up, also of a group that was left")
  func shared() async throws {
    let world = try await world()
    try await world.write(as: world.ben) {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Own", amountMinor: 7, currency: "EUR", day: "2026-03-01"))($0)
    }
    let file = world.file(world.ben)
    func check(_ when: String) throws {
      #expect(try find("is:shared", file) == ["Rent", "Lamp"], "\(when)")
      #expect(try find("is:own", file) == ["Own"], "\(when)")
      #expect(try find("group:flat", file) == ["Rent", "Lamp"], "\(when)")
      let sums = try sums(file)
      #expect(sums.total.shared == 1150 && sums.total.own == 7, "\(when)")
      #expect(sums.groups == [world.group: 1150], "\(when)")
      try file.read { connection in
        var filter = LedgerList.Filter()
        filter.originID = world.group
        let page = try LedgerList.page(filter, in: connection)
        #expect(page.rows.count == 2)
        let totals = try LedgerTotals(of: .matching(filter), in: connection)
        #expect(totals.total.shared == 1150 && totals.total.own == 0)
        let keys = page.rows.map { LedgerSelection.Key(zone: $0.zoneID, source: $0.sourceID) }
        let picked = try LedgerTotals(of: .rows(keys), in: connection)
        #expect(picked.total.shared == 1150 && picked.total.own == 0)
        let month = try LedgerOverview(
          .month(LedgerMonth("2026-03")!), bank: nil, in: connection)
        let year = try LedgerOverview(.year(2026), bank: nil, in: connection)
        for overview in [month, year] {
          #expect(overview?.groups.map(\.name) == ["Flat"])
          #expect(overview?.groups.first?.spentMinor == 1150)
        }
      }
    }
    try check("in the group")
    try await Way.left.take(world)
    try check("left")
  }

  // D-MIR-9
  @Test("a kept share keeps what it was by the group's own rate, which is gone with the group")
  func rate() async throws {
    let world = try await world()
    let group = world.group
    try await world.write {
      _ = try SetRate(
        groupID: group,
        ManualRateDetails(
          from: "VND", to: "EUR", day: "2026-03-01", rate: "0.00004"))($0)
    }
    try await world.add("Pho", try world.money(200_000, in: "VND"))
    try await world.sync()
    let before = try #require(try world.rows(of: world.ben).first { $0.title == "Pho" })
    #expect(before.converted == Money(400, "EUR"))
    for way in [Way.left, .removed] {
      try await way.take(world)
      try await keepLost(world)
      let kept = try #require(try world.rows(of: world.ben).first { $0.title == "Pho" })
      #expect(kept.amount == before.amount && kept.converted == before.converted)
      try LedgerWorld.rebuild(world.file(world.ben))
      #expect(try world.rows(of: world.ben).contains(kept))
      try world.hub.admit(world.ben, to: group, by: world.ada, as: .readWrite)
      try await world.sync()
    }
  }
}
