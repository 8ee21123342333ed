import SyncProtocol

/// The reasons for which use cases refuse. A use case with further reasons has its own failure.
package enum UseCaseFailure: Error, Equatable {
  /// The home does not exist, or the person has no access.
  case homeNotFound
  /// The home of a record to be restored is gone.
  case homeGone
  /// The record to be changed is gone, or in another home.
  case itemNotFound, locationNotFound, labelNotFound, photoNotFound, attachmentNotFound
  case entryNotFound, policyNotFound, templateNotFound, presetNotFound, searchNotFound
  /// The record that it belongs to or is about does not exist.
  case subjectNotFound
  case readOnlyHome
  case invalid([InputProblem])
  /// Another record has this name; carries that record's id.
  case nameTaken(RecordID)
  /// The record to be restored exists: somebody has restored it already.
  case alreadyThere
  /// The limit on such records has been reached meanwhile.
  case noRoom
  /// The first pull has not arrived yet.
  case profileMissing
}
