import Finances
import HearthDomain
import SyncProtocol
import TestSupport
import Testing
import Values

/// What a program of one's own may write in another's name: nothing (decision 0078).
@Suite("What others say and how they are paid is theirs, whatever is pushed")
struct
  SignedRecordTests
{
  private let flat: GroupWorld
  private let numbers = Numbers()

  private final class Numbers { var last: Int64 = 0 }

  init() throws {
    flat = try GroupWorld()
    for (device, name) in [(flat.bob, "Bob"), (flat.ann, "Ann")] {
      let member = try #require(
        try GroupMember.of(flat.group, in: device.connection).first { $0.details.name == name })
      if member.accountID == nil {
        _ = try device.write { try ClaimMember(memberID: member.id)($0) }
      }
    }
    try flat.sync()
  }

  private func push(_ mutations: Mutation..., as account: AccountID) throws -> RefusalReason? {
    try answer(mutations, as: account)?.refusal
  }

  private func answer(_ mutations: [Mutation], as account: AccountID) throws -> Answer? {
    numbers.last += 1
    flat.world.now += 1000
    return try flat.world.push(mutations, as: account, number: numbers.last)
  }

  private func pay(
    _ name: String, _ payment: FieldValue, _ more: SortedMap<FieldValue> = [:]
  ) -> Mutation {
    Mutation(
      .update, "groupMembers", flat.member(name), in: flat.group,
      registers: more.merging(["payment": payment]) { $1 })
  }

  private func payment(_ name: String) throws -> FieldValue? {
    try flat.world.value("payment", of: flat.member(name), in: flat.group)
  }

  // MARK: How somebody is paid

  @Test("how a member is paid, only they say, once they have said who they are")
  func payments() throws {
    #expect(try push(pay("Bob", "Bob's account"), as: "bob") == nil)
    let stolen = try answer([pay("Bob", "Ann's account")], as: "ann")
    #expect(
      stolen
        == .refused(Refusal(.claimed, RecordKey("groupMembers", flat.member("Bob")), "payment")))
    #expect(try push(pay("Ann", "Bob's account"), as: "bob") == .claimed)
    #expect(try payment("Bob") == "Bob's account")
    // What is there already is no change.
    #expect(try push(pay("Bob", "Bob's account"), as: "ann") == nil)
    // Who has no account has others who say it.
    #expect(try push(pay("Bo", "Bo's account"), as: "bob") == nil)
    #expect(try push(pay("Bo", "Bo's other account"), as: "ann") == nil)
  }

  @Test("an owner who takes the claim away says it in the open, and may then write")
  func released() throws {
    #expect(try push(pay("Bob", "x", ["accountID": .null]), as: "ann") == nil)
    #expect(try payment("Bob") == "x")
    #expect(try push(pay("Bob", "y", ["accountID": "bob"]), as: "ann") == .claimed)
    #expect(try payment("Bob") == "x")
  }

  @Test("who has left the group is nobody in it any more")
  func left() throws {
    try flat.world.hub.remove("bob", from: flat.group, by: "bob")
    #expect(try push(pay("Bob", "his daughter's account"), as: "ann") == nil)
  }

  @Test("a new member who is somebody else comes without a payment; one who is put back has theirs")
  func madeAnew() throws {
    func member(_ id: RecordID, _ payment: FieldValue) -> Mutation {
      Mutation(
        .insert, "groupMembers", id, in: flat.group,
        registers: [
          "name": "Bob", "nameKey": "bob", "accountID": "bob", "payment": payment, "createdAt": 1,
        ])
    }
    let delete = Mutation(.delete, "groupMembers", flat.member("Bob"), in: flat.group)
    #expect(try push(pay("Bob", "Bob's account"), as: "bob") == nil)
    #expect(try push(delete, as: "ann") == nil)
    #expect(try push(member("bob-2", "Ann's account"), as: "ann") == .claimed)
    #expect(try push(member(flat.member("Bob"), "Ann's account"), as: "ann") == .claimed)
    #expect(try push(member(flat.member("Bob"), "Bob's account"), as: "ann") == nil)
  }

  // MARK: Who has written something

  private func comment(_ id: RecordID, on expense: RecordID, by author: FieldValue) -> Mutation {
    Mutation(
      .insert, "expenseComments", id, in: flat.group,
      registers: [
        "expenseID": .text(expense), "text": "I have had the money", "createdAt": 1,
        "createdBy": author,
      ])
  }

  @Test("nobody signs with the name of another who is there, and files may name who is not")
  func comments() throws {
    let expense = try flat.add("Rent", flat.money(3000), on: flat.ann)
    try flat.sync()
    let forged = try answer([comment("c-1", on: expense, by: "ann")], as: "bob")
    #expect(
      forged == .refused(Refusal(.permission, RecordKey("expenseComments", "c-1"), "createdBy")))
    // The owner of the group does not either.
    #expect(try push(comment("c-1", on: expense, by: "bob"), as: "ann") == .permission)
    #expect(try push(comment("c-1", on: expense, by: "ann"), as: "ann") == nil)
    #expect(try push(comment("c-2", on: expense, by: "dan"), as: "bob") == nil)
    // To undo a deletion is to sign nothing.
    let delete = Mutation(.delete, "expenseComments", "c-1", in: flat.group)
    #expect(try push(delete, as: "bob") == nil)
    #expect(try push(comment("c-1", on: expense, by: "cyd"), as: "bob") == .permission)
    #expect(try push(comment("c-1", on: expense, by: "ann"), as: "bob") == nil)
  }

  @Test("what a plan makes is by whoever made the plan, and what only says so is not")
  func planned() throws {
    let flat = flat
    let made = RepeatingDetails(title: "Rent", startsOn: "2026-03-01")
    let plan = try flat.ann.write {
      try AddRepeating(groupID: flat.group, made, flat.money(90_000))($0).id
    }
    try flat.sync()
    let today = try #require(CalendarDay("2026-03-02"))
    let due = try flat.bob.write { try MakeDueExpense(groupID: flat.group, today: today)($0) }
    try flat.sync()
    #expect(due?.row.createdBy == "ann")
    #expect(try flat.bob.replica.parkedChanges().isEmpty)
    func expense(_ id: RecordID, from plan: FieldValue) throws -> Mutation {
      let stored = try #require(due)
      return Mutation(
        .insert, "expenses", id, in: flat.group,
        registers: [
          "title": "Rent", "day": "2026-03-01", "createdAt": 1, "createdBy": "ann",
          "repeatingID": plan,
          "money": try #require(
            try flat.world.value("money", of: stored.id, in: flat.group)
          ).withNewParts(),
        ])
    }
    #expect(try push(expense("e-1", from: .null), as: "bob") == .permission)
    #expect(try push(expense("e-1", from: "nowhere"), as: "bob") == .permission)
    // Something else of hers is no plan.
    #expect(try push(expense("e-1", from: .text(try #require(due).id)), as: "bob") == .permission)
    #expect(try push(expense("e-1", from: .text(plan)), as: "bob") == nil)
  }

  @Test("every table whose records say who made them has the rule")
  func tables() {
    for table in HearthDomain.schema.tables {
      let says = table.register("createdBy")?.rule == .appendOnly
      #expect(!says || table.authorRegisters.contains("createdBy"), "\(table.name)")
    }
  }
}

extension FieldValue {
  /// The same amounts with parts of other ids, which occur once in a group.
  fileprivate func withNewParts() -> FieldValue {
    guard case .map(var map) = self else { return self }
    for (name, value) in map {
      guard let rows = value.list else { continue }
      map[name] = .list(
        rows.map { row in
          guard case .map(var part) = row, let id = part["id"]?.text else { return row }
          part["id"] = .text("\(id.prefix(30))-again")
          return .map(part)
        })
    }
    return .map(map)
  }
}
