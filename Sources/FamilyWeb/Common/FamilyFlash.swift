import Web

/// What was done in a family.
package enum FamilyFlash: FlashText {
  case founded(String)
  case dissolved(String)
  case saved(String)
  case routineAdded(String)
  case routineDeleted(String)
  case routineArchived(String)
  case doneTooOften
  case routineBack(String)
  case skipped(String)
  case swapped(String)
  case awayNoted(String)
  case awayRemoved
  case childAdded(String)
  case grownUp(String)
  case childRemoved(String)
  case pinSet(String)
  case pinRemoved(String)
  case photoMissing
  case approvedAlready
  case tooFarAhead
  case outOfOrder
  case tooFewStars
  case wishIsOpen
  case wished(String)
  case granted(String)
  case notGranted(String)
  case importCancelled
  case importUndone(Int)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .founded(let name): words.say("\(name) is ready. Invite the others next.")
    case .dissolved(let name): words.say("Dissolved \(name)")
    case .saved(let name): words.say("Saved \(name)")
    case .routineAdded(let name): words.say("Added \(name)")
    case .routineDeleted(let name): words.say("Deleted \(name)")
    case .routineArchived(let name): words.say("\(name) is out of the way")
    case .doneTooOften:
      words.say("It was done too often to be deleted. Archive it: its history stays.")
    case .routineBack(let name): words.say("\(name) is back")
    case .skipped(let name): words.say("Skipped. \(name) is next.")
    case .swapped(let name): words.say("\(name) does it")
    case .awayNoted(let name): words.say("Turns pass \(name) by while \(name) is away")
    case .photoMissing: words.say("Take a photo first")
    case .approvedAlready: words.say("A parent has approved this. Ask a parent to undo it.")
    case .tooFarAhead: words.say("That day is too far ahead. Tick it the day before, or later.")
    case .outOfOrder: words.say("Another step comes first.")
    case .tooFewStars: words.say("There aren't enough stars for that.")
    case .wishIsOpen:
      words.say("Somebody asks for this reward. Decide the wish first, then archive the reward.")
    case .wished(let name): words.say("Asked for \(name)")
    case .granted(let name): words.say("Granted \(name)")
    case .notGranted(let name): words.say("Not granted: \(name)")
    case .importCancelled: words.say("Cancelled. Nothing was imported.")
    case .importUndone(let count):
      words.plural(
        count, one: "Undone: 1 record is gone",
        other: "Undone: \(words.number(count)) records are gone")
    case .awayRemoved: words.say("Removed the days away")
    case .childAdded(let name): words.say("Added \(name). Let \(name) in with a code next.")
    case .grownUp(let name): words.say("\(name) signs in alone from now on")
    case .childRemoved(let name): words.say("Removed \(name)")
    case .pinSet(let name): words.say("\(name) has a PIN now")
    case .pinRemoved(let name): words.say("\(name) has no PIN any more")
    }
  }
}

extension FlashMessage {
  package static func family(_ message: FamilyFlash) -> FlashMessage { FlashMessage(message) }
}
