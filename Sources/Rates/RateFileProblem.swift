import Importing
import Values

/// Why a file of exchange rates cannot be used. Nothing of it is taken then.
package enum RateFileProblem: Error, Equatable, Sendable {
  /// The file or archive itself: missing, damaged, encrypted, too large, …
  case file(ImportFailure)
  /// An archive that does not hold exactly one CSV file.
  case noSingleTable
  /// The first line is not `Date`, and then currencies; `text` is how it begins.
  case notRates(text: String)
  /// A column of the first line, counted from 1, is no code of three capitals, or is there before.
  case column(Int, text: String)
  case tooManyColumns(max: Int)
  case tooManyDays(max: Int)
  /// There is no line with rates.
  case noRates
  /// A line, counted from 1.
  case line(Int, Reason)

  /// What is wrong with a line.
  package enum Reason: Error, Equatable, Sendable {
    /// As many cells as the first line are expected; a line that was cut off has fewer.
    case cells(found: Int, expected: Int)
    case notADay(String)
    case dayTwice(CalendarDay)
    /// Neither a number nor `N/A`.
    case notARate(currency: String, text: String)
    /// Zero or less.
    case notPositive(currency: String, text: String)
    case tooManyDigits(currency: String, text: String)
  }
}
