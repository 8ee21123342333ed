import Web

/// While a new version of Hearth brings the data of an older one up to date.
extension Catalogue {
  package var upgradingTitle: String { say("Hearth is being brought up to date") }

  package var upgradingText: String {
    say("It takes a moment after a new version was installed. This page loads again by itself.")
  }

  /// The step that is under way, and of how many.
  package func upgradingStep(_ step: Int, of count: Int, isCopying: Bool) -> String {
    let (step, count) = (number(step), number(count))
    return isCopying
      ? say("Step \(step) of \(count): the data is copied first, and the copy is checked.")
      : say("Step \(step) of \(count): the data is brought to the new version.")
  }
}
