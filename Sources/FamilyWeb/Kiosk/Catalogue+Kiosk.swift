import Values
import Web

// The family's tablet and what is pressed there.
extension Catalogue {
  var familyTablets: String { say("The family's tablet") }
  var familyTabletsText: String {
    say(
      "On one tablet for all, everybody picks their face. Parents press a PIN, and so do children if you like."
    )
  }
  var makeTablet: String { say("Use this browser for it") }
  var makeTabletNote: String { say("You're signed out here.") }
  func madeOn(_ day: String) -> String { say("Since \(day)") }
  var endTablet: String { say("End") }

  var whoAreYou: String { say("Who are you?") }
  func leftToDo(_ count: Int) -> String {
    count == 0
      ? say("All done") : plural(count, one: "1 to do", other: "\(number(count)) to do")
  }
  var awayWithPicture: String { say("🧳 Away") }
  var setsPinFirst: String { say("Needs a PIN first") }
  func pressPin(_ name: String) -> String { say("\(name), press your PIN") }
  func pressPictures(_ name: String) -> String { say("\(name), press your pictures") }
  var pin: String { say("PIN") }
  var openTablet: String { say("Go") }
  var backToFaces: String { say("Back") }
  func pressed(_ count: Int) -> String {
    plural(count, one: "1 of 4 pressed", other: "\(number(count)) of 4 pressed")
  }

  func pinOf(_ name: String) -> String { say("PIN of \(name)") }
  var ownPin: String { say("Your PIN") }
  var pinNote: String { say("It opens nothing but the family's tablet.") }
  var pinDigits: String { say("4 to 8 digits") }
  var pinPictures: String { say("Four pictures, in this order") }
  func pictureNumber(_ number: Int) -> String { say("Picture \(self.number(number))") }
  var noPin: String { say("Without a PIN") }
  var childNeedsNoPin: String { say("Pressing the face is enough then.") }
  var parentWithoutPin: String { say("You can't be picked then.") }
  var removePin: String { say("Remove the PIN") }
}
