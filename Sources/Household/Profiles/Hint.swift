import Replica

/// Help that is shown until the person dismisses it.
package enum Hint: String, CaseIterable, Sendable {
  /// The first steps in a new home.
  case firstSteps
  /// Finding one's way between several homes (S3-R-5).
  case severalHomes
}

extension Profile {
  package func hasDismissed(_ hint: Hint) -> Bool {
    dismissedHints.split(separator: " ").contains { $0 == hint.rawValue }
  }
}

/// Dismisses a hint for good, on all devices of the person. Doing it again writes nothing.
package struct DismissHint: Sendable {
  package var hint: Hint

  package typealias Failure = UseCaseFailure

  package init(_ hint: Hint) { self.hint = hint }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let old = try Profile.own(in: transaction.connection) else {
      throw Failure.profileMissing
    }
    guard !old.hasDismissed(hint) else { return }
    var profile = old
    profile.dismissedHints =
      (old.dismissedHints.split(separator: " ").map(String.init)
      + [hint.rawValue]).sorted().joined(separator: " ")
    try profile.update(from: old, in: transaction.connection)
  }
}
