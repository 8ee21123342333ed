import Finances
import Household
import Replica
import SyncProtocol

/// Groups of ten people and their expenses, as use cases write them.
enum GroupRows {
  static let others = ["Ben", "Cy", "Dot", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo"]

  static func groups(_ file: ReplicaFile, _ count: Int) throws -> [ZoneID] {
    try file.write { transaction in
      try (0..<count).map { index in
        try CreateGroup(
          GroupDetails(name: "Group \(index)", currency: "EUR"), ownName: "Ada", others: others)(
            transaction
          ).id
      }
    }
  }

  /// Writes the expenses of these numbers, a thousand in a transaction.
  static func fill(_ file: ReplicaFile, _ group: ZoneID, _ numbers: Range<Int>) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 1000) {
      try file.write { transaction in
        let members = try GroupMember.of(group, in: transaction.connection).map(\.id)
        let categories = try ExpenseCategory.of(group, in: transaction.connection).map(\.id)
        for index in start..<min(start + 1000, numbers.upperBound) {
          var details = ExpenseDetails(title: "Expense \(index)", day: day(index))
          details.categoryID = categories[index % categories.count]
          let amount = Int64(1 + index * 7919 % 100_000)
          let payer = members[index % members.count]
          let sharers = (0..<2 + index % 8).map { members[($0 + index) % members.count] }
          let money = try ExpenseDraft(
            currency: index % 50 == 0 ? "JPY" : "EUR", amountMinor: amount,
            payers: [.init(payer, amount)], sharers: sharers.map { .init($0) }
          ).money()
          try AddExpense(groupID: group, details, money)(transaction)
        }
      }
    }
  }

  static func day(_ index: Int) -> String {
    let number = index % 2800
    let (year, rest) = number.quotientAndRemainder(dividingBy: 336)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(2018 + year)-\(two(1 + rest / 28))-\(two(1 + rest % 28))"
  }
}
