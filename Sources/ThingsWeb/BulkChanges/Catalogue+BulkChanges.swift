import Web

// Doing one thing to many items.
extension Catalogue {
  func manyAction(_ action: BulkChangePage.Action) -> String {
    switch action {
    case .move: say("Move")
    case .label: say("Labels")
    case .edit: say("Set a field")
    case .archive: say("Archive")
    case .unarchive: say("Unarchive")
    case .delete: say("Delete")
    case .export: say("Export")
    }
  }

  func manyTitle(_ action: BulkChangePage.Action, _ count: Int) -> String {
    switch action {
    case .move: say("Where do \(itemCount(count)) go?")
    case .label: say("Labels of \(itemCount(count))")
    default: say("Set a field of \(itemCount(count))")
    }
  }

  func manyQuestion(_ action: BulkChangePage.Action, _ count: Int) -> String {
    switch action {
    case .move: say("Move \(itemCount(count))?")
    case .label: say("Change the labels of \(itemCount(count))?")
    case .edit: say("Change \(itemCount(count))?")
    case .archive: say("Archive \(itemCount(count))?")
    case .unarchive: say("Take \(itemCount(count)) out of the archive?")
    case .delete: say("Delete \(itemCount(count))?")
    case .export: say("Export \(itemCount(count))?")
    }
  }

  func manyText(_ action: BulkChangePage.Action) -> String {
    switch action {
    case .archive: say("They keep all that is known of them and leave the lists. Undo right after.")
    default: say("All of them at once, or none. You can undo it right after.")
    }
  }

  func manyButton(_ action: BulkChangePage.Action, _ count: Int) -> String {
    switch action {
    case .move: say("Move \(itemCount(count))")
    case .label, .edit: say("Change \(itemCount(count))")
    case .archive: say("Archive \(itemCount(count))")
    case .unarchive: say("Unarchive \(itemCount(count))")
    case .delete: say("Delete \(itemCount(count))")
    case .export: say("Export \(itemCount(count))")
    }
  }

  func manyDone(_ action: BulkChangePage.Action, _ count: Int) -> String {
    switch action {
    case .move: say("Moved \(itemCount(count))")
    case .archive: say("Archived \(itemCount(count))")
    case .unarchive: say("Took \(itemCount(count)) out of the archive")
    case .delete: say("Deleted \(itemCount(count))")
    case .label, .edit, .export: say("Changed \(itemCount(count))")
    }
  }
  var nothingToChange: String { say("They were all like that already") }
  func undone(_ count: Int, left: Int) -> String {
    plural(
      left, one: "Undone for \(itemCount(count)); 1 was changed since and stays",
      other: "Undone for \(itemCount(count)); \(number(left)) were changed since and stay")
  }

  // The list
  func allThatMatch(_ count: ItemListPage.Count) -> String {
    guard case .exactly(let count) = count else { return say("All that match, on every page") }
    return plural(count, one: "The one that matches", other: "All \(number(count)) that match")
  }
  var whatToDoWithMany: String { say("What to do with the chosen items") }

  // Questions
  var nothingTickedTitle: String { say("Nothing is chosen") }
  var nothingTickedText: String {
    say("Go back and tick some items, or choose all that match. Deleted ones cannot be changed.")
  }
  func tooManyTitle(_ max: Int) -> String { say("More than \(number(max)) at once") }
  func tooManyText(_ max: Int) -> String {
    say(
      "At most \(number(max)) items are changed at once. Narrow the list with a search or filter.")
  }
  var selectionChanged: String {
    say("Someone changed these items meanwhile. This is how it is now; look again and go on.")
  }
  func itemsGone(_ count: Int) -> String {
    plural(
      count, one: "1 item was deleted or moved elsewhere meanwhile",
      other: "\(number(count)) items were deleted or moved elsewhere meanwhile")
  }
  func itemsReadOnly(_ count: Int) -> String {
    plural(
      count, one: "1 item is in a home that you can only view, and stays as it is",
      other: "\(number(count)) items are in homes that you can only view, and stay as they are")
  }
  var backToList: String { say("Back to the list") }
  var whereTo: String { say("Home and place") }
  func noPlaceIn(_ home: String) -> String { say("\(home), no place in particular") }
  var addLabels: String { say("Add these labels") }
  var removeLabels: String { say("Take these labels off") }
  var newLabelToAdd: String { say("Add a new label") }
  var chooseFieldText: String { say("One field at a time. Fill one in and go on with it.") }
  var emptyTakesAway: String { say("Leave it empty to clear it.") }
  func name(of field: BulkChangePage.Field) -> String {
    switch field {
    case .condition: condition
    case .manufacturer: manufacturer
    case .purchasedFrom: purchasedFrom
    case .purchasedOn: purchasedOn
    case .warrantyUntil: warrantyUntil
    case .isInsured: insured
    }
  }
  var goTo: String { say("Go to") }
  var labelsAdded: String { say("Labels added") }
  var labelsRemoved: String { say("Labels taken off") }
  var takenAway: String { say("cleared") }
  func alreadySo(_ count: Int) -> String {
    plural(
      count, one: "1 of them is like that already",
      other: "\(number(count)) of them are like that already")
  }
  func photosOfThemMove(_ count: Int) -> String {
    plural(count, one: "1 photo goes along", other: "\(number(count)) photos go along")
  }
  func photosDeleted(_ count: Int) -> String {
    plural(count, one: "1 photo goes with them", other: "\(number(count)) photos go with them")
  }
  func papersDeleted(_ count: Int) -> String {
    plural(count, one: "1 paper goes with them", other: "\(number(count)) papers go with them")
  }
  var willSeeThem: String { say("Will see them from now on") }
  var willLoseThem: String { say("Will not see them any more") }
}
