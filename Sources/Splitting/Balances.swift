/// What everybody paid and owes in one currency.
///
/// The sum of all nets is always 0, because what is paid of an expense is also owed by somebody. No
/// number of expenses that fits into memory leaves 128 bits.
package struct Balances: Equatable, Sendable {
  package struct Balance: Equatable, Sendable {
    package let person: String
    package fileprivate(set) var paid: Int128 = 0
    package fileprivate(set) var owed: Int128 = 0
    /// What the person gets from the others; owes them when negative (S2-BAL-1).
    package var net: Int128 { paid - owed }
  }

  package let currency: String
  /// In the order in which people first appear: payers of an expense, then participants.
  package private(set) var people: [Balance] = []
  private var positions: [String: Int] = [:]

  private init(currency: String) { self.currency = currency }

  /// The balances of each currency that occurs, in the order of their first expense (D-DBT-1).
  package static func of(_ expenses: some Sequence<Expense>) -> [Balances] {
    var all: [Balances] = []
    var positions: [String: Int] = [:]
    for expense in expenses {
      let position = positions[expense.currency] ?? all.count
      if position == all.count {
        all.append(Balances(currency: expense.currency))
        positions[expense.currency] = position
      }
      all[position].add(expense)
    }
    return all
  }

  private mutating func add(_ expense: Expense) {
    for part in expense.paid { people[position(of: part.person)].paid += Int128(part.amount) }
    for part in expense.owed { people[position(of: part.person)].owed += Int128(part.amount) }
  }

  private mutating func position(of person: String) -> Int {
    if let position = positions[person] { return position }
    positions[person] = people.count
    people.append(Balance(person: person))
    return people.count - 1
  }

  /// A person's balance; `nil` for somebody who is in no expense.
  package subscript(person: String) -> Balance? { positions[person].map { people[$0] } }
}
