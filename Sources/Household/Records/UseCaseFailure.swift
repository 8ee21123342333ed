import SyncProtocol

/// What use cases refuse. One that refuses something else has a failure of its own.
package enum UseCaseFailure: Error, Equatable {
  /// The home that was named is not there, or is nobody's who asks.
  case homeNotFound
  /// It was there when what is to come back was in it.
  case homeGone
  /// What was to be changed is gone, or in another home.
  case itemNotFound, locationNotFound, labelNotFound, photoNotFound, attachmentNotFound
  case entryNotFound, policyNotFound, templateNotFound, presetNotFound, searchNotFound
  /// What it is part of, or is about.
  case subjectNotFound
  case readOnlyHome
  case invalid([InputProblem])
  /// Another one has the name, with this id.
  case nameTaken(RecordID)
  /// What was to come back is there: somebody was quicker.
  case alreadyThere
  /// There are as many by now as there may be.
  case noRoom
  /// The first pull has not come yet.
  case profileMissing
}
