import FoundationEssentials
import Household
import Importing
import TimeZones
import Values

/// The settings that reading a file depends on and that the file does not contain.
package struct ImportSettings: Sendable {
  package static let standardCurrency = "EUR"

  package var currency: String
  package var timeZone: CivilTimeZone

  package init(_ profile: Profile?) {
    currency = profile?.currency ?? Self.standardCurrency
    // For a time zone that this system does not know, GMT is used.
    timeZone = profile.flatMap { CivilTimeZone(identifier: $0.timeZone) } ?? .utc
  }

  package var options: ImportOptions {
    let timeZone = timeZone
    // This program sets only known currencies, but a newer one may have set another.
    let currency =
      Currency(code: currency) ?? Currency(code: Self.standardCurrency, exponent: 2)
    return ImportOptions(currency: currency) {
      timeZone.secondsFromUTC(at: Int64($0))
    }
  }
}
