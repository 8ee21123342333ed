import Finances
import HearthDomain
import Household
import Replica
import SQLite
import Splitting
import SyncProtocol
import TestSupport
import Testing

/// Why settling up proposes a payment.
@Suite struct TransferReasonsTests {
  private func owes(
    _ debtor: String, _ creditor: String, _ amount: Int128
  ) -> GroupDebts.Debt {
    GroupDebts.Debt(
      currency: "EUR", debtor: debtor, creditor: creditor, amount: amount, partCount: 1)
  }

  private func link(_ amount: Int128, _ debts: [GroupDebts.Debt]) -> TransferReasons.Link {
    TransferReasons.Link(from: "a", to: "c", amount, among: debts)
  }

  private func derive(_ flat: GroupWorld, _ device: SyncDevice) throws {
    try device.connection.transaction { try Finances.rebuild(device.connection) }
  }

  private func reasons(
    _ flat: GroupWorld, _ from: String, _ to: String, on device: SyncDevice
  ) throws -> TransferReasons? {
    try derive(flat, device)
    return try TransferReasons(
      from: flat.member(from), to: flat.member(to), in: "EUR", of: flat.group, device.connection)
  }

  /// What holds for each: the parts and what is before them, and the payments, come to the balance.
  private func check(_ reasons: TransferReasons) {
    for (side, payments) in [
      (reasons.payer, reasons.payments), (reasons.receiver, reasons.receipts),
    ] {
      let parts = side.parts.reduce(0 as Int128) { $0 + Int128($1.amount) }
      #expect(parts + side.earlier == side.sums.net)
      let paid = payments.reduce(0 as Int128) { $0 + $1.amount }
      #expect(paid == (side.sums.net < 0 ? 0 - side.sums.net : side.sums.net))
      for part in side.parts {
        let others = part.others.reduce(0 as Int128) { $0 + $1.amount }
        #expect(others == Int128(part.amount.magnitude))
      }
    }
  }

  @Test("a payment is what one owes the other, a part of it, a chain of debts, or all added up")
  func links() {
    let direct = owes("a", "c", 5)
    #expect(link(5, [direct]) == .direct)
    #expect(link(4, [direct, owes("d", "a", 1)]) == .partly(direct))
    let chain = [owes("a", "b", 7), owes("b", "c", 5)]
    #expect(link(5, chain.reversed()) == .chain(chain))
    // The shortest chain, and of two the first by id.
    let long = [owes("a", "d", 1), owes("d", "e", 1), owes("e", "c", 1)]
    #expect(link(5, long + chain + [owes("a", "x", 1), owes("x", "c", 1)]) == .chain(chain))
    #expect(link(1, long) == .chain(long))
    // Debts in a circle, against the direction, and of others.
    #expect(link(5, [owes("a", "b", 1), owes("b", "a", 1), owes("c", "b", 1)]) == .pooled)
    #expect(link(5, []) == .pooled)
    let people = ["a", "1", "2", "3", "4", "5", "c"]
    #expect(link(5, zip(people, people.dropFirst()).map { owes($0, $1, 1) }) == .pooled)
  }

  @Test("two members without a common expense: the chain of debts, and both balances to the cent")
  func joined() throws {
    let flat = try GroupWorld()
    let rent = try flat.add("Rent", flat.money(900, by: "Bob", for: ["Ann"]), on: flat.ann)
    let bread = try flat.add("Bread", flat.money(900, by: "Bo", for: ["Bob"]), on: flat.ann)
    let why = try #require(try reasons(flat, "Ann", "Bo", on: flat.ann))
    guard case .chain(let debts) = why.link else {
      Issue.record("\(why.link)")
      return
    }
    #expect(debts.map(\.debtor) == [flat.member("Ann"), flat.member("Bob")])
    #expect(debts.map(\.creditor) == [flat.member("Bob"), flat.member("Bo")])
    #expect(why.payer.parts.map(\.expenseID) == [rent])
    #expect(why.payer.parts.map(\.amount) == [-900])
    #expect(why.payer.parts[0].others.map(\.memberID) == [flat.member("Bob")])
    #expect(why.receiver.parts.map(\.expenseID) == [bread])
    #expect(why.receiver.parts.map(\.amount) == [900])
    check(why)
    #expect(try reasons(flat, "Bob", "Bo", on: flat.ann) == nil)
    #expect(try reasons(flat, "Bo", "Ann", on: flat.ann) == nil)
  }

  @Test("expenses, refunds and payments of both sides come to the balance; what does not fit, not")
  func kinds() throws {
    let flat = try GroupWorld()
    try flat.add("Rent", flat.money(1001), on: flat.ann)
    try flat.add("Bread", flat.money(300, by: "Bob", for: ["Ann", "Bob", "Bo"]), on: flat.ann)
    try flat.add("Back", flat.money(-90, by: "Bob"), on: flat.ann)
    try flat.add("Own", flat.money(50, by: "Bob", for: ["Bob"]), on: flat.ann)
    try flat.add(
      "Paid", ExpenseMoney(paying: 100, "EUR", from: flat.member("Bob"), to: flat.member("Ann")),
      on: flat.ann)
    try flat.add("Abroad", flat.money(700, in: "CHF"), on: flat.ann)
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    check(why)
    let bob = why.payer
    #expect(bob.earlier == 0 && !bob.hasEarlier)
    let found = bob.parts.reduce(into: [:]) { $0[$1.title] = $1 }
    #expect(found.mapValues(\.amount) == ["Rent": -501, "Bread": 200, "Back": -45, "Paid": 100])
    #expect(
      found.mapValues(\.kind) == [
        "Rent": .expense, "Bread": .expense, "Back": .refund, "Paid": .payment,
      ])
    #expect(found["Bread"]?.others.count == 2)
  }

  @Test("only the latest are read, however many there are, and all before them are one sum")
  func bounded() throws {
    let flat = try GroupWorld()
    for index in 0..<(BalanceReasons.maxParts + 5) {
      try flat.add("Bread \(index)", flat.money(100), on: flat.ann)
    }
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(why.link == .direct)
    #expect(why.payer.parts.count == BalanceReasons.maxParts)
    #expect(why.payer.hasEarlier && why.payer.earlier == -250)
    check(why)
    try flat.add("Last", flat.money(100), on: flat.ann)
    let more = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(more.payer.parts.count == BalanceReasons.maxParts && more.payer.earlier == -300)
    check(more)
  }

  @Test("a payment of one currency follows from its debts, and each side has its own payments")
  func sides() throws {
    let flat = try GroupWorld()
    try flat.add("Abroad", flat.money(700, in: "CHF"), on: flat.ann)
    try flat.add("Rent", flat.money(900, for: ["Bob", "Cyd"]), on: flat.ann)
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(why.link == .direct)
    #expect(why.payments.map(\.from) == [flat.member("Bob")])
    #expect(why.receipts.count == 2)
    check(why)
  }

  @Test("of two who are owed something each has the payments to them, and no others")
  func twoCreditors() throws {
    let flat = try GroupWorld()
    try flat.add("Rent", flat.money(900), on: flat.ann)
    try flat.add("Wine", flat.money(500, by: "Bo", for: ["Bo", "Cyd"]), on: flat.ann)
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(why.receipts.map(\.from) == [flat.member("Bob")])
    check(why)
  }

  @Test("what is in other currencies takes no place among the latest, however much newer it is")
  func otherCurrency() throws {
    let flat = try GroupWorld()
    let rent = try flat.add("Rent", flat.money(900), on: flat.ann)
    for index in 0...BalanceReasons.maxParts {
      try flat.add("Abroad \(index)", flat.money(100, in: "CHF"), on: flat.ann)
    }
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(why.payer.parts.map(\.expenseID) == [rent] && !why.payer.hasEarlier)
  }

  @Test(
    "an expense that does not add up is no reason; what no list shows is still said to be there")
  func incomplete() throws {
    let flat = try GroupWorld()
    let rent = try flat.add("Rent", flat.money(900), on: flat.ann)
    let odd = try flat.add("Odd", flat.money(300), on: flat.ann)
    // As an older hub could have let through.
    let connection = flat.ann.connection
    try connection.transaction {
      try connection.execute("UPDATE expenses SET amountMinor = 301 WHERE id = ?", .text(odd))
    }
    let why = try #require(try reasons(flat, "Bob", "Ann", on: flat.ann))
    #expect(why.payer.parts.map(\.expenseID) == [rent] && why.payer.sums.net == -450)
    check(why)
    let unlisted = BalanceReasons(
      of: flat.member("Bob"), why.payer.sums, in: "EUR", latest: [], hasEarlier: false)
    #expect(unlisted.hasEarlier && unlisted.earlier == -450)
  }

  @Test(
    "who is due something for a voucher has not paid it; of a refund its debtor has got nothing")
  func vouchers() throws {
    let flat = try GroupWorld()
    func shares(_ sign: Int64, _ rows: [(String, Int64, Int64)]) -> ExpenseMoney {
      ExpenseMoney(
        currency: "EUR", amountMinor: 10_000 * sign, mode: .exact,
        shares: rows.map { name, paid, owed in
          .init(flat.member(name), paidMinor: paid * sign, owedMinor: owed * sign)
        })
    }
    let rows =
      [("Ann", 10_000, 6500), ("Bob", 0, 6501), ("Bo", 0, -3001)] as [(String, Int64, Int64)]
    for sign in [1, -1] as [Int64] {
      let id = try flat.add("Dinner", shares(sign, rows), on: flat.ann)
      let (from, to) = sign == 1 ? ("Bob", "Bo") : ("Bo", "Bob")
      let why = try #require(try reasons(flat, from, to, on: flat.ann))
      check(why)
      for side in [why.payer, why.receiver] {
        for part in side.parts {
          for other in part.others {
            let pair = [side.memberID, other.memberID]
            #expect(other.isOfPart == pair.contains(flat.member("Bo")), "\(sign) \(pair)")
          }
        }
      }
      try flat.ann.write { _ = try DeleteExpense(expenseID: id)($0) }
    }
  }
}
