/// One entry of a group's ledger: who paid how much of it, and who owes how much.
package struct Expense: Equatable, Sendable {
  /// Why an entry is not one. Positions count from 0.
  package enum Problem: Error, Equatable, Sendable {
    /// Beyond ± ``Split/maxAmount``.
    case amountOutOfRange
    case noPayers
    case duplicatePayer(Int)
    /// A payer's amount, beyond ± ``Split/maxAmount``.
    case paidOutOfRange(Int)
    /// A payer gets money where the others pay it, or the other way round.
    case paidAgainstAmount(Int)
    /// The payers paid so much more than the amount; less when negative (S2-V1).
    case paidOff(by: Int64)
    case split(SplitProblem)
    /// Not from one person to another (S2-V5, D-GRP-14).
    case transferShape
    /// A transfer of nothing or less.
    case transferNotPositive
  }

  /// ISO 4217 code. Amounts of different currencies are never added up (D-DBT-1).
  package let currency: String
  package let amount: Int64
  /// By payer; comes to the amount.
  package let paid: [PersonAmount]
  /// By participant, in their stored order; comes to the amount.
  package let owed: [PersonAmount]

  /// An expense, or a refund when negative.
  package init(currency: String, payers: [PersonAmount], split: Split) throws(Problem) {
    self.currency = currency
    amount = split.amount
    paid = payers
    do throws(SplitProblem) { owed = try split.owed() } catch { throw .split(error) }
    try Self.check(payers, against: amount)
  }

  /// An expense whose receipt is split line by line.
  package init(currency: String, payers: [PersonAmount], receipt: ItemisedSplit) throws(Problem) {
    self.currency = currency
    amount = receipt.total
    paid = payers
    do throws(SplitProblem) { owed = try receipt.owed() } catch { throw .split(error) }
    try Self.check(payers, against: amount)
  }

  /// Money that somebody gave to somebody else: the payer paid all, and the receiver owes it.
  package init(
    currency: String, transfer amount: Int64, from payer: String, to receiver: String
  ) throws(Problem) {
    try self.init(
      currency: currency, transfer: amount, payers: [PersonAmount(payer, amount)],
      receivers: [receiver])
  }

  /// The same from lists of which nobody has looked at the lengths.
  package init(
    currency: String, transfer amount: Int64, payers: [PersonAmount], receivers: [String]
  ) throws(Problem) {
    guard payers.count == 1, receivers.count == 1, payers[0].person != receivers[0] else {
      throw .transferShape
    }
    guard amount > 0 else { throw .transferNotPositive }
    self.currency = currency
    self.amount = amount
    paid = payers
    owed = [PersonAmount(receivers[0], amount)]
    try Self.check(payers, against: amount)
  }

  private static func check(_ payers: [PersonAmount], against amount: Int64) throws(Problem) {
    guard amount.magnitude <= Split.maxAmount else { throw .amountOutOfRange }
    guard !payers.isEmpty else { throw .noPayers }
    var seen: Set<String> = []
    var sum: Int128 = 0
    for (index, payer) in payers.enumerated() {
      guard seen.insert(payer.person).inserted else { throw .duplicatePayer(index) }
      guard payer.amount.magnitude <= Split.maxAmount else { throw .paidOutOfRange(index) }
      guard payer.amount.signum() != -amount.signum() || payer.amount == 0 else {
        throw .paidAgainstAmount(index)
      }
      // As many 64 bits as a list can have stay within 128.
      sum += Int128(payer.amount)
    }
    guard sum == Int128(amount) else {
      throw .paidOff(by: Int64(clamping: sum - Int128(amount)))
    }
  }
}
