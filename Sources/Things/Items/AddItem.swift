import Household
import Replica
import SyncProtocol

/// Adds an item to a home, with its labels and custom fields.
package struct AddItem: Sendable {
  package var homeID: ZoneID
  package var details: ItemDetails
  package var labelIDs: Set<RecordID>
  package var fields: [CustomField]

  package typealias Failure = UseCaseFailure

  package init(
    homeID: ZoneID, _ details: ItemDetails, labelIDs: Set<RecordID> = [],
    fields: [CustomField] = []
  ) {
    self.homeID = homeID
    self.details = details
    self.labelIDs = labelIDs
    self.fields = fields
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Item {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.clean(details, ItemDetails.fields)
    check.residual(details)
    try transaction.refuseAmounts(of: homeID, details, ItemDetails.fields, &check)
    let fields = check.fields(fields)
    try check.kinds(of: fields, before: [], home: homeID, in: connection)
    if try !transaction.isLocation(details.locationID, in: homeID) {
      check.fail(.locationID, .notInThisHome)
    }
    if try !transaction.areLabels(labelIDs, in: homeID) { check.fail(.labels, .notInThisHome) }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let item = Item(
      id: transaction.newID(), homeID: homeID, details: details,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try item.insert(in: connection)
    for label in labelIDs.sorted() {
      try ItemLabel(homeID: homeID, itemID: item.id, labelID: label).insert(in: connection)
    }
    for (position, field) in fields.enumerated() {
      try ItemField(
        id: transaction.newID(), homeID: homeID, itemID: item.id, name: field.name,
        value: field.value, sortOrder: position
      ).insert(in: connection)
    }
    return item
  }
}
