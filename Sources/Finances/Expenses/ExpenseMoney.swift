import SyncProtocol
import Values

/// The amounts of an expense or payment: who paid, who owes, and how that was split.
///
/// It is one value for the merge: of two people who change it at the same time the second is shown
/// what the first has done (`FinanceFailure.changedMeanwhile`), so that what was paid, what is owed
/// and the amount can never differ (D-GRP-6).
package struct ExpenseMoney: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Something was bought for several people. A negative amount is a refund.
    case expense
    /// One member gave money to another.
    case transfer
  }

  /// How the shares follow from what was entered.
  package enum Mode: String, CaseIterable, Sendable {
    case equal, shares, percentage, exact, adjustment, itemised
  }

  /// The part of one member, in the order of the list.
  package struct Share: Equatable, Sendable {
    package var memberID: RecordID
    /// In minor units; 0 for somebody who paid nothing.
    package var paidMinor: Int64
    /// In minor units; 0 for somebody who only paid.
    package var owedMinor: Int64
    /// What was entered for them: shares, basis points or the adjustment in minor units, by mode;
    /// `nil` in the other modes, and for somebody who only paid.
    package var weight: Int64?

    package init(
      _ memberID: RecordID, paidMinor: Int64 = 0, owedMinor: Int64 = 0, weight: Int64? = nil
    ) {
      self.memberID = memberID
      self.paidMinor = paidMinor
      self.owedMinor = owedMinor
      self.weight = weight
    }
  }

  /// A line of a bill.
  package struct Line: Equatable, Sendable {
    package var name: String
    package var amountMinor: Int64
    /// Who shares it, and with how many shares.
    package var sharers: [Sharer]

    package init(name: String, amountMinor: Int64, sharers: [Sharer]) {
      self.name = name
      self.amountMinor = amountMinor
      self.sharers = sharers
    }
  }

  package struct Sharer: Equatable, Sendable {
    package var memberID: RecordID
    package var weight: Int64

    package init(_ memberID: RecordID, weight: Int64 = 1) {
      self.memberID = memberID
      self.weight = weight
    }
  }

  package var kind: Kind
  /// ISO 4217.
  package var currency: String
  /// In minor units.
  package var amountMinor: Int64
  package var mode: Mode
  /// At most one for each member.
  package var shares: [Share]
  /// Of a bill that is split by lines; what the lines leave of the amount (tax, tip) is spread over
  /// them.
  package var lines: [Line] = []

  package init(
    kind: Kind = .expense, currency: String, amountMinor: Int64, mode: Mode, shares: [Share],
    lines: [Line] = []
  ) {
    self.kind = kind
    self.currency = currency
    self.amountMinor = amountMinor
    self.mode = mode
    self.shares = shares
    self.lines = lines
  }

  /// The greatest amount: more than any household has, and exact in every program that reads JSON.
  package static let amounts: ClosedRange<Int64> = -9_000_000_000_000_000...9_000_000_000_000_000

  /// How many shares somebody can have.
  package static let weights: ClosedRange<Int64> = 0...amounts.upperBound

  /// Who gave how much to whom; `nil` if it is no payment.
  package var payment: (from: RecordID, to: RecordID)? {
    guard kind == .transfer, let from = shares.first(where: { $0.paidMinor != 0 }),
      let to = shares.first(where: { $0.owedMinor != 0 })
    else { return nil }
    return (from.memberID, to.memberID)
  }

  /// Whether it is a payment between two members who have become one: it changes nothing.
  package var isToOneself: Bool { kind == .transfer && shares.count != 2 }
}

extension ExpenseMoney {
  /// Why amounts cannot stand beside each other.
  package enum Problem: Error, Equatable, Sendable {
    case noShares
    /// Zero, or beyond ``amounts``.
    case amountOutOfRange
    /// What was paid is this much more than the amount.
    case paidDiffers(by: Int128)
    /// What is owed is this much more than the amount.
    case owedDiffers(by: Int128)
    /// Somebody paid or owes in the other direction than the amount.
    case wrongSign(RecordID)
    case memberTwice(RecordID)
    /// Percentages that make this many basis points.
    case notHundredPercent(basisPoints: Int128)
    /// A weight is missing, below zero, or there where the mode has none.
    case badWeight(RecordID)
    /// Lines where the bill is not split by lines, none where it is, or one that nobody shares.
    case badLines
    /// A payment is from one member to one other, and of more than nothing.
    case notAPayment
    case currency

    /// In the words of the wire, for whoever sends amounts by a program.
    package var sentence: String {
      switch self {
      case .noShares: "somebody must share the amount"
      case .amountOutOfRange: "amountMinor must not be zero, nor beyond what can be counted"
      case .paidDiffers(let by): "what was paid (paidMinor) is \(Self.distance(by)) amountMinor"
      case .owedDiffers(let by): "what is owed (owedMinor) is \(Self.distance(by)) amountMinor"
      case .wrongSign(let id): "member \(id) paid or owes in the other direction than amountMinor"
      case .memberTwice(let id): "member \(id) is there twice"
      case .notHundredPercent(let points): "the weights come to \(points) instead of 10000"
      case .badWeight(let id): "the weight of member \(id) does not fit the mode"
      case .badLines: "lines are there when the mode is itemised and else not, each shared"
      case .notAPayment: "a payment is from one member to one other, above zero"
      case .currency: "currency is no ISO 4217 code such as EUR"
      }
    }

    private static func distance(_ difference: Int128) -> String {
      "\(difference.magnitude) \(difference > 0 ? "more" : "less") than"
    }
  }

  /// What is wrong with it; `nil` if it can be stored. The hub asks this of everything that it is
  /// sent (D-GRP-5).
  package var problem: Problem? {
    guard Self.amounts.contains(amountMinor), amountMinor != 0 else { return .amountOutOfRange }
    guard Currency(code: currency) != nil else { return .currency }
    guard !shares.isEmpty else { return .noShares }
    var members: Set<RecordID> = []
    var (paid, owed): (Int128, Int128) = (0, 0)
    for share in shares {
      guard members.insert(share.memberID).inserted else { return .memberTwice(share.memberID) }
      guard fits(share.paidMinor), hasFreeShares || fits(share.owedMinor),
        Self.amounts.contains(share.owedMinor)
      else { return .wrongSign(share.memberID) }
      paid += Int128(share.paidMinor)
      owed += Int128(share.owedMinor)
    }
    if paid != Int128(amountMinor) { return .paidDiffers(by: paid - Int128(amountMinor)) }
    if owed != Int128(amountMinor) { return .owedDiffers(by: owed - Int128(amountMinor)) }
    return kind == .transfer ? problemOfPayment : problemOfMode
  }

  /// Whether somebody may owe in the other direction than the whole, as with a discount of one's
  /// own.
  private var hasFreeShares: Bool {
    switch mode {
    case .exact, .adjustment, .itemised: true
    case .equal, .shares, .percentage: false
    }
  }

  /// Whether an amount has the sign of the whole, or is nothing.
  private func fits(_ minor: Int64) -> Bool {
    Self.amounts.contains(minor) && (minor == 0 || (minor > 0) == (amountMinor > 0))
  }

  private var problemOfPayment: Problem? {
    // Of two members who were combined a payment between them is left, from one to themselves: it
    // changes nothing.
    let isBetween =
      shares.count == 1
      || shares.count == 2
        && shares.allSatisfy { $0.paidMinor == 0 || $0.owedMinor == 0 }
    let isPlain = mode == .exact && lines.isEmpty && shares.allSatisfy { $0.weight == nil }
    return amountMinor > 0 && isBetween && isPlain ? nil : .notAPayment
  }

  private var problemOfMode: Problem? {
    guard (mode == .itemised) != lines.isEmpty else { return .badLines }
    var points: Int128 = 0
    for share in shares {
      switch (mode, share.weight) {
      case (.equal, let weight?), (.exact, let weight?), (.itemised, let weight?):
        _ = weight
        return .badWeight(share.memberID)
      case (.shares, let weight?), (.percentage, let weight?):
        guard Self.weights.contains(weight) else { return .badWeight(share.memberID) }
        points += Int128(weight)
      default: break
      }
    }
    if mode == .percentage, points != 10_000 { return .notHundredPercent(basisPoints: points) }
    if mode == .shares, points == 0 { return .badWeight(shares[0].memberID) }
    let areShared = lines.allSatisfy { line in
      let members = Set(line.sharers.map(\.memberID))
      return Self.amounts.contains(line.amountMinor) && !members.isEmpty
        && members.count == line.sharers.count
        && line.sharers.allSatisfy { Self.weights.contains($0.weight) }
        && line.sharers.contains { $0.weight > 0 }
    }
    return areShared ? nil : .badLines
  }
}
