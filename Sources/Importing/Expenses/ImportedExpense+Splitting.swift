import Splitting
import Values

extension ImportedExpense {
  /// What somebody paid.
  struct Payer: Equatable {
    let person: Int
    let minor: Int64
  }

  /// An expense that is split by the one rule of splitting.
  ///
  /// - Parameters:
  ///   - sharers: in the order that decides who has what is left.
  ///   - weights: by the mode; `nil` for equal parts.
  init(
    line: Int, currency: String, amountMinor: Int64, mode: Mode, payers: [Payer],
    sharers: [Int], weights: [Int64]? = nil
  ) throws(ExpenseProblem.Reason) {
    guard amountMinor != 0 else { throw .zeroAmount }
    guard !payers.isEmpty else { throw .nobodyPaid }
    guard !sharers.isEmpty else { throw .nobodyShares }
    guard let splitMode = SplitMode(rawValue: mode.rawValue) else { throw .incomplete }
    let weights = weights ?? sharers.map { _ in 1 }
    guard weights.count == sharers.count else { throw .incomplete }
    let owed: [PersonAmount]
    do throws(SplitProblem) {
      owed = try Split(
        amount: amountMinor, mode: splitMode,
        participants: zip(sharers, weights).map { Participant("\($0)", weight: $1) }
      ).owed()
    } catch {
      throw .partsDiffer
    }
    let keepsWeight = [.shares, .percentage, .adjustment].contains(mode)
    var parts = zip(zip(sharers, weights), owed).map { sharer, owed in
      Part(sharer.0, owedMinor: owed.amount, weight: keepsWeight ? sharer.1 : nil)
    }
    for payer in payers {
      if let index = parts.firstIndex(where: { $0.person == payer.person }) {
        parts[index].paidMinor += payer.minor
      } else {
        parts.append(Part(payer.person, paidMinor: payer.minor))
      }
    }
    self.init(line: line, currency: currency, amountMinor: amountMinor, mode: mode, parts: parts)
  }

  /// A payment. One of less than nothing goes the other way.
  init(
    line: Int, paying minor: Int64, _ currency: String, from: Int, to: Int
  ) throws(ExpenseProblem.Reason) {
    guard minor != 0 else { throw .zeroAmount }
    let (giver, taker) = minor > 0 ? (from, to) : (to, from)
    let amount = minor > 0 ? minor : 0 - minor
    self.init(
      line: line, currency: currency, amountMinor: amount, mode: .exact,
      parts: [Part(giver, paidMinor: amount), Part(taker, owedMinor: amount)])
    kind = .payment
  }

  /// An expense of which only what everybody is owed is known, as paid minus owed.
  ///
  /// If one person is paid back, that person paid all of it. If several are, the file does not tell
  /// how much each of them paid: what is nobody else's part is shared out among them equally, and
  /// the expense says so. Everybody's balance is exact in any case.
  ///
  /// - Parameter nets: by person, of those who are not even; they come to zero.
  init(
    line: Int, currency: String, amountMinor: Int64, nets: [(person: Int, minor: Int64)],
    isPayment: Bool
  ) throws(ExpenseProblem.Reason) {
    guard amountMinor != 0 else { throw .zeroAmount }
    let sign = amountMinor > 0
    let others = nets.filter { ($0.minor > 0) == sign }
    let sum = others.reduce(Int128(0)) { $0 + Int128($1.minor) }
    let rest = Int128(amountMinor) - sum
    guard !others.isEmpty, rest == 0 || (rest > 0) == sign, let rest = Int64(exactly: rest) else {
      throw .partsDiffer
    }
    if isPayment, amountMinor > 0, rest == 0, nets.count == 2,
      let to = nets.first(where: { $0.minor < 0 })
    {
      try self.init(
        line: line, paying: amountMinor, currency, from: others[0].person, to: to.person)
      return
    }
    let own = Apportionment.parts(of: rest, by: others.map { _ in 1 })
    // Nets have each person once.
    let paidBack = Dictionary(
      zip(others, own).map { ($0.person, ($0.minor, $1)) }, uniquingKeysWith: { first, _ in first })
    let parts = nets.map { net in
      guard let (minor, own) = paidBack[net.person] else {
        return Part(net.person, owedMinor: 0 - net.minor)
      }
      return Part(net.person, paidMinor: minor + own, owedMinor: own)
    }
    self.init(line: line, currency: currency, amountMinor: amountMinor, mode: .exact, parts: parts)
    isPayerUnknown = others.count > 1
    let owed = parts.map(\.owedMinor).filter { $0 != 0 }
    if let least = owed.min(), let most = owed.max(), most - least <= 1, owed.count > 1 {
      mode = .equal
    }
  }
}
