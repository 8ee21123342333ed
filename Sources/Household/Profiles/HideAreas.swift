import Replica

extension Profile {
  /// What stands before the name of a hidden area among ``dismissedHints``: both are what the
  /// person does not want to be shown, and go to all their devices.
  fileprivate static let areaPrefix = "area:"

  /// The names of the areas that the person hides, such as `money`.
  package var hiddenAreas: Set<String> {
    Set(
      dismissedHints.split(separator: " ").compactMap { word in
        word.hasPrefix(Self.areaPrefix) ? String(word.dropFirst(Self.areaPrefix.count)) : nil
      })
  }
}

/// Hides areas of the app from a person's navigation, on all their devices, and shows the others.
/// Nothing else changes: what is in an area can still be opened. Doing it again writes nothing.
package struct HideAreas: Sendable {
  package var hidden: Set<String>
  /// The areas that this program knows; those of a newer one stay as they are.
  package var known: Set<String>

  package typealias Failure = UseCaseFailure

  package init(_ hidden: Set<String>, of known: Set<String>) {
    self.hidden = hidden
    self.known = known
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    guard let old = try Profile.own(in: transaction.connection) else {
      throw Failure.profileMissing
    }
    let before = old.hiddenAreas
    let after = before.subtracting(known).union(hidden.intersection(known))
    guard after != before else { return }
    var profile = old
    let hints = old.dismissedHints.split(separator: " ").map(String.init).filter {
      !$0.hasPrefix(Profile.areaPrefix)
    }
    profile.dismissedHints =
      (hints + after.map { Profile.areaPrefix + $0 }).sorted().joined(separator: " ")
    try profile.update(from: old, in: transaction.connection)
  }
}
