import SeededNoise
import Splitting
import Testing

@Suite("Who paid, owes and gets how much")
struct BalancesTests {
  private func expense(
    _ amount: Int64, _ payers: [PersonAmount], _ people: String..., currency: String = "EUR"
  ) throws(Expense.Problem) -> Expense {
    try Expense(
      currency: currency, payers: payers,
      split: Split(amount: amount, mode: .equal, participants: people.map { Participant($0) }))
  }

  @Test("S2-BAL-1 a balance is what was paid less what is owed, transfers included")
  func balance() throws {
    let balances = Balances.of([
      try expense(3000, [PersonAmount("a", 3000)], "a", "b"),
      try expense(1000, [PersonAmount("b", 400), PersonAmount("c", 600)], "b", "a", "c"),
      try Expense(currency: "EUR", transfer: 500, from: "b", to: "a"),
    ])
    #expect(balances.count == 1)
    #expect(balances[0].people.map(\.person) == ["a", "b", "c"])
    #expect(balances[0].people.map(\.paid) == [3000, 900, 600])
    #expect(balances[0].people.map(\.owed) == [2333, 1833, 334])
    #expect(balances[0].people.map(\.net) == [667, -933, 266])
    #expect(balances[0]["c"]?.net == 266 && balances[0]["x"] == nil)
  }

  @Test("D-DBT-1 amounts of different currencies are never added up")
  func currencies() throws {
    let balances = Balances.of([
      try expense(2000, [PersonAmount("a", 2000)], "a", "b", currency: "JPY"),
      try expense(1000, [PersonAmount("b", 1000)], "a", "b", currency: "USD"),
    ])
    #expect(balances.map(\.currency) == ["JPY", "USD"])
    #expect(balances.map { $0["a"]?.net } == [1000, -500])
  }

  @Test(
    "S2-V1 S2-V5 D-GRP-5 D-GRP-14 payers come to the amount, and transfers are from one to another")
  func problems() throws {
    typealias Problem = Expense.Problem
    let a = PersonAmount("a", 60)
    #expect(throws: Problem.paidOff(by: -40)) { try expense(100, [a], "a") }
    #expect(throws: Problem.paidOff(by: 20)) { try expense(100, [a, PersonAmount("b", 60)], "a") }
    #expect(throws: Problem.noPayers) { try expense(0, [], "a") }
    #expect(throws: Problem.duplicatePayer(1)) { try expense(120, [a, a], "a") }
    #expect(throws: Problem.paidAgainstAmount(1)) {
      try expense(50, [a, PersonAmount("b", -10)], "a")
    }
    #expect(throws: Problem.paidOutOfRange(0)) { try expense(5, [PersonAmount("a", .min)], "a") }
    #expect(throws: Problem.split(.noParticipants)) { try expense(60, [a]) }
    #expect(throws: Problem.split(.amountOutOfRange)) { try expense(.min, [a], "a") }
    #expect(throws: Problem.transferShape) {
      try Expense(currency: "EUR", transfer: 5, from: "a", to: "a")
    }
    for (payers, receivers) in [([], ["b"]), ([a], []), ([a, a], ["b"]), ([a], ["b", "c"])] {
      #expect(throws: Problem.transferShape) {
        try Expense(currency: "EUR", transfer: 60, payers: payers, receivers: receivers)
      }
    }
    #expect(throws: Problem.paidOff(by: -10)) {
      try Expense(currency: "EUR", transfer: 70, payers: [a], receivers: ["b"])
    }
    for amount in [0, -5, .min] as [Int64] {
      #expect(throws: Problem.transferNotPositive) {
        try Expense(currency: "EUR", transfer: amount, from: "a", to: "b")
      }
    }
    #expect(throws: Problem.amountOutOfRange) {
      try Expense(currency: "EUR", transfer: .max, from: "a", to: "b")
    }
    #expect(try expense(-60, [PersonAmount("a", -60), PersonAmount("b", 0)], "a").amount == -60)
  }

  private func ledger(_ numbers: inout SeededGenerator, count: Int) throws -> [Expense] {
    let names = (0..<6).map { "p\($0)" }
    return try (0..<count).map { _ in
      let currency = Bool.random(using: &numbers) ? "EUR" : "JPY"
      let amount = Int64.random(in: -100_000...300_000, using: &numbers)
      if amount > 250_000 {
        let two = names.shuffled(using: &numbers)
        return try Expense(currency: currency, transfer: amount, from: two[0], to: two[1])
      }
      let payers = names.shuffled(using: &numbers).prefix(Int.random(in: 1...3, using: &numbers))
      let paid = Split(
        amount: amount, mode: .shares,
        participants: payers.map {
          Participant($0, weight: Int64.random(in: 1...9, using: &numbers))
        })
      let people = names.shuffled(using: &numbers).prefix(Int.random(in: 1...6, using: &numbers))
      return try Expense(
        currency: currency, payers: try paid.owed(),
        split: Split(
          amount: amount, mode: .shares,
          participants: people.map {
            Participant($0, weight: Int64.random(in: 1...4, using: &numbers))
          }))
    }
  }

  @Test("S2-BAL-1 D-DBT-3 nets come to zero, and what people owe each other comes to their nets")
  func properties() throws {
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let expenses = try ledger(&numbers, count: 20)
      for balances in Balances.of(expenses) {
        #expect(balances.people.reduce(Int128(0)) { $0 + $1.net } == 0)
        let debts = PairwiseDebts(expenses, currency: balances.currency).debts
        for person in balances.people {
          let gets = debts.filter { $0.creditor == person.person }.reduce(0) { $0 + $1.amount }
          let owes = debts.filter { $0.debtor == person.person }.reduce(0) { $0 + $1.amount }
          #expect(gets - owes == person.net)
        }
        var pairs: Set<[String]> = []
        for debt in debts {
          #expect(debt.amount > 0 && debt.debtor != debt.creditor)
          #expect(pairs.insert([debt.debtor, debt.creditor].sorted()).inserted)
          #expect(debt.through.reduce(0) { $0 + $1.amount } == debt.amount)
          #expect(debt.through.allSatisfy { expenses[$0.expense].currency == balances.currency })
        }
      }
    }
  }

  @Test("S2-DEBT-1 D-DBT-3 a debt tells the expenses that it comes from, and what reduced it")
  func through() throws {
    let expenses = [
      try expense(3000, [PersonAmount("ana", 3000)], "ana", "ben", "cleo"),
      try expense(90, [PersonAmount("x", 90)], "x", "y", currency: "JPY"),
      try expense(400, [PersonAmount("ben", 400)], "ana", "ben"),
      try expense(100, [PersonAmount("ana", 60), PersonAmount("ben", 40)], "cleo"),
    ]
    let debts = PairwiseDebts(expenses, currency: "EUR").debts
    #expect(debts.map(\.debtor) == ["ben", "cleo", "cleo"])
    #expect(debts.map(\.creditor) == ["ana", "ana", "ben"])
    #expect(debts.map(\.amount) == [800, 1060, 40])
    #expect(debts[0].through.map(\.expense) == [0, 2])
    #expect(debts[0].through.map(\.amount) == [1000, -200])
    let even = [expenses[0], try Expense(currency: "EUR", transfer: 1000, from: "ben", to: "ana")]
    #expect(PairwiseDebts(even, currency: "EUR").debts.map(\.debtor) == ["cleo"])
    #expect(PairwiseDebts(expenses, currency: "USD").debts.isEmpty)
  }

  @Test("D-GRP-16 sums of the largest amounts do not end the program")
  func extremes() throws {
    let most = Split.maxAmount
    let one = try expense(most, [PersonAmount("a", most)], "b")
    let balances = Balances.of(Array(repeating: one, count: 2000))
    #expect(balances[0]["a"]?.net == Int128(most) * 2000)
    let debts = PairwiseDebts(Array(repeating: one, count: 2000), currency: "EUR").debts
    #expect(debts.map(\.amount) == [Int128(most) * 2000])
    let settlement = try Settlement(balances[0].people.map { ($0.person, $0.net) })
    #expect(settlement.transfers.map(\.amount) == [Int128(most) * 2000])
  }
}
