/// The one rule by which amounts are shared out: largest remainder, in minor units.
///
/// Everybody gets `amount × weight ÷ Σ weights` rounded towards zero. The units that are left go,
/// one each, to the largest remainders; of equal ones to the last in the order given. So 100 among
/// three is 33, 33, 34 and 101 is 33, 34, 34 (S2-EDGE-rounding, D-GRP-9), and −100 is exactly the
/// negation of 100. The sum is always the amount, and weight 0 gets 0.
package enum Apportionment {
  /// The parts of `amount`, one for each weight, in their order.
  ///
  /// - Precondition: weights are not negative, at least one is above zero, and there are fewer than
  ///   a million, so that no product and no sum leaves 128 bits.
  package static func parts(of amount: Int64, by weights: [Int64]) -> [Int64] {
    let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
    precondition(total > 0 && weights.count < 1_000_000 && weights.allSatisfy { $0 >= 0 })
    let magnitude = Int128(amount.magnitude)
    var parts: [Int128] = []
    var remainders: [(remainder: Int128, index: Int)] = []
    var left = magnitude
    for (index, weight) in weights.enumerated() {
      let (quotient, remainder) = (magnitude * Int128(weight)).quotientAndRemainder(
        dividingBy: total)
      parts.append(quotient)
      left -= quotient
      if remainder > 0 { remainders.append((remainder, index)) }
    }
    // Remainders add up to `left` totals and each is below one: there are always more of them.
    remainders.sort { ($0.remainder, $0.index) > ($1.remainder, $1.index) }
    for (_, index) in remainders.prefix(Int(left)) { parts[index] += 1 }
    // No part is larger than the amount, so it fits where that did.
    return parts.map { Int64(amount < 0 ? -$0 : $0) }
  }
}
