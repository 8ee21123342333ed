import Web

// Bringing a family back from its file: the words of its pages.
extension Catalogue {
  var importFamily: String { say("Bring a family back") }
  var importFamilyText: String {
    say("From the file of a family, or from an archive of everything of another Hearth.")
  }
  var importFamilyNote: String { say("From a file: routines, stars, and who did what") }
  var familyFiles: String { say("Files") }
  var exportFamily: String { say("Export") }
  var exportFamilyNote: String { say("The family is part of the archive of everything") }
  func familyFileKinds(_ size: String) -> String { say("An archive of Hearth; up to \(size)") }
  func importedRecords(_ when: String, _ count: Int) -> String {
    plural(count, one: "\(when) · 1 record", other: "\(when) · \(number(count)) records")
  }
  func fileAndFamily(_ file: String, _ family: String) -> String { say("\(file) · \(family)") }
  func becomesNew(_ family: String) -> String {
    say("\(family) becomes a new family, with you as its parent.")
  }
  func comesInto(_ family: String) -> String {
    say("It comes into \(family). What is there stays as it is.")
  }
  var whatComes: String { say("What comes") }
  var whatCame: String { say("What came") }
  func countNew(_ count: Int, present: Int) -> String {
    present == 0
      ? number(count)
      : count == 0
        ? say("\(number(present)) there already")
        : say("\(number(count)) new, \(number(present)) there already")
  }
  var whoIsWho: String { say("Who is who") }
  var whoIsWhoText: String {
    say("What somebody did stays theirs. Whoever isn't in the family stays a name.")
  }
  var staysName: String { say("Only the name stays") }
  var importNow: String { say("Bring it back") }
  var choicesChanged: String {
    say("This is what would happen with your choices. Go on if it is right.")
  }
  var familyChangedSince: String {
    say("The family has changed since you saw this. Look at it again, then go on.")
  }
  func importFailed(_ reason: ErrorReason) -> String {
    say("\(errorTitle(reason)): \(errorText(reason))")
  }
  var mendedOrLeftOut: String { say("Mended or left out") }
  var importing: String { say("Bringing it back …") }
  func recordProgress(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) records")
  }
  func pictureProgress(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) pictures")
  }
  func broughtBack(_ family: String) -> String { say("\(family) is back") }
  var seeFamily: String { say("See the family") }
  func recordsGo(_ count: Int) -> String {
    plural(count, one: "1 record goes", other: "\(number(count)) records go")
  }
  var familyGoes: String { say("The family goes as a whole") }
  func recordsStay(_ count: Int) -> String {
    plural(count, one: "1 record stays", other: "\(number(count)) records stay")
  }
  var recordsStayWhy: String { say("They were changed since, or something was done with them") }
}
