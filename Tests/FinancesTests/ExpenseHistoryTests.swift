import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Taking changes of a group back, and what belongs to an expense besides its amounts.
@Suite struct ExpenseHistoryTests {
  private static let file = StoredPaper(
    blobHash: String(repeating: "a", count: 64), byteCount: 9, media: .pdf)

  /// The newest change of a record, or of the group.
  private func newest(
    _ flat: GroupWorld, of record: RecordID? = nil, by account: AccountID = "ann"
  ) throws -> HistoryEntry {
    let page = try flat.world.hub.history(
      HistoryRequest(zone: flat.group, record: record, limit: 1, changeLimit: 5000), as: account)
    return try #require(page.entries.first)
  }

  /// What the web app asks the hub about members who are gone.
  private func gone(
    _ flat: GroupWorld, _ names: [String]
  ) throws -> [RecordID: RecordChange] {
    try names.reduce(into: [:]) { gone, name in
      let id = flat.member(name)
      gone[id] = try newest(flat, of: id).changes.first { $0.id == id && $0.kind == .drop }
    }
  }

  @discardableResult
  private func takeBack(
    _ entry: HistoryEntry, _ flat: GroupWorld, on device: SyncDevice, only expense: RecordID? = nil,
    gone: [RecordID: RecordChange] = [:]
  ) throws -> Reversal.Outcome {
    try device.write {
      try TakeBackGroupChange(
        groupID: flat.group, entry: entry, expenseID: expense, goneMembers: gone)($0)
    }
  }

  private func isWhole(_ flat: GroupWorld) throws {
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try flat.net(on: device).values.reduce(0, +) == 0)
      for row in try ExpenseList.page(of: flat.group, in: device.connection).rows {
        #expect(row.money.problem == nil)
      }
    }
  }

  @Test("D-GRP-6 D-GRP-12 an edit that is taken back puts payers, parts and amount back together")
  func edit() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    try flat.sync()
    try flat.edit(dinner, on: flat.bob) {
      $0.row.details.title = "Supper"
      $0.money = flat.money(1200, by: "Bob", for: ["Ann", "Bob", "Bo"])
    }
    try flat.sync()
    let entry = try newest(flat, of: dinner)
    #expect(entry.author == "bob")
    #expect(try takeBack(entry, flat, on: flat.ann).left == [])
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    let stored = try #require(try Expense.find(dinner, in: flat.cyd.connection))
    #expect(stored.money == flat.money(900))
    #expect(stored.details.title == "Dinner")
    // That is a change of its own, and can be taken back as well.
    try takeBack(try newest(flat, of: dinner), flat, on: flat.bob)
    try flat.sync()
    #expect(try Expense.find(dinner, in: flat.cyd.connection)?.money.amountMinor == 1200)
    try isWhole(flat)
  }

  @Test("amounts that somebody has changed again stay as they are; a title comes back alone")
  func changedAgain() throws {
    let flat = try GroupWorld()
    let dinner = try flat.add("Dinner", flat.money(900), on: flat.ann)
    try flat.sync()
    try flat.edit(dinner, on: flat.bob) {
      $0.row.details.title = "Supper"
      $0.money = flat.money(1200)
    }
    try flat.sync()
    let entry = try newest(flat, of: dinner)
    try flat.edit(dinner, on: flat.bob) { $0.money = flat.money(1300) }
    try flat.sync()
    let outcome = try takeBack(entry, flat, on: flat.ann)
    #expect(outcome.left == [RecordKey("expenses", dinner)])
    try flat.sync()
    let stored = try #require(try Expense.find(dinner, in: flat.cyd.connection))
    #expect(stored.money == flat.money(1300))
    #expect(stored.details.title == "Dinner")
    #expect(throws: TakeBackGroupChange.Failure.nothingLeft) {
      try takeBack(entry, flat, on: flat.ann)
    }
    #expect(throws: FinanceFailure.readOnlyGroup) { try takeBack(entry, flat, on: flat.cyd) }
  }

  @Test(
    """
    a deleted expense comes back with receipts and comments, for the member into whom its member was \
    combined, and without its category that is gone
    """)
  func restored() throws {
    let flat = try GroupWorld()
    let category = ExpenseCategory.id(named: "Travel", in: flat.group)
    let train = try flat.add("Train", flat.money(900, for: ["Ann", "Bob", "Bo"]), on: flat.ann)
    try flat.edit(train, on: flat.ann) { $0.row.details.categoryID = category }
    try flat.world.hub.noteUpload(of: Self.file.blobHash, by: "ann")
    try flat.ann.write {
      try AddReceipt(groupID: flat.group, expenseID: train, name: "Ticket", file: Self.file)($0)
      try AddComment(groupID: flat.group, expenseID: train, text: "Twice?")($0)
    }
    try flat.sync()
    _ = try flat.ann.write { try DeleteExpense(expenseID: train)($0) }
    try flat.sync()
    #expect(try flat.bob.count("expenseReceipts") == 0)
    let entry = try newest(flat, of: train)
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
      try DeleteCategory(categoryID: category)($0)
    }
    try flat.sync()
    #expect(throws: TakeBackGroupChange.Failure.memberGone) {
      try takeBack(entry, flat, on: flat.bob, only: train)
    }
    try takeBack(entry, flat, on: flat.bob, only: train, gone: try gone(flat, ["Bo"]))
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    let stored = try #require(try Expense.find(train, in: flat.cyd.connection))
    #expect(stored.money.shares.count == 2)
    #expect(stored.details.categoryID == nil)
    #expect(try flat.net(on: flat.cyd) == ["Ann": 600, "Bob": -600])
    let extras = try ExpenseExtras(of: stored, in: flat.cyd.connection)
    #expect(extras.receipts.map(\.name) == ["Ticket.pdf"])
    #expect(extras.comments.map(\.text) == ["Twice?"])
    try isWhole(flat)
  }

  @Test("a member who was removed comes back with the expense that names them")
  func removedMember() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900, for: ["Ann", "Bo"]), on: flat.ann)
    _ = try flat.ann.write { try DeleteExpense(expenseID: train)($0) }
    try flat.sync()
    let entry = try newest(flat, of: train)
    try flat.ann.write { try RemoveMember(memberID: flat.member("Bo"))($0) }
    try flat.sync()
    try takeBack(entry, flat, on: flat.ann, only: train, gone: try gone(flat, ["Bo"]))
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    #expect(try flat.net(on: flat.cyd) == ["Ann": 450, "Bo": -450])
  }

  @Test(
    "of two people who restore an expense at once, both have it once and nothing is counted twice")
  func twice() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    _ = try flat.ann.write { try DeleteExpense(expenseID: train)($0) }
    try flat.sync()
    let entry = try newest(flat, of: train)
    for device in [flat.ann, flat.bob] { try takeBack(entry, flat, on: device, only: train) }
    try flat.sync()
    #expect(try flat.net(on: flat.cyd) == ["Ann": 450, "Bob": -450])
    try isWhole(flat)
    #expect(throws: TakeBackGroupChange.Failure.nothingLeft) {
      try takeBack(entry, flat, on: flat.ann, only: train)
    }
  }

  @Test("taking back that a member was added leaves one whom expenses name by now")
  func addedMember() throws {
    let flat = try GroupWorld()
    let eve = try flat.ann.write {
      try AddMember(groupID: flat.group, MemberDetails(name: "Eve"))($0)
    }
    try flat.sync()
    let entry = try newest(flat, of: eve.id)
    let money = ExpenseMoney(
      currency: "EUR", amountMinor: 100, mode: .equal,
      shares: [.init(flat.member("Ann"), paidMinor: 100), .init(eve.id, owedMinor: 100)])
    try flat.add("Gift", money, on: flat.bob)
    try flat.sync()
    #expect(throws: TakeBackGroupChange.Failure.nothingLeft) {
      try takeBack(entry, flat, on: flat.ann)
    }
    try isWhole(flat)
  }

  @Test("comments of several people are all there; one's own is deleted, the owner deletes any")
  func comments() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    try flat.sync()
    func say(_ text: String, on device: SyncDevice) throws -> ExpenseComment {
      try device.write { try AddComment(groupID: flat.group, expenseID: train, text: text)($0) }
    }
    let (ann, bob) = (try say("From Ann", on: flat.ann), try say(" From Bob\n", on: flat.bob))
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      let texts = try ExpenseComment.of(train, in: flat.group, device.connection).map(\.text)
      #expect(Set(texts) == ["From Ann", "From Bob"])
    }
    #expect(throws: FinanceFailure.readOnlyGroup) { _ = try say("x", on: flat.cyd) }
    #expect(throws: FinanceFailure.self) { _ = try say(" \n ", on: flat.bob) }
    #expect(throws: FinanceFailure.self) {
      _ = try say(String(repeating: "x", count: 2001), on: flat.bob)
    }
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try flat.bob.write { try DeleteComment(commentID: ann.id)($0) }
    }
    try flat.ann.write { try DeleteComment(commentID: bob.id)($0) }
    try flat.sync()
    #expect(try flat.bob.count("expenseComments") == 1)
    try flat.bob.write { try RestoreComment(bob)($0) }
    try flat.sync()
    #expect(try flat.ann.count("expenseComments") == 2)
  }

  @Test(
    "a comment on an expense that somebody deletes at the same time is told, and leaves nothing")
  func lateComment() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    try flat.sync()
    _ = try flat.ann.write { try DeleteExpense(expenseID: train)($0) }
    _ = try flat.bob.write {
      try AddComment(groupID: flat.group, expenseID: train, text: "Late")($0)
    }
    try flat.ann.sync()
    try flat.sync()
    #expect(try flat.bob.refusals.count == 1)
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try device.count("expenseComments") == 0)
    }
    // The other way round who deletes is told that there is more than they saw.
    let bus = try flat.add("Bus", flat.money(300), on: flat.ann)
    try flat.sync()
    _ = try flat.bob.write {
      try AddComment(groupID: flat.group, expenseID: bus, text: "Early")($0)
    }
    _ = try flat.ann.write { try DeleteExpense(expenseID: bus)($0) }
    try flat.bob.sync()
    try flat.sync()
    #expect(try flat.ann.refusals == [.unseenChildren])
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try device.texts("SELECT text FROM expenseComments") == ["Early"])
      #expect(try Expense.find(bus, in: device.connection) != nil)
    }
  }

  @Test("a crafted comment or receipt on an expense of another group is refused")
  func crafted() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    let other = try flat.bob.write {
      try CreateGroup(GroupDetails(name: "Own", currency: "EUR"), ownName: "Bob")($0).id
    }
    try flat.sync()
    var number: Int64 = 0
    func push(
      _ table: String, in zone: ZoneID, as account: AccountID, file: String = ""
    ) throws -> RefusalReason? {
      number += 1
      var registers: SortedMap<FieldValue> = [
        "expenseID": .text(train), "createdAt": 1, "createdBy": .text(account),
      ]
      if table == "expenseComments" {
        registers["text"] = "Hello"
      } else {
        registers["name"] = "x.pdf"
        registers["blobHash"] = .text(file)
        registers["byteCount"] = 9
        registers["media"] = "pdf"
      }
      return try flat.world.push(
        [Mutation(.insert, table, "crafted-\(number)", in: zone, registers: registers)],
        as: account, number: number)?.refusal
    }
    let hash = String(repeating: "b", count: 64)
    // It goes to where its expense is, if its author may write there.
    #expect(try push("expenseComments", in: other, as: "bob") == nil)
    let comments = try flat.world.store.read {
      try $0.records(of: flat.group, after: nil, maxBytes: 1 << 20)
    }.filter {
      $0.table == "expenseComments"
    }
    #expect(comments.map(\.zone) == [flat.group])
    let viewers = try flat.cyd.write {
      try CreateGroup(GroupDetails(name: "Own", currency: "EUR"), ownName: "Cyd")($0).id
    }
    try flat.sync()
    #expect(try push("expenseComments", in: viewers, as: "cyd") == .unknown)
    #expect(try push("expenseComments", in: flat.group, as: "cyd") != nil)
    #expect(try push("expenseComments", in: flat.group, as: "bob") == nil)
    // A file that the author has never sent.
    #expect(try push("expenseReceipts", in: flat.group, as: "bob", file: hash) == .unknown)
    try flat.world.hub.noteUpload(of: hash, by: "bob")
    #expect(try push("expenseReceipts", in: flat.group, as: "bob", file: hash) == nil)
    try flat.world.hub.noteUpload(of: hash, by: "cyd")
    #expect(try push("expenseReceipts", in: viewers, as: "cyd", file: hash) == .unknown)
  }

  @Test("the same file is one receipt; a text is none, and there is an end to their number")
  func receipts() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    func add(_ file: StoredPaper) throws -> ExpenseReceipt {
      try flat.ann.write {
        try AddReceipt(groupID: flat.group, expenseID: train, name: "x", file: file)($0)
      }
    }
    #expect(try add(Self.file).id == add(Self.file).id)
    #expect(throws: FinanceFailure.self) {
      _ = try add(
        StoredPaper(
          blobHash: String(repeating: "b", count: 64), byteCount: 9, media: .text))
    }
    for number in 1..<ExpenseReceipt.maxPerExpense {
      let digits = String(number, radix: 16)
      let hash = String(repeating: "0", count: 64 - digits.count) + digits
      _ = try add(StoredPaper(blobHash: hash, byteCount: 9, media: .jpeg))
    }
    #expect(throws: FinanceFailure.self) {
      _ = try add(
        StoredPaper(blobHash: String(repeating: "c", count: 64), byteCount: 9, media: .jpeg))
    }
  }

  @Test(
    """
    who is removed can keep a copy that has the receipts and comments, with their authors, what \
    repeats and the rates
    """)
  func copy() throws {
    let flat = try GroupWorld()
    let train = try flat.add("Train", flat.money(900), on: flat.ann)
    try flat.world.hub.noteUpload(of: Self.file.blobHash, by: "ann")
    try flat.ann.write {
      try AddReceipt(groupID: flat.group, expenseID: train, name: "Ticket", file: Self.file)($0)
      try AddComment(groupID: flat.group, expenseID: train, text: "Twice?")($0)
    }
    let rent = flat.money(90_000)
    try flat.ann.write {
      try AddRepeating(
        groupID: flat.group, RepeatingDetails(title: "Rent", startsOn: "2026-01-31"), rent)($0)
      try SetRate(
        groupID: flat.group,
        ManualRateDetails(from: "USD", to: "EUR", day: "2026-01-01", rate: "0.9"))($0)
    }
    let rentNext = try RepeatingExpense.of(flat.group, in: flat.ann.connection).map(\.row.nextOn)
    try flat.sync()
    try flat.world.hub.remove("bob", from: flat.group, by: "ann")
    let notice = try #require(
      try flat.world.hub.notices(of: "bob").first { $0.zone == flat.group })
    let bytes = try flat.world.hub.copy(ofNotice: notice.id, of: "bob")
    let group = try flat.bob.write {
      try KeepGroupCopy(GroupCopy(wireBytes: bytes), name: "Copy of Flat")($0)
    }
    try flat.bob.sync()
    #expect(try flat.bob.refusals == [])
    #expect(group.details.name == "Copy of Flat")
    let kept = try #require(
      try ExpenseList.page(of: group.id, in: flat.bob.connection).rows.first)
    let extras = try ExpenseExtras(of: kept, in: flat.bob.connection)
    #expect(extras.receipts.map(\.name) == ["Ticket.pdf"])
    #expect(extras.receipts.map(\.blobHash) == [Self.file.blobHash])
    #expect(extras.comments.map(\.text) == ["Twice?"])
    #expect(extras.comments.map(\.createdBy) == ["ann"])
    let repeating = try RepeatingExpense.of(group.id, in: flat.bob.connection)
    #expect(repeating.map(\.details.title) == ["Rent"])
    #expect(repeating.map(\.row.nextOn) == rentNext)
    // It goes on in the group itself.
    #expect(repeating.map(\.details.isPaused) == [true])
    let owed = try #require(repeating.first).money.shares.filter { $0.owedMinor != 0 }
    #expect(owed.count == rent.shares.count { $0.owedMinor != 0 })
    let members = try Set(GroupMember.of(group.id, in: flat.bob.connection).map(\.id))
    #expect(owed.allSatisfy { members.contains($0.memberID) })
    #expect(try ManualRate.of(group.id, in: flat.bob.connection).map(\.details.rate) == ["0.9"])
  }
}
