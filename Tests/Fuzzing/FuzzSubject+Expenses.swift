import Foundation
import Importing
import Values

extension FuzzSubject {
  /// Files of other programs with expenses: whatever is in them, what was paid and what is owed
  /// both come to the amount.
  static let expenses = [
    FuzzSubject("file of expenses") { bytes in
      // Each input has a file of its own: tests read inputs side by side.
      let name = "fuzz-expenses-\(UUID().uuidString)"
      let path = FileManager.default.temporaryDirectory.appendingPathComponent(name)
      try Data(bytes).write(to: path)
      defer { try? FileManager.default.removeItem(at: path) }
      let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
      let file = try ExpenseFile.open(path.path, name: "file")
      let group = try file.read(options)
      try check(group)
      guard try file.read(options) == group else { throw FuzzFailure("read differently again") }
    },
    FuzzSubject("document of expenses") { bytes in
      let options = ImportOptions(currency: Currency(code: "JPY", exponent: 0))
      try check(try ExpenseFile.read(document: bytes, name: "file", options))
    },
  ]

  private static func check(_ group: ImportedGroup) throws {
    for expense in group.expenses {
      let paid = expense.parts.reduce(Int128(0)) { $0 + Int128($1.paidMinor) }
      let owed = expense.parts.reduce(Int128(0)) { $0 + Int128($1.owedMinor) }
      guard paid == Int128(expense.amountMinor), owed == Int128(expense.amountMinor) else {
        throw FuzzFailure("the parts are not the amount: \(expense)")
      }
      let people = expense.parts.map(\.person) + expense.lines.flatMap { $0.sharers.map(\.person) }
      guard people.allSatisfy(group.people.indices.contains) else {
        throw FuzzFailure("somebody who is not there: \(expense)")
      }
      guard CalendarDay(expense.day) != nil, !expense.identity.isEmpty else {
        throw FuzzFailure("no day, or nothing to know it by: \(expense)")
      }
    }
    guard Set(group.expenses.map(\.identity)).count == group.expenses.count else {
      throw FuzzFailure("two expenses are one")
    }
  }
}
