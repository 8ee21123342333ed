import Values
import Web

/// The exchange rates of a group: those that were entered for it, and how far the bank's go.
package enum RatesPage {
  /// Where a rate is from.
  package enum Source: Equatable, Sendable {
    /// The name of the bank that publishes it.
    case bank(String)
    /// Who entered it; empty for somebody who is gone.
    case person(String)
  }

  package struct Row: Equatable, Sendable {
    package var id: String
    package var from: String
    package var to: String
    /// As it was entered.
    package var rate: String
    package var day: CalendarDay?
    package var enteredBy: String
  }

  package struct Model: Equatable, Sendable {
    package var group: ZoneLink
    /// The latest day first.
    package var rows: [Row]
    package var canWrite: Bool
    /// The currencies that the group uses, its own first.
    package var currencies: [String]
    package var values = FormValues<FormName>()
    /// The bank's name and the last day of its rates; `nil` without any.
    package var bank: Bank?
  }

  package struct Bank: Equatable, Sendable {
    package var name: String
    package var lastDay: CalendarDay
  }
}
