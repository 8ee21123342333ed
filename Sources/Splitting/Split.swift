/// How an amount is split among participants.
package enum SplitMode: String, CaseIterable, Sendable {
  /// To the same parts; weights are ignored (S2-V4).
  case equal
  /// In proportion to weights.
  case shares
  /// By basis points, which come to exactly 10,000 (S2-V3, D-GRP-10).
  case percentage
  /// By amounts in minor units, which come to exactly the whole.
  case exact
  /// To the same parts, after what each pays more or less than the others was set apart.
  case adjustment
}

/// Somebody who shares an amount.
package struct Participant: Equatable, Sendable {
  /// An id: equal texts are the same person.
  package let person: String
  /// By the mode: shares, basis points, minor units, or an adjustment in minor units.
  package let weight: Int64

  package init(_ person: String, weight: Int64 = 1) {
    self.person = person
    self.weight = weight
  }
}

/// An amount of money that belongs to somebody, in minor units.
package struct PersonAmount: Equatable, Sendable {
  package let person: String
  package let amount: Int64

  package init(_ person: String, _ amount: Int64) {
    self.person = person
    self.amount = amount
  }
}

/// An amount in minor units, split among participants in their stored order.
package struct Split: Equatable, Sendable {
  /// The largest amount, and the largest of a refund: JavaScript counts exactly as far, too.
  package static let maxAmount: Int64 = 9_000_000_000_000_000
  package static let maxParticipants = 10_000
  static let basisPoints: Int64 = 10_000

  /// Negative for a refund, whose parts are the negation of the expense's.
  package let amount: Int64
  package let mode: SplitMode
  package let participants: [Participant]

  package init(amount: Int64, mode: SplitMode, participants: [Participant]) {
    self.amount = amount
    self.mode = mode
    self.participants = participants
  }

  /// What each participant owes, in their order. The sum is exactly the amount.
  package func owed() throws(SplitProblem) -> [PersonAmount] {
    let parts = try parts()
    return zip(participants, parts).map { PersonAmount($0.person, $1) }
  }

  private func parts() throws(SplitProblem) -> [Int64] {
    try Self.check(amount)
    try Self.check(participants, weighed: mode != .equal)
    let weights = participants.map(\.weight)
    switch mode {
    case .equal: return equalParts(of: amount)
    case .shares:
      try checkWeights()
      return Apportionment.parts(of: amount, by: weights)
    case .percentage:
      try checkWeights(mayBeZero: true)
      let off = Self.sum(weights) - Int128(Self.basisPoints)
      guard off == 0 else { throw .percentagesOff(byBasisPoints: Int64(clamping: off)) }
      return Apportionment.parts(of: amount, by: weights)
    case .exact:
      let off = Self.sum(weights) - Int128(amount)
      guard off == 0 else { throw .exactAmountsOff(by: Int64(clamping: off)) }
      return weights
    case .adjustment: return try adjustedParts(weights)
    }
  }

  private func adjustedParts(_ adjustments: [Int64]) throws(SplitProblem) -> [Int64] {
    let rest = Int128(amount) - Self.sum(adjustments)
    // What is left to share must not turn an expense into a refund, nor the other way round.
    guard rest.signum() == 0 || rest.signum() == Int128(amount).signum() else {
      throw .adjustmentsExceed(by: Int64(clamping: rest.magnitude))
    }
    guard rest.magnitude <= Self.maxAmount else { throw .amountOutOfRange }
    return zip(adjustments, equalParts(of: Int64(rest))).map { $0 + $1 }
  }

  private func equalParts(of amount: Int64) -> [Int64] {
    Apportionment.parts(of: amount, by: Array(repeating: 1, count: participants.count))
  }

  private func checkWeights(mayBeZero: Bool = false) throws(SplitProblem) {
    if let index = participants.firstIndex(where: { $0.weight < 0 }) {
      throw .weightNegative(index)
    }
    guard mayBeZero || participants.contains(where: { $0.weight > 0 }) else {
      throw .weightsAllZero
    }
  }

  static func check(_ amount: Int64) throws(SplitProblem) {
    guard amount.magnitude <= maxAmount else { throw .amountOutOfRange }
  }

  /// - Parameter weighed: whether the weights matter and must be within ± ``maxAmount``.
  static func check(_ participants: [Participant], weighed: Bool) throws(SplitProblem) {
    guard !participants.isEmpty else { throw .noParticipants }
    guard participants.count <= maxParticipants else {
      throw .tooManyParticipants(max: maxParticipants)
    }
    var seen: Set<String> = []
    for (index, participant) in participants.enumerated() {
      guard seen.insert(participant.person).inserted else { throw .duplicateParticipant(index) }
      guard !weighed || participant.weight.magnitude <= maxAmount else {
        throw .weightOutOfRange(index)
      }
    }
  }

  /// Never leaves 128 bits: there are at most ``maxParticipants`` of 64.
  static func sum(_ values: [Int64]) -> Int128 { values.reduce(0) { $0 + Int128($1) } }
}
