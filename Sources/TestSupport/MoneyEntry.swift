import Finances
import SQLite
import SyncProtocol

/// What somebody enters of the amounts of an expense, and what must come of it: the parts are worked
/// out here by other code than the program's.
struct MoneyEntry {
  private let draft: ExpenseDraft
  /// What each of the draft's sharers must owe.
  private let expected: [Int128]

  /// `nil` when the group has nobody to share with.
  init?(_ person: MoneyPerson, _ connection: Connection) throws {
    let random = person.device
    let members = try person.members(connection).shuffled(using: &random.random)
    guard !members.isEmpty else { return nil }
    let sharers = Array(members.prefix(random.random.number(1..<min(members.count, 6) + 1)))
    let sign: Int64 = random.random.chance(0.12) ? -1 : 1
    let amount = person.amount()
    let mode = random.random.pick(ExpenseMoney.Mode.allCases)!
    var entered = Entered(sharers: sharers, amount: amount, sign: sign, random: random.random)
    let (weights, lines, expected) = entered.split(mode)
    let payers = entered.payers(among: members)
    random.random = entered.random
    draft = ExpenseDraft(
      currency: person.currency, amountMinor: sign * entered.amount, mode: mode, payers: payers,
      sharers: zip(sharers, weights).map { ExpenseMoney.Sharer($0, weight: $1) }, lines: lines)
    self.expected = expected
  }

  /// The amounts as the program splits them. What is right is not refused, and comes to what it must.
  func money() throws -> ExpenseMoney {
    let money: ExpenseMoney
    do throws(FinanceFailure) { money = try draft.money() } catch {
      throw SimulationFailure("what adds up is taken", "\(draft): \(error)")
    }
    for (sharer, owed) in zip(draft.sharers, expected) {
      let share = money.shares.first { $0.memberID == sharer.memberID }
      try require(
        share.map { Int128($0.owedMinor) } == owed, "an amount is split to the last unit",
        "\(draft): \(money.shares.map(\.owedMinor)), must be \(expected)")
    }
    return money
  }
}

/// An amount above zero that is being split.
private struct Entered {
  let sharers: [RecordID]
  var amount: Int64
  let sign: Int64
  var random: SeededRandom

  /// What is entered for each, the lines, and what each must owe.
  mutating func split(
    _ mode: ExpenseMoney.Mode
  ) -> (weights: [Int64], lines: [ExpenseMoney.Line], expected: [Int128]) {
    let ones = [Int128](repeating: 1, count: sharers.count)
    let whole = Int128(sign) * Int128(amount)
    switch mode {
    case .equal:
      return (ones.map { Int64($0) }, [], MoneyOracle.shares(of: whole, by: ones))
    case .shares:
      var weights = sharers.map { _ in Int64(random.number(0..<5)) }
      weights[0] += 1
      return (weights, [], MoneyOracle.shares(of: whole, by: weights.map { Int128($0) }))
    case .percentage:
      let points = pieces(of: 10_000)
      return (points, [], MoneyOracle.shares(of: whole, by: points.map { Int128($0) }))
    case .exact:
      let parts = pieces(of: amount).map { sign * $0 }
      return (parts, [], parts.map { Int128($0) })
    case .adjustment:
      // At most what there is: the rest is shared.
      let extra = amount > 10 ? Int64(random.number(0..<3)) : 0
      let weights = sharers.indices.map { $0 == 0 ? sign * extra : 0 }
      let rest = MoneyOracle.shares(of: whole - Int128(sign * extra), by: ones)
      return (weights, [], zip(weights, rest).map { Int128($0) + $1 })
    case .itemised: return itemised()
    }
  }

  /// A bill with a tip, or with something taken off.
  private mutating func itemised() -> ([Int64], [ExpenseMoney.Line], [Int128]) {
    var subtotals = [Int128](repeating: 0, count: sharers.count)
    var lines: [ExpenseMoney.Line] = []
    for (number, part) in pieces(of: amount, count: random.number(1..<4)).enumerated()
    where part > 0 {
      let count = random.number(1..<sharers.count + 1)
      let weights = (0..<count).map { _ in Int64(random.number(1..<4)) }
      lines.append(
        ExpenseMoney.Line(
          name: "Line \(number)", amountMinor: sign * part,
          sharers: zip(sharers, weights).map { ExpenseMoney.Sharer($0, weight: $1) }))
      let owed = MoneyOracle.shares(
        of: Int128(sign) * Int128(part), by: weights.map { Int128($0) })
      for (index, share) in owed.enumerated() { subtotals[index] += share }
    }
    let tip = amount < 1_000_000 ? Int64(random.number(0..<Int(amount) / 4 + 1)) : 0
    let extras = MoneyOracle.shares(
      of: Int128(sign) * Int128(tip), by: subtotals.map { max(0, $0 * Int128(sign)) })
    amount += tip
    return (sharers.map { _ in 1 }, lines, zip(subtotals, extras).map { $0 + $1 })
  }

  mutating func payers(among members: [RecordID]) -> [ExpenseDraft.Payer] {
    let who = members.shuffled(using: &random).prefix(random.number(1..<4))
    let parts = pieces(of: amount, count: who.count)
    return zip(who, parts).filter { $0.1 != 0 }.map { ExpenseDraft.Payer($0, sign * $1) }
  }

  /// A number as the sum of several, none below zero.
  private mutating func pieces(of whole: Int64, count: Int? = nil) -> [Int64] {
    let count = count ?? sharers.count
    var left = whole
    var pieces: [Int64] = []
    for _ in 1..<count + 1 where pieces.count < count - 1 {
      let piece = Int64.random(in: 0...left, using: &random)
      pieces.append(piece)
      left -= piece
    }
    return pieces + [left]
  }
}
