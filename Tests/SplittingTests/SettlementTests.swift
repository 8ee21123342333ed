import SeededNoise
import Splitting
import Testing

@Suite("How a group settles up")
struct SettlementTests {
  private func settle(_ nets: [Int128]) throws -> Settlement {
    try Settlement(nets.enumerated().map { (name($0), $1) })
  }

  private func name(_ index: Int) -> String { "p" + (index < 10 ? "0" : "") + "\(index)" }

  /// Every way to settle, tried one after another: who comes first pays or is paid by somebody.
  private func fewest(_ nets: [Int128]) -> Int {
    var nets = nets.filter { $0 != 0 }
    guard let first = nets.popLast() else { return 0 }
    var best = Int.max
    for index in nets.indices where (nets[index] < 0) != (first < 0) {
      nets[index] += first
      best = min(best, 1 + fewest(nets))
      nets[index] -= first
    }
    return best
  }

  /// Checks what holds for every settlement, however large the group.
  private func check(_ nets: [Int128], _ settlement: Settlement) {
    var left = nets
    var payers: Set<Int> = []
    var receivers: Set<Int> = []
    for transfer in settlement.transfers {
      guard let from = nets.indices.first(where: { name($0) == transfer.from }),
        let to = nets.indices.first(where: { name($0) == transfer.to })
      else {
        Issue.record("a transfer of strangers: \(transfer)")
        return
      }
      #expect(transfer.amount > 0 && from != to)
      left[from] += transfer.amount
      left[to] -= transfer.amount
      payers.insert(from)
      receivers.insert(to)
    }
    #expect(left.allSatisfy { $0 == 0 }, "\(nets): \(settlement.transfers)")
    #expect(payers.isDisjoint(with: receivers))
    #expect(settlement.transfers.count <= max(0, nets.count { $0 != 0 } - 1))
    let moved = settlement.transfers.reduce(0) { $0 + $1.amount }
    #expect(moved == nets.filter { $0 > 0 }.reduce(0, +))
  }

  private func random(_ count: Int, _ bound: Int128, _ numbers: inout SeededGenerator) -> [Int128] {
    var nets = (1..<count).map { _ in Int128.random(in: -bound...bound, using: &numbers) }
    nets.append(-nets.reduce(0, +))
    return nets.shuffled(using: &numbers)
  }

  // S2-DEBT-4
  @Test("who owes pays, who is owed gets, and who is even is in no payment", arguments: 0..<40)
  func sides(_ seed: Int) throws {
    var numbers = SeededGenerator(seed: UInt64(seed) + 9)
    var nets = random(Int.random(in: 2...9, using: &numbers), 500, &numbers)
    nets.insert(0, at: nets.count / 2)
    let settlement = try settle(nets)
    let (payers, receivers) = (
      Set(settlement.transfers.map(\.from)), Set(settlement.transfers.map(\.to))
    )
    #expect(payers == Set(nets.indices.filter { nets[$0] < 0 }.map(name)))
    #expect(receivers == Set(nets.indices.filter { nets[$0] > 0 }.map(name)))
  }

  @Test("S2-DEBT-5 D-DBT-2 three payments are enough where taking the largest first needs four")
  func counterexample() throws {
    let settlement = try settle([900, 600, 700, -900, -1300])
    #expect(settlement.transfers.count == 3 && settlement.isExact)
  }

  @Test("S2-DEBT-5 D-DBT-2 up to eight people, no settlement has fewer payments")
  func minimal() throws {
    var numbers = SeededGenerator(seed: 4)
    for round in 0..<400 {
      let count = Int.random(in: 2...8, using: &numbers)
      let nets = random(count, [3, 10, 1000][round % 3], &numbers)
      let settlement = try settle(nets)
      check(nets, settlement)
      #expect(settlement.isExact && settlement.transfers.count == fewest(nets), "\(nets)")
    }
  }

  @Test("D-DBT-2 the order in which balances are given does not matter", arguments: [7, 20, 40])
  func permutation(count: Int) throws {
    var numbers = SeededGenerator(seed: 5)
    for _ in 0..<2 {
      let people = random(count, 20, &numbers).enumerated().map { (person: name($0), net: $1) }
      let first = try Settlement(people)
      for _ in 0..<3 { #expect(try Settlement(people.shuffled(using: &numbers)) == first) }
    }
  }

  @Test("D-DBT-2 of plans with as few payments, that of the smallest and earliest groups is taken")
  func canonical() throws {
    func pairs(_ nets: [Int128]) throws -> [String] {
      try settle(nets).transfers.map { "\($0.from) \($0.to) \($0.amount)" }
    }
    #expect(try pairs([5, -5, -5, 5]) == ["p01 p00 5", "p02 p03 5"])
    #expect(try pairs([5, 5, -5, -5]) == ["p02 p00 5", "p03 p01 5"])
    // The first could also be settled with the third and fourth, in as many payments altogether.
    #expect(
      try pairs([6, -6, -2, -4, 1, 5])
        == ["p01 p00 6", "p02 p04 1", "p02 p05 1", "p03 p05 4"])
  }

  @Test("D-DBT-2 twenty people are settled exactly, also where no group of them comes to zero")
  func twenty() throws {
    // Powers of two and one that takes them all: no smaller group comes to zero.
    var nets = (0..<19).map { Int128(1) << $0 }
    nets.append(-nets.reduce(0, +))
    let worst = try settle(nets)
    check(nets, worst)
    #expect(worst.isExact && worst.transfers.count == 19)
    // Five groups of four, shuffled: four transfers fewer.
    var numbers = SeededGenerator(seed: 6)
    let groups = (0..<5).flatMap { group -> [Int128] in
      let unit = Int128(1) << (10 * group)
      return [7 * unit, 11 * unit, -5 * unit, -13 * unit]
    }.shuffled(using: &numbers)
    let planted = try settle(groups)
    check(groups, planted)
    #expect(planted.isExact && planted.transfers.count == 15)
  }

  @Test("D-DBT-2 with more people groups are still found, and it is said when it may not be best")
  func many() throws {
    var numbers = SeededGenerator(seed: 7)
    // Opposite pairs never cost anything: what is left of them is settled exactly.
    var nets = (1...30).flatMap { [Int128($0) * 1000, -Int128($0) * 1000] }
    nets += [900, 600, 700, -900, -1300]
    let pairs = try settle(nets.shuffled(using: &numbers))
    #expect(pairs.isExact && pairs.transfers.count == 33)
    // Threes and fours of amounts alike, so that the largest is hardly ever in the same group.
    let range: ClosedRange<Int128> = 1_000_000_000...2_000_000_000
    let threes = (0..<10).flatMap { _ -> [Int128] in
      let (one, two) = (
        Int128.random(in: range, using: &numbers), Int128.random(in: range, using: &numbers)
      )
      return [one, two, -one - two]
    }.shuffled(using: &numbers)
    let first = try settle(threes)
    check(threes, first)
    #expect(!first.isExact && first.transfers.count == 20)
    let fours = (0..<8).flatMap { _ -> [Int128] in
      let three = (0..<3).map { _ in Int128.random(in: range, using: &numbers) }
      return [three[0], three[1], -three[2], three[2] - three[0] - three[1]]
    }.shuffled(using: &numbers)
    let second = try settle(fours)
    check(fours, second)
    #expect(!second.isExact && second.transfers.count == 24)
    for count in [21, 60, 150, 1000] {
      let nets = random(count, 1_000_000, &numbers)
      check(nets, try settle(nets))
    }
  }

  @Test("D-DBT-2 of the rest, the largest debtor pays the largest creditor first")
  func largestFirst() throws {
    // Powers of three are in no group together but all of them.
    var nets = (0..<24).map { index in (0..<index).reduce(Int128(1)) { power, _ in power * 3 } }
    nets.append(-nets.reduce(0, +))
    let settlement = try settle(nets)
    check(nets, settlement)
    #expect(!settlement.isExact && settlement.transfers.count == 24)
    #expect(settlement.transfers.map(\.amount) == nets.dropLast().reversed())
  }

  @Test("a plan of which one transfer was made goes on as it was")
  func stable() throws {
    var numbers = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      var nets = random(8, 100_000, &numbers)
      let plan = try settle(nets)
      guard let made = plan.transfers.first else { continue }
      for index in nets.indices {
        if name(index) == made.from { nets[index] += made.amount }
        if name(index) == made.to { nets[index] -= made.amount }
      }
      #expect(try settle(nets).transfers == Array(plan.transfers.dropFirst()))
    }
  }

  @Test("D-DBT-7 balances that do not come to zero are refused")
  func problems() throws {
    #expect(throws: Settlement.Problem.notZero(sum: 1)) { try settle([5, -4]) }
    #expect(throws: Settlement.Problem.notZero(sum: -4)) { try settle([0, -4]) }
    #expect(throws: Settlement.Problem.duplicatePerson(1)) {
      try Settlement([(person: "a", net: 1), (person: "a", net: -1)])
    }
    #expect(throws: Settlement.Problem.balanceOutOfRange(0)) { try settle([.min, 0]) }
    #expect(throws: Settlement.Problem.balanceOutOfRange(1)) {
      try settle([0, Settlement.maxBalance + 1])
    }
    #expect(try settle([]).transfers.isEmpty)
    #expect(try settle([0, 0]).transfers.isEmpty)
    let extreme = try settle([Int128(Int64.min), Int128(Int64.max), 1])
    #expect(extreme.transfers.map(\.amount) == [Int128(Int64.max), 1])
    let most = Settlement.maxBalance
    check([most, -most], try settle([most, -most]))
  }
}
