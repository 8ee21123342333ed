import Values
import Web

/// What a person has spent and earned, by month, and what they look for.
package enum LedgerPage {
  /// The raw values are words of an address.
  package enum Flow: String, Equatable, Sendable, CaseIterable {
    case spending, income, sent, received
  }

  package struct Row: Equatable, Sendable {
    /// What it is kept under, for a page that changes in place.
    package var key: String
    package var route: Route
    package var flow: Flow
    package var title: String
    package var day: CalendarDay?
    package var amount: Money
    /// In the person's currency, where that is another one.
    package var converted: Money?
    /// Whether there is no amount in the person's currency.
    package var isUnconverted = false
    /// Whether it was saved on this device and has not reached the hub.
    package var isWaiting = false
    /// Whether its box is ticked; `nil` where there are no boxes.
    package var isTicked: Bool?
    package var emoji = ""
    package var colour: PaletteColour?
    package var category: String?
    /// The group that it is from, or was.
    package var group: String?
    package var tags: [String] = []
    package var note = ""
  }

  /// What may be chosen in a filter.
  package struct Choice: Equatable, Sendable {
    package var value: String
    package var name: String

    package init(_ value: String, _ name: String) { (self.value, self.name) = (value, name) }
  }

  /// A year, or a month of it.
  package struct Period: Equatable, Sendable {
    package var year: Int
    /// 1 to 12.
    package var month: Int?
  }

  /// A month, with its sums in the person's currency.
  package struct Month: Equatable, Sendable {
    package var year: Int
    /// 1 to 12.
    package var number: Int
    /// `YYYY-MM`.
    package var text: String
    /// `YYYY-MM`.
    package var previous: String?
    package var next: String?
    package var spent: Money
    /// The part of it that is shares of groups.
    package var shared: Money
    package var income: Money
    package var sent: Money
    package var received: Money
    /// What was meant to be spent; `nil` for no budget of all. In a currency of its own where there
    /// is no rate.
    package var budget: Money?
    /// How many rows are in no sum, as there is no rate.
    package var unconverted: Int
    /// How many of the rows shown have not reached the hub.
    package var waitingCount = 0
  }

  /// What all rows of a list come to.
  package struct Total: Equatable, Sendable {
    package var flow: Flow
    package var amount: Money
  }

  package struct Progress: Equatable, Sendable {
    package var currency: String
    package var done: Int
    package var all: Int
    package var hasFailed = false
  }

  package struct Model: Equatable, Sendable {
    package var query = LedgerQuery()
    /// `nil` where something is looked for over all months.
    package var month: Month?
    /// The months that something is looked for in; `nil` for all.
    package var period: Period?
    /// What all that was found comes to, in the person's currency.
    package var totals: [Total] = []
    /// How many of the rows found are in no total, as there is no rate.
    package var unconverted = 0
    /// Whether all that was found is in the totals; otherwise only the latest.
    package var isWhole = true
    /// How many rows are in the totals.
    package var foundCount = 0
    /// The search text as it was understood.
    package var parts = SearchParts()
    /// The person's saved searches of their ledger.
    package var searches: [SavedSearchLink] = []
    /// What is asked for as one search text, and where it is saved.
    package var saving: NewSearch?
    /// Whether the page ended because too many rows did not match.
    package var isCutShort = false
    package var rows: [Row]
    package var next: String?
    package var categories: [Choice] = []
    package var tags: [String] = []
    package var sources: [Choice] = []
    /// Whether nothing was ever entered.
    package var isEmpty = false
    /// Converting into another currency, while it is under way.
    package var progress: Progress?
  }
}
