import Household
import Replica
import SyncProtocol

/// Gives an item exactly these custom fields, in this order. Only changes are written.
package struct SetItemFields: Sendable {
  package var itemID: RecordID
  package var fields: [CustomField]

  package typealias Failure = UseCaseFailure

  package init(itemID: RecordID, fields: [CustomField]) {
    self.itemID = itemID
    self.fields = fields
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let item = try Item.find(itemID, in: connection) else { throw Failure.itemNotFound }
    try transaction.requireWritable(
      item.homeID, orThrow: Failure.itemNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let fields = check.fields(fields)
    let before = try ItemField.of(item, in: connection)
    try check.kinds(of: fields, before: before, home: item.homeID, in: connection)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    var present = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
    for (position, field) in fields.enumerated() {
      // A field that is gone by now is written as a new one, so that its text is not lost.
      if let id = field.id, let old = present.removeValue(forKey: id) {
        var new = old
        (new.name, new.value, new.sortOrder) = (field.name, field.value, position)
        try new.update(from: old, in: connection)
      } else {
        try ItemField(
          id: transaction.newID(), homeID: item.homeID, itemID: item.id, name: field.name,
          value: field.value, sortOrder: position
        ).insert(in: connection)
      }
    }
    for field in present.values.sorted(by: { $0.id < $1.id }) { try field.delete(in: connection) }
  }
}
