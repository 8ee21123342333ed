import Web

/// What was done to groups and expenses.
package enum MoneyFlash: FlashText {
  case groupAdded(String)
  case groupDeleted(String)
  case added(String)
  case saved(String)
  case expenseDeleted(String)
  /// Somebody whom a deleted expense names is gone, so that Undo cannot bring it back by itself.
  case restoreFromList(String)
  case categoryDeleted(String)
  case memberRemoved(String)
  case copyKept(String)
  /// With expenses that repeat, which are paused.
  case copyKeptPaused(String)
  case claimed(String)
  case released(String)
  case combined(String)
  case repeatingEnded(String)
  case rateSaved
  case rateRemoved
  case paymentAdded
  case paidMeanwhile
  case pictureSet
  case pictureDeleted
  case importCancelled
  case importUndone(expenses: Int)
  case ledgerImported(count: Int)
  case ledgerImportUndone(entries: Int)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .groupAdded(let name): words.say("\(name) is ready")
    case .groupDeleted(let name): words.say("Deleted \(name)")
    case .added(let name): words.say("Added \(name)")
    case .saved(let name): words.say("Saved \(name)")
    case .expenseDeleted(let name): words.say("Deleted \(name)")
    case .restoreFromList(let name):
      words.say("Somebody in “\(name)” is no longer in the group. You can restore it here.")
    case .categoryDeleted(let name): words.say("Deleted \(name); its expenses stay")
    case .memberRemoved(let name): words.say("\(name) is no longer a member")
    case .copyKept(let name): words.say("\(name) is a group of your own now")
    case .copyKeptPaused(let name):
      words.say("\(name) is a group of your own now. Its repeating expenses are paused.")
    case .claimed(let name): words.say("You are \(name) here")
    case .released(let name): words.say("\(name) is nobody's account now")
    case .combined(let name): words.say("They are one member now: \(name)")
    case .repeatingEnded(let name): words.say("\(name) ends; what was added stays")
    case .rateSaved: words.say("Saved the rate")
    case .rateRemoved: words.say("Removed the rate")
    case .paymentAdded: words.say("Recorded the payment")
    case .paidMeanwhile:
      words.say("Somebody has recorded a payment meanwhile; this is how it is now")
    case .pictureSet: words.say("Everybody in the group sees the picture now")
    case .pictureDeleted: words.say("Deleted the picture")
    case .importCancelled: words.say("Cancelled. Nothing was imported.")
    case .importUndone(let count):
      words.plural(
        count, one: "Took the import back: 1 expense",
        other: "Took the import back: \(words.number(count)) expenses")
    case .ledgerImportUndone(let count):
      words.plural(
        count, one: "Took the import back: 1 entry",
        other: "Took the import back: \(words.number(count)) entries")
    case .ledgerImported(let count):
      words.plural(
        count, one: "Imported 1 record", other: "Imported \(words.number(count)) records")
    }
  }
}

extension FlashMessage {
  package static func money(_ message: MoneyFlash) -> FlashMessage { FlashMessage(message) }
}
