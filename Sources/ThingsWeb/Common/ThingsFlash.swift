import Web

/// What was done to homes and what is in them.
package enum ThingsFlash: FlashText {
  case itemSaved(String)
  case itemAdded(String)
  case itemDeleted(String)
  case itemMoved(String, home: String)
  case photosAdded(Int)
  case photoDeleted
  case roomAdded(String)
  case roomSaved(String)
  case roomDeleted(String)
  case labelAdded(String)
  case labelSaved(String)
  case labelDeleted(String)
  case fieldAdded(String)
  case fieldSaved(String)
  case fieldDeleted(String)
  case homeAdded(String)
  case homeSaved(String)
  case homeDeleted(String)
  case primaryChanged(String)
  case homeNameShared(String)
  case itemsNumbered(Int)
  case papersAdded(Int)
  case paperSaved(String)
  case paperDeleted(String)
  case maintenanceAdded(String)
  case maintenanceSaved(String)
  case maintenanceDone(String)
  case maintenanceDeleted(String)
  case itemLent(String, to: String)
  case itemReturned(String)
  case itemSold(String)
  case itemArchived(String)
  case itemUnarchived(String)
  case itemUnsold(String)
  case itemsChanged(BulkChangePage.Action, Int)
  case nothingToChange
  case partlyUndone(Int, left: Int)
  case itemSeen(String)
  case checkFinished(String)
  case checkStopped(String)
  case templateAdded(String)
  case templateSaved(String)
  case templateDeleted(String)

  package func text(in words: Catalogue) -> String {
    switch self {
    case .itemSaved(let name): words.say("Saved \(name)")
    case .itemAdded(let name): words.say("Added \(name)")
    case .itemDeleted(let name): words.say("Deleted \(name)")
    case .itemMoved(let name, let home): words.say("Moved \(name) to \(home)")
    case .photosAdded(let count):
      words.plural(count, one: "Added 1 photo", other: "Added \(words.number(count)) photos")
    case .photoDeleted: words.say("Deleted the photo")
    case .roomAdded(let name): words.say("Added \(name)")
    case .roomSaved(let name): words.say("Saved \(name)")
    case .roomDeleted(let name): words.say("Deleted \(name); its items stay in the home")
    case .labelAdded(let name): words.say("Added \(name)")
    case .fieldAdded(let name): words.say("Items can have \(name) now")
    case .fieldSaved(let name): words.say("Saved \(name)")
    case .fieldDeleted(let name): words.say("\(name) is offered no longer")
    case .labelSaved(let name): words.say("Saved \(name)")
    case .labelDeleted(let name): words.say("Deleted \(name); its items stay")
    case .homeAdded(let name): words.say("\(name) is ready")
    case .homeSaved(let name): words.say("Saved \(name)")
    case .homeNameShared(let name):
      words.say("Saved \(name). Another of your homes has that name, too.")
    case .homeDeleted(let name): words.say("Deleted \(name); you can restore it for 30 days")
    case .primaryChanged(let name): words.say("\(name) is now your primary home")
    case .itemsNumbered(let count):
      words.plural(
        count, one: "Gave 1 item a number", other: "Gave \(words.number(count)) items a number")
    case .papersAdded(let count): words.papersAdded(count)
    case .paperSaved(let name): words.paperSaved(name)
    case .paperDeleted(let name): words.paperDeleted(name)
    case .maintenanceAdded(let title): words.say("Added \(title)")
    case .maintenanceSaved(let title): words.say("Saved \(title)")
    case .maintenanceDone(let title): words.say("Done: \(title)")
    case .maintenanceDeleted(let title): words.say("Deleted \(title)")
    case .itemLent(let name, let person): words.say("Lent \(name) to \(person)")
    case .itemReturned(let name): words.say("\(name) is back")
    case .itemSold(let name): words.say("Sold \(name); it is in the archive now")
    case .itemArchived(let name): words.say("Put \(name) into the archive")
    case .itemUnarchived(let name): words.say("Took \(name) out of the archive")
    case .itemUnsold(let name): words.say("\(name) is not sold; it counts again")
    case .itemsChanged(let action, let count): words.manyDone(action, count)
    case .nothingToChange: words.nothingToChange
    case .partlyUndone(let count, let left): words.undone(count, left: left)
    case .itemSeen(let name): words.say("\(name) was seen")
    case .checkFinished(let name): words.say("Finished the check of \(name)")
    case .checkStopped(let name):
      words.say("Stopped the check of \(name); what was seen stays seen")
    case .templateAdded(let name): words.say("New items can begin with \(name) now")
    case .templateSaved(let name): words.say("Saved \(name)")
    case .templateDeleted(let name): words.say("Deleted \(name); its items stay")
    }
  }
}

extension FlashMessage {
  package static func things(_ message: ThingsFlash) -> FlashMessage { FlashMessage(message) }
}
