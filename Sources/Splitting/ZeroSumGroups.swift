/// Groups of balances that each come to zero, as many as can be found.
///
/// Of up to `maxExact` balances the most groups are found, among all 2^n subsets. Of more, pairs
/// are taken out first. That never costs a group: if two opposite balances were in two groups, what
/// is left of both would come to zero as well. Then threes and fours are taken out, which may cost
/// one, until all subsets of the rest can be looked at or there are no more.
struct ZeroSumGroups {
  /// Beyond so many balances no fours are looked for, which takes the third power of the number.
  static let maxForFours = 100
  /// The same for threes, and the second power.
  static let maxForThrees = 1000

  /// Positions in ascending order, each group smaller or earlier than the next.
  private(set) var closed: [[Int]] = []
  /// Positions of a rest in which none were found, which comes to zero, too.
  private(set) var rest: [Int] = []
  /// Whether there certainly are no more groups.
  private(set) var isExact = true
  private let balances: [Int128]

  /// - Parameter balances: none is zero, and all come to zero.
  init(_ balances: [Int128], maxExact: Int) {
    self.balances = balances
    var left = Array(balances.indices)
    if left.count > maxExact { takePairs(&left) }
    if left.count > maxExact {
      isExact = false
      if left.count <= Self.maxForThrees { takeThrees(&left, downTo: maxExact) }
      if left.count > maxExact, left.count <= Self.maxForFours {
        takeFours(&left, downTo: maxExact)
      }
    }
    if left.count <= maxExact {
      let partition = ZeroSumPartition(left.map { balances[$0] })
      closed += partition.groups.map { group in group.map { left[$0] } }
    } else {
      rest = left
    }
  }

  private mutating func takePairs(_ left: inout [Int]) {
    var waiting: [Int128: [Int]] = [:]
    var taken: Set<Int> = []
    for index in left {
      // The first one waiting, so that who comes first by id is served first.
      if var others = waiting[-balances[index]], !others.isEmpty {
        let other = others.removeFirst()
        waiting[-balances[index]] = others
        closed.append([other, index])
        taken.formUnion([other, index])
      } else {
        waiting[balances[index], default: []].append(index)
      }
    }
    left.removeAll { taken.contains($0) }
  }

  private mutating func takeThrees(_ left: inout [Int], downTo few: Int) {
    var search = Search(balances, left)
    for (place, first) in left.enumerated() where !search.taken.contains(first) {
      for second in left[(place + 1)...] where !search.taken.contains(second) {
        guard left.count - search.taken.count > few else { break }
        guard let third = search.find(-(balances[first] + balances[second]), after: second)
        else { continue }
        closed.append([first, second, third])
        search.taken.formUnion([first, second, third])
        break
      }
    }
    left.removeAll { search.taken.contains($0) }
  }

  private mutating func takeFours(_ left: inout [Int], downTo few: Int) {
    var search = Search(balances, left)
    for (place, first) in left.enumerated() where !search.taken.contains(first) {
      guard left.count - search.taken.count > few else { break }
      guard let group = search.four(beginning: first, left[(place + 1)...]) else { continue }
      closed.append(group)
      search.taken.formUnion(group)
    }
    left.removeAll { search.taken.contains($0) }
  }

  /// Finds a balance by its value among those that no group has taken.
  private struct Search {
    let balances: [Int128]
    var taken: Set<Int> = []
    /// Positions in ascending order.
    private var positions: [Int128: [Int]] = [:]

    init(_ balances: [Int128], _ left: [Int]) {
      self.balances = balances
      for index in left { positions[balances[index], default: []].append(index) }
    }

    func find(_ value: Int128, after index: Int) -> Int? {
      positions[value]?.first { $0 > index && !taken.contains($0) }
    }

    func four(beginning first: Int, _ others: ArraySlice<Int>) -> [Int]? {
      for place in others.indices where !taken.contains(others[place]) {
        let second = others[place]
        for third in others[(place + 1)...] where !taken.contains(third) {
          let wanted = -(balances[first] + balances[second] + balances[third])
          if let fourth = find(wanted, after: third) { return [first, second, third, fourth] }
        }
      }
      return nil
    }
  }
}
