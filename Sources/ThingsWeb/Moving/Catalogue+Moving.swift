import Web

// Moving an item to another home.
extension Catalogue {
  var move: String { say("Move") }
  func moveTitle(_ name: String) -> String { say("Move \(name) to another home?") }
  func moveTitle(_ name: String, to home: String) -> String { say("Move \(name) to \(home)?") }
  var whichHome: String { say("Choose where it goes. Nothing is moved yet.") }
  var noOtherHome: String { say("There is no other home in which you may add things.") }
  var moveText: String { say("Everything about it goes along. You can undo it right after.") }
  var newPlaceOfItem: String { say("Where will it be?") }
  func moveTo(_ home: String) -> String { say("Move to \(home)") }
  func photosMove(_ count: Int) -> String {
    plural(count, one: "Its photo goes along", other: "Its \(number(count)) photos go along")
  }
  func fieldsMove(_ count: Int) -> String {
    plural(
      count, one: "Its own field goes along", other: "Its \(number(count)) own fields go along")
  }
  func papersMove(_ count: Int) -> String {
    plural(count, one: "Its paper goes along", other: "Its \(number(count)) papers go along")
  }
  func maintenanceMoves(_ count: Int) -> String {
    plural(
      count, one: "Its maintenance entry goes along",
      other: "Its \(number(count)) maintenance entries go along")
  }
  func labelsKnown(in home: String) -> String { say("Labels that \(home) has already") }
  func labelsMade(in home: String) -> String { say("Labels that will be made in \(home)") }
  var willSeeIt: String { say("Will see it from now on") }
  var willLoseIt: String { say("Will not see it any more") }
}
