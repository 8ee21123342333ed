import Web

// Where a child looks for things.
extension Catalogue {
  var find: String { say("Find") }
  var findWhat: String { say("What are you looking for?") }
  var nothingToFind: String { say("Nothing here yet") }
  var nothingToFindText: String { say("What is at home shows here, with its picture.") }
  var noSuchThing: String { say("I didn't find that") }
  var noSuchThingText: String { say("Try another word.") }
  var showEverythingAgain: String { say("Show everything") }
  var whereItIs: String { say("Where it is") }
  var nowhereNoted: String { say("Nobody has noted where it is.") }
}
