/// The most groups into which balances can be divided so that each comes to zero, by dynamic
/// programming over all subsets (Verhoeff 2004): `most[S]` is the largest number of subsets on a
/// way from the empty set to S, one balance at a time, that come to zero. One byte for each subset.
struct ZeroSumPartition {
  /// Beyond that, subsets would take too much memory and time.
  static let maxBalances = 24

  /// Positions in ascending order. The first group has the first balance and is as small as the
  /// most groups allow, then as early as possible; so have those after it of what is left.
  private(set) var groups: [[Int]] = []
  private let most: [UInt8]
  private let sums: SubsetSums

  /// - Precondition: at most ``maxBalances``, which come to zero.
  init(_ balances: [Int128]) {
    precondition(balances.count <= Self.maxBalances && balances.reduce(0, +) == 0)
    sums = SubsetSums(balances)
    most = Self.mostGroups(balances.count, sums)
    var rest = UInt32(1) << balances.count - 1
    while rest != 0 {
      let group = firstGroup(of: rest)
      groups.append(balances.indices.filter { group >> $0 & 1 == 1 })
      rest ^= group
    }
  }

  private static func mostGroups(_ count: Int, _ sums: SubsetSums) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 1 << count) { most, initialized in
      most[0] = 0
      for subset in 1..<UInt32(1) << count {
        var best: UInt8 = 0
        var bits = subset
        while bits != 0 {
          best = max(best, most[Int(subset & ~(bits & ~(bits &- 1)))])
          bits &= bits &- 1
        }
        most[Int(subset)] = sums.isZero(subset) ? best + 1 : best
      }
      initialized = 1 << count
    }
  }

  /// The group of the first balance in a set that comes to zero.
  private func firstGroup(of set: UInt32) -> UInt32 {
    let first = set & ~(set &- 1)
    let others = set ^ first
    var best = set
    // All subsets of the others, from all of them down to none.
    var chosen = others
    while true {
      let group = chosen | first
      if sums.isZero(group), most[Int(set ^ group)] + 1 == most[Int(set)],
        Self.isBetter(group, than: best)
      {
        best = group
      }
      if chosen == 0 { return best }
      chosen = (chosen &- 1) & others
    }
  }

  /// Smaller, or of the same size and earlier: the first position in only one of them is in
  /// `group`.
  private static func isBetter(_ group: UInt32, than other: UInt32) -> Bool {
    let difference = group ^ other
    guard group.nonzeroBitCount == other.nonzeroBitCount else {
      return group.nonzeroBitCount < other.nonzeroBitCount
    }
    return group & difference & ~(difference &- 1) != 0
  }
}

/// What each subset of up to 24 balances comes to, from two tables of half as many.
private struct SubsetSums {
  private static let halfCount = 12
  private let low: [Int128]
  private let high: [Int128]

  init(_ balances: [Int128]) {
    low = Self.table(balances.prefix(Self.halfCount))
    high = Self.table(balances.dropFirst(Self.halfCount))
  }

  private static func table(_ balances: ArraySlice<Int128>) -> [Int128] {
    var sums: [Int128] = [0]
    for balance in balances { sums += sums.map { $0 + balance } }
    return sums
  }

  func isZero(_ subset: UInt32) -> Bool {
    low[Int(subset & 0xFFF)] == -high[Int(subset >> Self.halfCount)]
  }
}
