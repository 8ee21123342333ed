import Finances
import Foundation
import HearthDomain
import Household
import Replica
import SQLite
import Splitting
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing
import Values

/// A person's share of each expense of their groups is in their own ledger.
@Suite struct MirrorTests {
  // S2-PTX-1 S2-MT1-a S2-LC-1 S2-LC-2 S2-ID-1 S2-ID-5 I2-3
  @Test(
    """
    my share of an expense that I enter is there in the same transaction, with its title, amount, \
    currency, day and place (S2-PTX-1, S2-MT1-a, S2-LC-1, S2-LC-2, S2-ID-1, S2-ID-5)
    """)
  func ownExpense() async throws {
    let world = try await LedgerWorld()
    let (group, money) = (world.group, try world.money(1001, by: "Ada"))
    let row = try await world.write { transaction in
      var details = ExpenseDetails(title: "Bread", day: "2026-03-02")
      details.place = "Bakery"
      let id = try AddExpense(groupID: group, details, money)(transaction).id
      try HearthDomain.refresh(transaction.connection, changed: [RecordKey("expenses", id)])
      return try LedgerList.row(id, in: group, transaction.connection)
    }
    let share = try #require(row)
    #expect(share.flow == .spending && share.amount == Money(500, "EUR"))
    #expect(share.title == "Bread" && share.day == "2026-03-02" && share.place == "Bakery")
    #expect(share.converted == Money(500, "EUR"))
  }

  // S2-PTX-2 S2-MT1-b S2-T6-c S2-OV-3 S2-MT2-a S2-MT3 S2-EMR-1 D-MIR-2 D-MIR-7 I2-4
  @Test(
    """
    an expense of somebody else with me in it is there once I have it, changes with it and goes \
    with it; that it comes twice changes nothing (S2-PTX-2, S2-MT1-b, S2-T6-c, \
    S2-OV-3, S2-MT2-a, S2-MT3, S2-EMR-1, D-MIR-2, D-MIR-7)
    """)
  func othersExpense() async throws {
    let world = try await LedgerWorld()
    let id = try await world.add("Dinner", try world.money(2000), as: world.ben)
    #expect(try world.rows() == [])
    try await world.sync()
    let first = try #require(try world.row("Dinner"))
    #expect(first.amountMinor == 1000)
    try await world.file(world.ada).sync(via: world.hub.transport(world.ada))
    #expect(try world.rows() == [first])
    let dearer = try world.money(3100, in: "JPY")
    try await world.write(as: world.ben) { transaction in
      var details = ExpenseDetails(title: "Sushi", day: "2026-03-05")
      details.place = "Kyoto"
      try EditExpense(expenseID: id, details: details, money: dearer)(transaction)
    }
    try await world.sync()
    let edited = try #require(try world.rows().first)
    #expect(edited.title == "Sushi" && edited.day == "2026-03-05" && edited.place == "Kyoto")
    #expect(edited.amount == Money(1550, "JPY"))
    #expect(edited.converted?.currency == "EUR" && edited.converted != first.converted)
    try await world.write(as: world.ben) { try DeleteExpense(expenseID: id)($0) }
    try await world.sync()
    #expect(try world.rows() == [])
  }

  // D-MIR-18
  @Test(
    "my shares are there whichever comes first: the expense, or that the member is me (D-MIR-18)")
  func claims() async throws {
    let world = try await LedgerWorld()
    try await world.add("Rent", try world.money(2000))
    try await world.sync()
    #expect(try world.rows(of: world.ben) == [])
    let member = world.member("Ben")
    try await world.write(as: world.ben) { _ = try ClaimMember(memberID: member)($0) }
    #expect(try world.rows(of: world.ben).map(\.amountMinor) == [1000])
    try await world.write(as: world.ben) { _ = try ReleaseMember(memberID: member)($0) }
    #expect(try world.rows(of: world.ben) == [])
    try await world.sync()
    // Given to another account by the owner, and back.
    let (ada, ben) = (world.ada, world.ben)
    try await world.write { _ = try AssignMember(memberID: member, to: ben)($0) }
    try await world.sync()
    #expect(try world.rows(of: world.ben).map(\.title) == ["Rent"])
    try await world.write { _ = try AssignMember(memberID: member, to: ada)($0) }
    #expect(try world.rows().map(\.amountMinor) == [1000])
  }

  // D-MIR-16 D-MIR-17 I2-8
  @Test(
    """
    a payment is cash flow and not spending, to who pays and to who is paid; who only pays for \
    others has spent nothing (D-MIR-16, D-MIR-17)
    """)
  func payments() async throws {
    let world = try await LedgerWorld()
    let (ada, cy) = (world.member("Ada"), world.member("Cy"))
    try await world.add("Out", ExpenseMoney(paying: 700, "EUR", from: ada, to: cy))
    try await world.add("In", ExpenseMoney(paying: 300, "EUR", from: cy, to: ada))
    try await world.add("For others", try world.money(900, by: "Ada", for: ["Ben", "Cy"]))
    try await world.add("Back", try world.money(-600, by: "Cy"))
    #expect(try world.row("Out")?.flow == .sent)
    #expect(try world.row("In")?.flow == .received)
    #expect(try world.row("For others") == nil)
    #expect(try world.row("Back")?.amountMinor == -300)
    let sums = try world.file(world.ada).read { connection in
      try LedgerSums(
        from: LedgerMonth("2026-03")!, to: LedgerMonth("2026-03")!,
        LedgerCategories(in: connection), in: connection)
    }
    #expect(sums.total.spent == -300 && sums.total.shared == -300 && sums.total.income == 0)
    #expect(sums.total.sent == 700 && sums.total.received == 300)
  }

  // S2-EMR-2 S2-MFP-2 D-MIR-13 D-MIR-14
  @Test(
    """
    what I add to my share survives its edits, its member given away and back, and leaving and \
    coming back (S2-EMR-2, S2-MFP-2, D-MIR-13, D-MIR-14)
    """)
  func notes() async throws {
    let world = try await LedgerWorld()
    let (group, ben) = (world.group, world.member("Ben"))
    try await world.write(as: world.ben) { _ = try ClaimMember(memberID: ben)($0) }
    let id = try await world.add("Rent", try world.money(2000), as: world.ben)
    let category = try await world.write(as: world.ben) { transaction in
      let category = try AddLedgerCategory(CategoryDetails(name: "Home"))(transaction)
      var notes = LedgerNoteDetails()
      notes.categoryID = category.id
      (notes.tags, notes.note) = (" must,  must , Flat", "Paid late")
      try NoteShare(groupID: group, expenseID: id, details: notes)(transaction)
      return category.id
    }
    func isNoted(_ amount: Int64) throws -> Bool {
      let row = try #require(try world.rows(of: world.ben).first)
      return row.categoryRef == category && row.tags == "must, Flat" && row.note == "Paid late"
        && row.amountMinor == amount
    }
    #expect(try isNoted(1000))
    let dearer = try world.money(3000)
    try await world.sync()
    try await world.write { transaction in
      try EditExpense(
        expenseID: id, details: ExpenseDetails(title: "Rent", day: "2026-03-09"), money: dearer)(
          transaction)
    }
    try await world.sync()
    #expect(try isNoted(1500))
    try await world.write(as: world.ben) { _ = try ReleaseMember(memberID: ben)($0) }
    #expect(try world.rows(of: world.ben) == [])
    try await world.write(as: world.ben) { _ = try ClaimMember(memberID: ben)($0) }
    #expect(try isNoted(1500))
    try await world.sync()
    try world.hub.hub.remove(world.ben, from: group, by: world.ada)
    try await world.sync()
    #expect(try world.rows(of: world.ben) == [])
    try world.hub.admit(world.ben, to: group, by: world.ada, as: .readWrite)
    try await world.sync()
    #expect(try isNoted(1500))
  }

  // D-MIR-12
  @Test(
    """
    who keeps their shares when they leave has them as they were, without the group; back in it, \
    each is there once and as it is by then (D-MIR-12)
    """)
  func leaving() async throws {
    let world = try await LedgerWorld()
    let (group, ben) = (world.group, world.member("Ben"))
    try await world.write(as: world.ben) {
      _ = try ClaimMember(memberID: ben)($0)
      try AddUsualLedgerCategories()($0)
    }
    let id = try await world.add("Rent", try world.money(2000), category: "Rent", as: world.ben)
    let count = try await world.write(as: world.ben) { try KeepShares(groupID: group)($0) }
    #expect(count == 1)
    #expect(try world.rows(of: world.ben).count == 1)
    try await world.sync()
    try world.hub.hub.remove(world.ben, from: group, by: world.ben)
    try await world.sync()
    let kept = try #require(try world.rows(of: world.ben).first)
    #expect(kept.title == "Rent" && kept.amountMinor == 1000 && kept.zoneID != group)
    try world.file(world.ben).read { connection in
      let categories = try LedgerCategories(in: connection)
      #expect(categories.name(of: kept.categoryRef) == "Rent")
    }
    // The others go on without them.
    try await world.write { transaction in
      try EditExpense(
        expenseID: id, details: ExpenseDetails(title: "Rent, May", day: "2026-05-01"),
        money: try world.money(5000))(transaction)
    }
    try await world.sync()
    #expect(try world.rows(of: world.ben) == [kept])
    try world.hub.admit(world.ben, to: group, by: world.ada, as: .readWrite)
    try await world.sync()
    #expect(try world.rows(of: world.ben).map(\.title) == ["Rent, May"])
    try world.hub.hub.remove(world.ben, from: group, by: world.ben)
    try await world.sync()
    try await world.write(as: world.ben) { _ = try ForgetShare(noteID: kept.sourceID)($0) }
    #expect(try world.rows(of: world.ben) == [])
  }

  @Test("a share that I leave out is in no sum and no list, until I take it back (D-MIR-20)")
  func hiding() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    let id = try await world.add("Gift", try world.money(2000))
    var notes = LedgerNoteDetails()
    notes.isHidden = true
    let hidden = notes
    try await world.write {
      try NoteShare(groupID: group, expenseID: id, details: hidden)($0)
    }
    #expect(try world.rows() == [])
    let (progress, left) = try world.file(world.ada).read { connection in
      var filter = LedgerList.Filter()
      filter.isHidden = true
      return (
        try LedgerProgress(in: connection),
        try LedgerList.page(filter, in: connection).rows.map(\.title)
      )
    }
    #expect(progress.all == 0 && left == ["Gift"])
    try await world.write {
      try NoteShare(groupID: group, expenseID: id, details: LedgerNoteDetails())($0)
    }
    #expect(try world.rows().map(\.title) == ["Gift"])
  }

  // D-MIR-21
  @Test(
    """
    nothing derived is synced, and nobody else has a row of my ledger; only what I wrote is in my \
    own zone (D-MIR-21)
    """)
  func isOwn() async throws {
    let world = try await LedgerWorld()
    let group = world.group
    let id = try await world.add("Gift for Ben", try world.money(2000))
    var notes = LedgerNoteDetails()
    notes.note = "A secret"
    let secret = notes
    try await world.write {
      try NoteShare(groupID: group, expenseID: id, details: secret)($0)
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Salary", kind: .income, amountMinor: 1, day: "2026-01-01"))($0)
    }
    let pending = try world.file(world.ada).read { connection in
      try connection.query("SELECT body FROM syncPending ORDER BY number") { $0.blob(0) }
    }
    let sent = pending.map { String(decoding: $0, as: UTF8.self) }.joined()
    for table in ["ledgerRows", "ledgerSums", "ledgerTags", "ledgerState", "ledgerMembers"] {
      #expect(!sent.contains(table))
    }
    try await world.sync()
    try world.file(world.ben).read { connection in
      for table in ["ledgerNotes", "ledgerEntries", "ledgerRows"] {
        let count = try connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
        #expect(count == 0)
      }
    }
    let fresh = try LedgerWorld.replica(world.hub, world.ada, "second")
    try await fresh.sync(via: world.hub.transport(world.ada))
    #expect(try LedgerWorld.dump(fresh) == LedgerWorld.dump(world.file(world.ada)))
  }

  @Test("an expense whose id is that of my own entry takes nothing of it away (D-MIR-11)")
  func craftedID() async throws {
    let world = try await LedgerWorld()
    let entry = try await world.write {
      try AddLedgerEntry(
        LedgerEntryDetails(title: "Own", amountMinor: 5, day: "2026-03-01"))($0).id
    }
    let (group, money) = (world.group, try world.money(2000))
    let crafted = try await world.add("Other", money)
    try await world.write { transaction in
      let old = try #require(try Expense.find(crafted, in: transaction.connection))
      try DeleteExpense(expenseID: crafted)(transaction)
      try transaction.connection.execute(
        """
        INSERT INTO expenses (id, groupID, title, day, kind, currency, amountMinor, mode,
            createdAt, createdBy)
          VALUES (?, ?, 'Other', '2026-03-01', 'expense', 'EUR', 2000, 'equal', 1, 'x')
        """, .text(entry), .text(group))
      for (index, share) in old.money.shares.enumerated() {
        try transaction.connection.execute(
          """
          INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID, paidMinor,
              owedMinor) VALUES (?, ?, ?, 'share', ?, ?, ?, ?)
          """, .text(transaction.newID()), .text(group), .text(entry), .integer(Int64(index)),
          .text(share.memberID), .integer(share.paidMinor), .integer(share.owedMinor))
      }
    }
    #expect(Set(try world.rows().map(\.title)) == ["Own", "Other"])
    let before = try LedgerWorld.dump(world.file(world.ada))
    try LedgerWorld.rebuild(world.file(world.ada))
    #expect(try LedgerWorld.dump(world.file(world.ada)) == before)
  }

  // S2-ARCH-6 D-GRP-8 S2-TODO-computed
  @Test("an expense is of the day that was written, in whichever time zone it is read")
  func timeZones() async throws {
    let world = try await LedgerWorld()
    let zones = [(world.ada, "Pacific/Auckland"), (world.ben, "America/Los_Angeles")]
    let ben = world.member("Ben")
    for (account, zone) in zones {
      try await world.write(as: account) { transaction in
        let own = try #require(try Profile.own(in: transaction.connection))
        try EditProfile(
          displayName: own.displayName, locale: own.locale, timeZone: zone, currency: own.currency)(
            transaction)
      }
    }
    try await world.write(as: world.ben) { _ = try ClaimMember(memberID: ben)($0) }
    let id = try await world.add("Bread", try world.money(2000), on: "2026-03-31")
    try await world.sync()
    for (account, _) in zones {
      #expect(try world.rows(of: account).map(\.day) == ["2026-03-31"])
      try world.file(account).read { connection in
        #expect(try Expense.find(id, in: connection)?.details.day == "2026-03-31")
        let month = try #require(LedgerMonth("2026-03"))
        let sums = try LedgerSums(
          from: month, to: month, LedgerCategories(in: connection), in: connection)
        #expect(sums.months.keys.sorted() == ["2026-03"])
      }
    }
  }

  @Test("half a conversion cannot be stored (S2-ARCH-5)")
  func halfPair() async throws {
    let world = try await LedgerWorld()
    try await world.add("Bread", try world.money(2000))
    #expect(throws: SQLiteError.self) {
      try world.file(world.ada).removeDeleted { connection, _ in
        try connection.execute("UPDATE ledgerRows SET convertedCurrency = NULL")
        return false
      }
    }
  }
}
