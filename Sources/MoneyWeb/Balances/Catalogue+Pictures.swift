import Values
import Web

// Pictures of a group's year.
extension Catalogue {
  var whoPaidInYear: String { say("Who paid") }
  var balanceOverTime: String { say("Balance at the end of each month") }
}
