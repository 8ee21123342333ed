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
      (">50", helpEntryAmount), ("amount:20..50usd", helpAmountRange),
      ("category:groceries", helpEntryCategory), ("tag:holiday", helpEntryTag),
      ("date:2026-11", helpDate), ("date<30d", helpLastDays),
      ("kind:income", helpEntryKind), ("is:own", helpEntryOwn), ("group:flat", helpEntryGroup),
      ("no:category", helpEntryHas), ("is:unconverted", helpEntryUnconverted),
      ("\"bus ticket\"", helpTogether), ("-tag:work", helpLeavesOut),
    ]
  }
  private var helpEntryAmount: String {
    say("a greater amount, as entered or in your currency; also <, <= and >=")
  }
  private var helpEntryCategory: String { say("of a category; so do currency, title and note") }
  private var helpEntryTag: String { say("with a tag") }
  private var helpEntryKind: String {
    say("also spending, payment, sent, received and refund")
  }
  private var helpEntryOwn: String { say("your own entries; is:shared finds shares of groups") }
  private var helpEntryGroup: String { say("your shares of one group") }
  private var helpEntryHas: String { say("has or no, with category, tag, note, place") }
  private var helpEntryUnconverted: String { say("not converted into your currency") }

  // Names of conditions
  func clause(_ clause: LedgerList.Filter.Clause) -> String {
    self.clause(clause) {
      switch $0 {
      case .spending: name(of: LedgerPage.Flow.spending)
      case .income: name(of: LedgerPage.Flow.income)
      case .sent: name(of: LedgerPage.Flow.sent)
      case .received: name(of: LedgerPage.Flow.received)
      case .payment: say("Payments")
      case .refund: say("Refunds")
      }
    } feature: {
      switch $0 {
      case .category: say("Category")
      case .tag: say("Tag")
      case .note: noteTitle
      case .place: say("Place")
      }
    } own: {
      switch $0 {
      case .tag(let name): filter(say("Tag"), is: name)
      case .group(let name): filter(say("Group"), is: name)
      case .state(.own): onlyOwn
      case .state(.shared): sharesOfGroups
      case .state(.unconverted): say("Not converted")
      case .state(.leftOut): leftOut
      }
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
