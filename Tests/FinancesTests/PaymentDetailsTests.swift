import Finances
import Household
import Hub
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// How members are paid is shown to them and to whoever owes them (decision 0076).
@Suite struct PaymentDetailsTests {
  private static let iban = "DE02 1203 0000 0000 2020 51"

  /// Ann owns the group, Bob and Cyd are members with accounts, Bo has none.
  private func flat() throws -> GroupWorld {
    let flat = try GroupWorld()
    for (device, name) in [(flat.bob, "Bob"), (flat.cyd, "Cyd")] {
      _ = try device.write { try ClaimMember(memberID: flat.member(name))($0) }
    }
    try flat.sync()
    try tell(Self.iban, of: "Bob", flat, on: flat.bob)
    return flat
  }

  private func tell(
    _ payment: String, of name: String, _ flat: GroupWorld, on device: SyncDevice
  ) throws {
    try device.write { transaction in
      let member = try #require(
        try GroupMember.find(flat.member(name), in: transaction.connection))
      var details = member.details
      details.payment = payment
      try EditMember(memberID: member.id, details: details)(transaction)
    }
    try flat.sync()
  }

  private func shown(
    _ name: String, _ flat: GroupWorld, on device: SyncDevice, in group: ZoneID? = nil
  ) throws -> String {
    try derive(device)
    let member = try #require(
      try GroupMember.of(group ?? flat.group, in: device.connection).first {
        $0.details.name == name
      })
    return try PaymentDetails(in: member.groupID, device.connection).shown(member).details.payment
  }

  private func document(_ flat: GroupWorld, on device: SyncDevice) throws -> String {
    try derive(device)
    let box = Box()
    try GroupDocument.write(flat.group, in: device.connection) { box.bytes += $0 }
    return String(decoding: box.bytes, as: UTF8.self)
  }

  /// What follows from the group, such as its balances.
  private func derive(_ device: SyncDevice) throws {
    try device.connection.transaction { try Finances.rebuild(device.connection) }
  }

  private final class Box { var bytes: [UInt8] = [] }

  @Test("they are shown to oneself and to who owes, and to nobody else: not to the group's owner")
  func whoSees() throws {
    let flat = try flat()
    #expect(try shown("Bob", flat, on: flat.bob) == Self.iban)
    for device in [flat.ann, flat.cyd] {
      #expect(try shown("Bob", flat, on: device) == "")
      #expect(try !document(flat, on: device).contains(Self.iban))
    }
    #expect(try document(flat, on: flat.bob).contains(Self.iban))
    // Ann owes Bob; Cyd owes nothing.
    let dinner = try flat.add("Dinner", flat.money(900, by: "Bob"), on: flat.bob)
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.ann) == Self.iban)
    #expect(try document(flat, on: flat.ann).contains(Self.iban))
    #expect(try shown("Bob", flat, on: flat.cyd) == "")
    try flat.bob.write { try DeleteExpense(expenseID: dinner)($0) }
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.ann) == "")
  }

  @Test("in a group without the fewest payments whoever owes that very member sees them")
  func eachDebt() throws {
    let flat = try flat()
    try flat.ann.write { transaction in
      let group = try #require(try Group.find(flat.group, in: transaction.connection))
      var details = group.details
      details.simplifies = false
      try EditGroup(groupID: flat.group, details: details)(transaction)
    }
    // Ann owes Bob 3.00, and is owed more by Cyd: in all she owes nothing.
    try flat.add("Dinner", flat.money(600, by: "Bob"), on: flat.ann)
    try flat.add("Rent", flat.money(9000, by: "Ann", for: ["Ann", "Cyd"]), on: flat.ann)
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.ann) == Self.iban)
    try flat.ann.write { transaction in
      let group = try #require(try Group.find(flat.group, in: transaction.connection))
      var details = group.details
      details.simplifies = true
      try EditGroup(groupID: flat.group, details: details)(transaction)
    }
    #expect(try shown("Bob", flat, on: flat.ann) == "")
  }

  @Test("who owes sees nothing of others who owe, and who owes nothing nothing of those owed")
  func others() throws {
    let flat = try flat()
    // Bob and Cyd both owe Ann.
    let rent = try flat.add(
      "Rent", flat.money(900, by: "Ann", for: ["Ann", "Bob", "Cyd"]), on: flat.ann)
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.cyd) == "")
    try flat.ann.write { transaction in
      try DeleteExpense(expenseID: rent)(transaction)
      let group = try #require(try Group.find(flat.group, in: transaction.connection))
      var details = group.details
      details.simplifies = false
      try EditGroup(groupID: flat.group, details: details)(transaction)
    }
    // Ann owes Bob, and Cyd nobody.
    try flat.add("Dinner", flat.money(600, by: "Bob"), on: flat.ann)
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.ann) == Self.iban)
    #expect(try shown("Bob", flat, on: flat.cyd) == "")
  }

  @Test("who has no account cannot say them: whoever may change the group does, and sees them")
  func withoutAccount() throws {
    let flat = try flat()
    try tell("IBAN of Bo", of: "Bo", flat, on: flat.ann)
    #expect(try shown("Bo", flat, on: flat.bob) == "IBAN of Bo")
    #expect(try shown("Bo", flat, on: flat.cyd) == "")
  }

  @Test("nobody changes them for another account, the group's owner neither; a name they may")
  func whoChanges() throws {
    let flat = try flat()
    #expect(throws: FinanceFailure.othersPayment) {
      try tell("DE00 mine", of: "Bob", flat, on: flat.ann)
    }
    try flat.ann.write { transaction in
      var seen = try PaymentDetails(in: flat.group, transaction.connection).shown(
        try #require(try GroupMember.find(flat.member("Bob"), in: transaction.connection)))
      let base = seen.details
      seen.details.name = "Robert"
      try EditMember(memberID: seen.id, details: seen.details, base: base)(transaction)
    }
    try flat.sync()
    #expect(try shown("Robert", flat, on: flat.bob) == Self.iban)
  }

  @Test("history tells others that they have changed and not to what; others take that not back")
  func history() throws {
    let flat = try flat()
    let page = try flat.world.hub.history(
      HistoryRequest(zone: flat.group, limit: 1, changeLimit: 50), as: "ann")
    let entry = try #require(page.entries.first)
    func told(_ device: SyncDevice) throws -> RecordChange {
      let members = try GroupMember.of(flat.group, in: device.connection)
      let payments = try PaymentDetails(in: flat.group, device.connection)
      return try #require(payments.shown(entry, members).changes.first)
    }
    #expect(entry.changes.first?.after["payment"] == .text(Self.iban))
    #expect(try told(flat.ann).after["payment"] == .null)
    #expect(try told(flat.ann).before["payment"] == .null)
    #expect(try told(flat.bob).after["payment"] == .text(Self.iban))
    #expect(throws: TakeBackGroupChange.Failure.nothingLeft) {
      _ = try flat.ann.write { try TakeBackGroupChange(groupID: flat.group, entry: entry)($0) }
    }
    _ = try flat.bob.write { try TakeBackGroupChange(groupID: flat.group, entry: entry)($0) }
    try flat.sync()
    #expect(try shown("Bob", flat, on: flat.bob) == "")
  }

  @Test(
    "a copy that somebody keeps of a group has them only of those whom they owe",
    arguments: [
      true, false,
    ])
  func copy(_ owes: Bool) throws {
    let flat = try flat()
    try tell("IBAN of Bo", of: "Bo", flat, on: flat.ann)
    if owes {
      try flat.add("Rent", flat.money(900, by: "Bob", for: ["Bob", "Cyd"]), on: flat.bob)
      try flat.sync()
    }
    try flat.world.hub.remove("cyd", from: flat.group, by: "ann")
    let notice = try #require(
      try flat.world.hub.notices(of: "cyd").first { $0.zone == flat.group })
    let bytes = try flat.world.hub.copy(ofNotice: notice.id, of: "cyd")
    let group = try flat.cyd.write { try KeepGroupCopy(GroupCopy(wireBytes: bytes))($0) }
    let kept = try GroupMember.of(group.id, in: flat.cyd.connection).reduce(into: [:]) {
      $0[$1.details.name] = $1.details.payment
    }
    #expect(kept["Bob"] == (owes ? Self.iban : "") && kept["Bo"] == "IBAN of Bo")
  }
}
