import Web

// Today.
extension Catalogue {
  var nothingToday: String { say("Nothing needs you today") }
  var nothingTodayText: String {
    say("Maintenance, loans, warranties and what others changed show here when there is some.")
  }
  var showAll: String { say("Show all") }
  var firstOnes: String { say("Only the first are shown; see to these first.") }
}
