import Household
import SyncProtocol

/// What a change set writes of an expense, such as one that the hub has refused.
package struct ExpenseChange: Sendable {
  package let expenseID: RecordID
  package let groupID: ZoneID
  /// The amounts; `nil` if it leaves them as they are.
  package let money: ExpenseMoney?
  private let registers: SortedMap<FieldValue>

  /// `nil` for a change set that writes no expense, or amounts that cannot be read.
  package init?(_ changeSet: ChangeSet) {
    let written = changeSet.mutations.first {
      $0.table == "expenses" && ($0.kind == .insert || $0.kind == .update)
    }
    guard let written else { return nil }
    (expenseID, groupID, registers) = (written.id, written.zone, written.registers)
    guard let content = written.registers["money"] else {
      money = nil
      return
    }
    guard let money = ExpenseMoney(content) else { return nil }
    self.money = money
  }

  /// The details with what is written over those that are stored, or over none.
  package func details(over stored: ExpenseDetails?) -> ExpenseDetails {
    var details = stored ?? ExpenseDetails(title: "", day: nil)
    for field in ExpenseDetails.fields {
      if let value = registers[field.name] { field.take(value, into: &details) }
    }
    return details
  }
}
