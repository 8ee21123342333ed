import Household
import Splitting
import SyncProtocol

/// What somebody enters of the amounts of an expense, before it is split.
package struct ExpenseDraft: Equatable, Sendable {
  /// What a member has paid, in minor units.
  package struct Payer: Equatable, Sendable {
    package var memberID: RecordID
    package var minor: Int64

    package init(_ memberID: RecordID, _ minor: Int64) {
      self.memberID = memberID
      self.minor = minor
    }
  }

  package typealias Sharer = ExpenseMoney.Sharer

  package var currency: String
  /// In minor units; negative for a refund.
  package var amountMinor: Int64
  package var mode: ExpenseMoney.Mode
  package var payers: [Payer]
  /// Who owes a part, in the order that decides who has what is left. A weight is a number of
  /// shares, basis points, an exact amount or an adjustment in minor units, by mode.
  package var sharers: [Sharer]
  package var lines: [ExpenseMoney.Line] = []

  package init(
    currency: String, amountMinor: Int64, mode: ExpenseMoney.Mode = .equal, payers: [Payer],
    sharers: [Sharer], lines: [ExpenseMoney.Line] = []
  ) {
    self.currency = currency
    self.amountMinor = amountMinor
    self.mode = mode
    self.payers = payers
    self.sharers = sharers
    self.lines = lines
  }

  /// The amounts with everybody's part, by the one rule of splitting.
  package func money() throws(FinanceFailure) -> ExpenseMoney {
    let owed = planted(try owed())
    var shares = zip(sharers, owed).map { sharer, part in
      ExpenseMoney.Share(
        sharer.memberID, owedMinor: part.amount, weight: keepsWeight ? sharer.weight : nil)
    }
    for payer in payers {
      if let index = shares.firstIndex(where: { $0.memberID == payer.memberID }) {
        guard shares[index].paidMinor == 0 else {
          throw .unbalanced(.memberTwice(payer.memberID))
        }
        shares[index].paidMinor = payer.minor
      } else {
        shares.append(ExpenseMoney.Share(payer.memberID, paidMinor: payer.minor))
      }
    }
    let money = ExpenseMoney(
      currency: currency, amountMinor: amountMinor, mode: mode, shares: shares, lines: lines)
    if let problem = money.problem { throw .unbalanced(problem) }
    return money
  }

  /// Whether what was entered says more than the parts that came of it.
  private var keepsWeight: Bool {
    switch mode {
    case .shares, .percentage, .adjustment: true
    case .equal, .exact, .itemised: false
    }
  }

  /// The parts while a rule of splitting is broken on purpose.
  private func planted(_ owed: [PersonAmount]) -> [PersonAmount] {
    if mode == .itemised, isPlanted(.tipSpreadEqually) { return tipSpreadEqually() ?? owed }
    guard mode == .equal || mode == .shares, let last = owed.last, owed.count > 1 else {
      return owed
    }
    let unit = amountMinor.signum()
    var parts = owed
    if isPlanted(.remainderDropped), amountMinor % Int64(owed.count) != 0 {
      parts[owed.count - 1] = PersonAmount(last.person, last.amount &- unit)
    }
    if isPlanted(.remainderToFirst), amountMinor % Int64(owed.count) == unit {
      parts[owed.count - 1] = PersonAmount(last.person, last.amount &- unit)
      parts[0] = PersonAmount(owed[0].person, owed[0].amount &+ unit)
    }
    if isPlanted(.weightsIgnored) {
      parts = zip(owed, owed.map(\.amount).sorted()).map { PersonAmount($0.person, $1) }
    }
    return parts
  }

  /// A bill whose tax and tip are the same for all, whatever their lines come to.
  private func tipSpreadEqually() -> [PersonAmount]? {
    let sum = lines.reduce(0 as Int64) { $0.addingSaturating($1.amountMinor) }
    let plain = ItemisedSplit(
      total: sum, lines: lines.map(\.split), people: sharers.map(\.memberID))
    // What cannot be split was refused before.
    guard let owed = try? plain.owed() else { return nil }
    let extras = Apportionment.parts(of: amountMinor &- sum, by: owed.map { _ in 1 })
    return zip(owed, extras).map { PersonAmount($0.person, $0.amount &+ $1) }
  }

  private func owed() throws(FinanceFailure) -> [PersonAmount] {
    do throws(SplitProblem) {
      guard let mode = SplitMode(mode) else {
        return try ItemisedSplit(
          total: amountMinor, lines: lines.map(\.split), people: sharers.map(\.memberID)
        ).owed()
      }
      return try Split(
        amount: amountMinor, mode: mode,
        participants: sharers.map { Participant($0.memberID, weight: $0.weight) }
      ).owed()
    } catch {
      throw .unsplit(error)
    }
  }
}

extension SplitMode {
  /// `nil` for a bill, which is split line by line.
  fileprivate init?(_ mode: ExpenseMoney.Mode) {
    switch mode {
    case .equal: self = .equal
    case .shares: self = .shares
    case .percentage: self = .percentage
    case .exact: self = .exact
    case .adjustment: self = .adjustment
    case .itemised: return nil
    }
  }
}

extension ExpenseMoney.Line {
  fileprivate var split: ItemisedSplit.Line {
    ItemisedSplit.Line(
      amount: amountMinor, mode: .shares,
      participants: sharers.map { Participant($0.memberID, weight: $0.weight) })
  }
}

extension ExpenseMoney {
  /// A payment from one member to another.
  ///
  /// - Parameter minor: above zero.
  package init(paying minor: Int64, _ currency: String, from: RecordID, to: RecordID) {
    self.init(
      kind: .transfer, currency: currency, amountMinor: minor, mode: .exact,
      shares: [Share(from, paidMinor: minor), Share(to, owedMinor: minor)])
  }
}
