import Values
import Web

// Pictures of a group's year.
extension Catalogue {
  var ownPartLegend: String { say("The thin bar is your share.") }
  var whoPaidInYear: String { say("Who paid") }
  var balanceOverTime: String { say("Balance at the end of each month") }
}
