import SharingWeb
import Web

/// What was done to an earlier change.
package enum ActivityFlash: FlashText {
  case takenBack(left: Int)
  case valueRestored(ActivityField)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .takenBack(let left): words.takenBack(left: left)
    case .valueRestored(let field): words.say("Restored: \(words.activityField(field))")
    }
  }
}

extension FlashMessage {
  package static func activity(_ message: ActivityFlash) -> FlashMessage { FlashMessage(message) }
}
