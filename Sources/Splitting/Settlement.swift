/// The transfers after which nobody owes anybody anything, in one currency (S2-DEBT-2 to -5).
///
/// With up to ``maxExactPeople`` people who are owed or owe something there are as few transfers as
/// possible: n people in k groups whose balances each come to zero need n − k, and the most groups
/// are found (``ZeroSumGroups``). With more, pairs, threes and fours that come to zero are taken
/// out first, and the largest debtor of the rest pays the largest creditor, over and over. Never
/// more than n − 1 transfers, nobody pays and receives, and no more money moves than must.
///
/// People are ordered by id before anything else, so the order of the balances does not matter.
package struct Settlement: Equatable, Sendable {
  package struct Transfer: Equatable, Sendable {
    package let from: String
    package let to: String
    /// Above zero.
    package let amount: Int128
  }

  package enum Problem: Error, Equatable, Sendable {
    /// A person, by position, is there before.
    case duplicatePerson(Int)
    /// A balance, by position, is beyond ± ``Settlement/maxBalance``.
    case balanceOutOfRange(Int)
    /// The balances come to this instead of zero (D-DBT-7).
    case notZero(sum: Int128)
  }

  /// The number of people up to which there are certainly as few transfers as possible.
  package static let maxExactPeople = 20
  /// The largest balance: sums of a million of them fit into 128 bits.
  package static let maxBalance: Int128 = 1_000_000_000_000_000_000_000_000_000_000

  package let transfers: [Transfer]
  /// Whether no other list could be shorter.
  package let isExact: Bool

  /// - Parameter balances: what each person is owed by the others; negative for who owes.
  package init(_ balances: some Sequence<(person: String, net: Int128)>) throws(Problem) {
    var people: [(person: String, net: Int128)] = []
    var seen: Set<String> = []
    var sum: Int128 = 0
    for (index, balance) in balances.enumerated() {
      guard seen.insert(balance.person).inserted else { throw .duplicatePerson(index) }
      guard balance.net.magnitude <= Self.maxBalance.magnitude else {
        throw .balanceOutOfRange(index)
      }
      sum += balance.net
      if balance.net != 0 { people.append(balance) }
    }
    guard sum == 0 else { throw .notZero(sum: sum) }
    people.sort { $0.person < $1.person }
    let groups = ZeroSumGroups(people.map(\.net), maxExact: Self.maxExactPeople)
    var transfers: [Transfer] = []
    for group in groups.closed {
      Self.settle(group.map { people[$0] }, into: &transfers)
    }
    Self.settleByLargest(groups.rest.map { people[$0] }, into: &transfers)
    self.transfers = transfers
    isExact = groups.isExact
  }

  private init(transfers: [Transfer], isExact: Bool) {
    (self.transfers, self.isExact) = (transfers, isExact)
  }

  /// The same with a transfer in two, for tests that have to notice it.
  package var withOneTooMany: Settlement {
    guard let index = transfers.firstIndex(where: { $0.amount > 1 }) else { return self }
    let whole = transfers[index]
    var transfers = transfers
    transfers[index] = Transfer(from: whole.from, to: whole.to, amount: whole.amount - 1)
    transfers.append(Transfer(from: whole.from, to: whole.to, amount: 1))
    return Settlement(transfers: transfers, isExact: isExact)
  }

  /// Debtors and creditors of a group one after another, by id: a plan of which a part has been
  /// carried out goes on as it was.
  private static func settle(
    _ people: [(person: String, net: Int128)], into transfers: inout [Transfer]
  ) {
    var debtors = people.filter { $0.net < 0 }[...]
    var creditors = people.filter { $0.net > 0 }[...]
    while let debtor = debtors.first, let creditor = creditors.first {
      let amount = min(-debtor.net, creditor.net)
      transfers.append(Transfer(from: debtor.person, to: creditor.person, amount: amount))
      debtors[debtors.startIndex].net += amount
      creditors[creditors.startIndex].net -= amount
      if debtors[debtors.startIndex].net == 0 { debtors.removeFirst() }
      if creditors[creditors.startIndex].net == 0 { creditors.removeFirst() }
    }
  }

  /// The largest debtor pays the largest creditor; of equal ones the first by id.
  private static func settleByLargest(
    _ people: [(person: String, net: Int128)], into transfers: inout [Transfer]
  ) {
    var debtors = LargestFirst(people.filter { $0.net < 0 }.map { ($0.person, -$0.net) })
    var creditors = LargestFirst(people.filter { $0.net > 0 })
    while let debtor = debtors.takeFirst(), let creditor = creditors.takeFirst() {
      let amount = min(debtor.amount, creditor.amount)
      transfers.append(Transfer(from: debtor.person, to: creditor.person, amount: amount))
      debtors.put(debtor.person, debtor.amount - amount)
      creditors.put(creditor.person, creditor.amount - amount)
    }
  }
}

/// People by what they owe or are owed, the largest first.
private struct LargestFirst {
  /// Ascending, so that the largest is taken from the end.
  private var people: [(person: String, amount: Int128)]

  init(_ people: [(person: String, net: Int128)]) {
    self.people = people.map { ($0.person, $0.net) }.sorted(by: Self.comesLater)
  }

  private static func comesLater(
    _ left: (person: String, amount: Int128), _ right: (person: String, amount: Int128)
  ) -> Bool {
    left.amount == right.amount ? left.person > right.person : left.amount < right.amount
  }

  mutating func takeFirst() -> (person: String, amount: Int128)? { people.popLast() }

  /// Puts somebody back where they belong; nobody with nothing left.
  mutating func put(_ person: String, _ amount: Int128) {
    guard amount > 0 else { return }
    var (low, high) = (0, people.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.comesLater(people[middle], (person, amount)) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    people.insert((person, amount), at: low)
  }
}
