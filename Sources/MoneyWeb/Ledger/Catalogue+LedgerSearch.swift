import Finances
import Household
import Values
import Web

// Searching a person's own ledger, and what is found.
extension Catalogue {
  var searchEntriesText: String {
    say("Words find entries that have all of them. These find more exactly, alone or together:")
  }
  var searchEntryExamples: [(typed: String, text: String)] {
    [
      (">50", helpEntryAmount), ("amount:20..50usd", helpEntryRange),
      ("category:groceries", helpEntryCategory), ("tag:holiday", helpEntryTag),
      ("date:2026-11", helpEntryDate), ("date<30d", helpEntryDays),
      ("kind:income", helpEntryKind), ("is:own", helpEntryOwn), ("group:flat", helpEntryGroup),
      ("no:category", helpEntryHas), ("is:unconverted", helpEntryUnconverted),
      ("\"bus ticket\"", helpEntryTogether), ("-tag:work", helpEntryLeavesOut),
    ]
  }
  private var helpEntryAmount: String {
    say("a greater amount, as entered or in your currency; also <, <= and >=")
  }
  private var helpEntryRange: String { say("from one amount to another, in a currency") }
  private var helpEntryCategory: String { say("of a category; so do currency, title and note") }
  private var helpEntryTag: String { say("with a tag") }
  private var helpEntryDate: String { say("in a month; also a year, a day, or 2026-10..2026-11") }
  private var helpEntryDays: String { say("in the last 30 days; d, w, m and y") }
  private var helpEntryKind: String {
    say("also spending, payment, sent, received and refund")
  }
  private var helpEntryOwn: String { say("your own entries; is:shared finds shares of groups") }
  private var helpEntryGroup: String { say("your shares of one group") }
  private var helpEntryHas: String { say("has or no, with category, tag, note, place") }
  private var helpEntryUnconverted: String { say("without an exchange rate") }
  private var helpEntryTogether: String { say("quotes keep words together") }
  private var helpEntryLeavesOut: String { say("a minus leaves out what follows it") }

  // Names of conditions
  func ledgerClause(_ clause: LedgerList.Filter.Clause) -> String {
    if clause.isExcluded, case .has(let feature) = clause.test {
      return say("Without: \(name(of: feature))")
    }
    let text = test(clause.test)
    return clause.isExcluded ? without(text) : text
  }

  private func test(_ test: LedgerList.Filter.Test) -> String {
    switch test {
    case .category(let name): filter(say("Category"), is: name)
    case .tag(let name): filter(say("Tag"), is: name)
    case .group(let name): filter(say("Group"), is: name)
    case .currency(let code): filter(currencyTitle, is: code)
    case .amount(let range): filter(say("Amount"), is: amount(range))
    case .day(let range): filter(say("Date"), is: days(range))
    case .kind(let kind): self.kind(kind)
    case .state(.own): onlyOwn
    case .state(.shared): sharesOfGroups
    case .state(.unconverted): say("No exchange rate")
    case .state(.leftOut): leftOut
    case .has(let feature): say("Has: \(name(of: feature))")
    case .text(.any, let text): "“\(text)”"
    case .text(.title, let text): filter(say("Title"), is: text)
    case .text(.note, let text): filter(noteTitle, is: text)
    case .text(.place, let text): filter(say("Place"), is: text)
    }
  }

  private func kind(_ kind: LedgerList.Filter.Kind) -> String {
    switch kind {
    case .spending: name(of: LedgerPage.Flow.spending)
    case .income: name(of: LedgerPage.Flow.income)
    case .sent: name(of: LedgerPage.Flow.sent)
    case .received: name(of: LedgerPage.Flow.received)
    case .payment: say("Payments")
    case .refund: say("Refunds")
    }
  }

  private func name(of feature: LedgerList.Filter.Feature) -> String {
    switch feature {
    case .category: say("Category")
    case .tag: say("Tag")
    case .note: noteTitle
    case .place: say("Place")
    }
  }

  // What was found
  func ledgerEntryCount(_ count: Int) -> String {
    plural(count, one: "1 entry", other: "\(number(count)) entries")
  }
  func latestEntriesOnly(_ count: Int) -> String {
    say("The latest \(number(count)). Choose all that match to add up more.")
  }
  var lookFurtherInEntries: String {
    say("Many entries were looked at and there are more. Look further, or narrow the search.")
  }
  var whatToDoWithEntries: String { say("What to do with the chosen entries") }
  var byCurrency: String { say("By currency") }
}
