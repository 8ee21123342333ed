import Household
import Replica
import SyncProtocol

/// Offers a field for all items of a home.
package struct AddFieldPreset: Sendable {
  package var homeID: ZoneID
  package var details: FieldPresetDetails

  package typealias Failure = UseCaseFailure

  package init(homeID: ZoneID, _ details: FieldPresetDetails) {
    self.homeID = homeID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> FieldPreset {
    let connection = transaction.connection
    try transaction.requireWritable(
      homeID, orThrow: Failure.homeNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    let details = check.fieldPreset(details)
    if try FieldPreset.of(home: homeID, in: connection).count >= FieldPreset.maxPerHome {
      check.fail(.fields, .tooMany(max: FieldPreset.maxPerHome))
    }
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    let preset = FieldPreset(
      id: transaction.newID(), homeID: homeID, name: details.name, kind: details.kind,
      choices: details.choices, createdAt: transaction.nowMilliseconds)
    if let taken = try FieldPreset.named(preset.nameKey, home: homeID, in: connection) {
      throw Failure.nameTaken(taken.id)
    }
    try preset.insert(in: connection)
    return preset
  }
}
