import Household
import Replica
import SyncProtocol

/// Changes a field that a home offers. Values that items already have stay, under the old name.
package struct EditFieldPreset: Sendable {
  package var presetID: RecordID
  package var details: FieldPresetDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the field as it is now.
  package var base: FieldPresetDetails?

  package typealias Failure = UseCaseFailure

  package init(
    presetID: RecordID, details: FieldPresetDetails, base: FieldPresetDetails? = nil
  ) {
    self.presetID = presetID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> FieldPreset {
    let connection = transaction.connection
    guard let old = try FieldPreset.find(presetID, in: connection) else {
      throw Failure.presetNotFound
    }
    try transaction.requireWritable(
      old.homeID, orThrow: Failure.presetNotFound, readOnly: Failure.readOnlyHome)
    var check = InputCheck()
    var (shown, preset) = (old, old)
    if let base { shown.details = base }
    preset.details = check.fieldPreset(details)
    guard check.problems.isEmpty else { throw Failure.invalid(check.problems) }
    if preset.nameKey != shown.nameKey,
      let taken = try FieldPreset.named(preset.nameKey, home: old.homeID, in: connection),
      taken.id != old.id
    {
      throw Failure.nameTaken(taken.id)
    }
    return try preset.update(from: shown, over: old, in: connection)
  }
}

/// Stops offering a field. Values that items already have stay.
package struct DeleteFieldPreset: Sendable {
  package var presetID: RecordID

  package typealias Failure = UseCaseFailure

  package init(presetID: RecordID) { self.presetID = presetID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let preset = try FieldPreset.find(presetID, in: transaction.connection) else {
      throw Failure.presetNotFound
    }
    try transaction.requireWritable(
      preset.homeID, orThrow: Failure.presetNotFound, readOnly: Failure.readOnlyHome)
    try preset.delete(in: transaction.connection)
  }
}
