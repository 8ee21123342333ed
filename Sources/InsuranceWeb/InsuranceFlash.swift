import Web

/// What was done to an insurance policy.
package enum InsuranceFlash: FlashText {
  case policyAdded(String)
  case policySaved(String)
  case policyDeleted(String)
  case policyAddedToHomes(String, Int)
  case policySavedInHomes(String, Int)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .policyAdded(let name): words.say("Added \(name)")
    case .policySaved(let name): words.say("Saved \(name)")
    case .policyAddedToHomes(let name, let count):
      words.plural(
        count, one: "Added the policy of \(name) to 1 home",
        other: "Added the policy of \(name) to \(words.number(count)) homes")
    case .policySavedInHomes(let name, let count):
      words.plural(
        count, one: "Saved the policy of \(name) in 1 home",
        other: "Saved the policy of \(name) in \(words.number(count)) homes")
    case .policyDeleted(let name): words.say("Deleted the policy of \(name)")
    }
  }
}

extension FlashMessage {
  package static func insurance(_ message: InsuranceFlash) -> FlashMessage { FlashMessage(message) }
}
