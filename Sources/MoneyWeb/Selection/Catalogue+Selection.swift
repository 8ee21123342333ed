import Finances
import Household
import Values
import Web

// Searching the expenses of a group, and what they come to.
extension Catalogue {
  var searchExpenses: String { say("Search these expenses") }
  var clearFilters: String { say("Clear") }
  var nothingFoundSoFar: String { say("Nothing found so far") }
  var lookFurther: String {
    say("Many expenses were looked at and there are more. Look further, or narrow the search.")
  }

  // What can be typed
  var searchExpensesText: String {
    say("Words find expenses that have all of them. These find more exactly, alone or together:")
  }
  var searchExamples: [(typed: String, text: String)] {
    [
      (">50", helpAmount), ("amount:20..50usd", helpAmountRange), ("payer:me", helpPayer),
      ("for:me", helpFor), ("date:2026-11", helpDate), ("date<30d", helpLastDays),
      ("category:rent", helpCategory), ("kind:payment", helpKind), ("no:receipt", helpHasExpense),
      ("is:incomplete", helpIncomplete), ("\"bus ticket\"", helpTogether),
      ("-category:rent", helpLeavesOut),
    ]
  }
  private var helpAmount: String { say("a greater amount; also <, <= and >=") }
  private var helpPayer: String { say("paid by a member; me is you") }
  private var helpFor: String { say("shared by a member; member finds both") }
  private var helpCategory: String { say("of a category; so do currency, title, note and place") }
  private var helpKind: String { say("also expense and refund") }
  private var helpHasExpense: String {
    say("has or no, with receipt, note, place, category, comment")
  }
  private var helpIncomplete: String { say("does not add up") }

  // Names of conditions
  func clause(_ clause: ExpenseList.Filter.Clause) -> String {
    self.clause(clause) {
      switch $0 {
      case .expense: say("Expenses")
      case .payment: say("Payments")
      case .refund: say("Refunds")
      }
    } feature: {
      switch $0 {
      case .receipt: say("Receipt")
      case .note: noteTitle
      case .place: say("Place")
      case .category: say("Category")
      case .comment: comment
      }
    } own: {
      switch $0 {
      case .payer(let name): filter(say("Paid by"), is: name)
      case .sharer(let name): filter(say("Shared by"), is: name)
      case .participant(let name): filter(say("Member"), is: name)
      case .incomplete: say("Does not add up")
      }
    }
  }

  // Totals
  var foundTotals: String { say("Totals") }
  func expenseCount(_ count: Int) -> String {
    plural(count, one: "1 expense", other: "\(number(count)) expenses")
  }
  func paymentCount(_ count: Int) -> String {
    plural(count, one: "1 payment", other: "\(number(count)) payments")
  }
  func andPayments(_ count: Int, _ sum: Money) -> String {
    plural(
      count, one: "and 1 payment of \(money(sum))",
      other: "and \(number(count)) payments of \(money(sum)) together")
  }
  func yourPart(_ money: Money) -> String { say("your share \(self.money(money))") }
  func notCounted(_ count: Int) -> String {
    plural(
      count, one: "1 does not add up, so it counts for nothing",
      other: "\(number(count)) do not add up, so they count for nothing")
  }
  var expenses: String { say("Expenses") }
  func moreThan(_ count: Int) -> String { say("More than \(number(count))") }
  /// What a member has in what was found.
  func part(_ kind: SelectionTotals.Part.Kind, of member: MemberName) -> String {
    switch kind {
    case .paid: member.isYou ? say("Paid by you") : say("Paid by \(member.name)")
    case .share: member.isYou ? say("Your share") : say("\(member.name)’s share")
    case .sent: member.isYou ? say("Sent by you") : say("Sent by \(member.name)")
    case .received: member.isYou ? say("Received by you") : say("Received by \(member.name)")
    case .balance: member.isYou ? say("Your balance") : say("\(member.name)’s balance")
    }
  }

  // What a list is narrowed to
  func paidBy(_ member: MemberName) -> String { clause(.init(.own(.payer(name(member))))) }
  func sharedBy(_ member: MemberName) -> String { clause(.init(.own(.sharer(name(member))))) }
  func kind(isPayment: Bool) -> String {
    clause(ExpenseList.Filter.Clause(.kind(.payment), isExcluded: !isPayment))
  }
  /// The days of a list: a month, a year, or others.
  func period(of query: ExpenseQuery) -> String {
    guard let (year, month) = query.period else {
      let days = DayRange(from: query.from?.text, to: query.to?.text)
      return clause(ExpenseList.Filter.Clause(.day(days)))
    }
    return month.map { self.month($0, year: year) } ?? String(year)
  }
  func latestOnly(_ count: Int) -> String {
    say("The latest \(number(count)). Choose all that match to add up more.")
  }

  // Picked expenses
  var whatToDoWithExpenses: String { say("What to do with the chosen expenses") }
  var allThatMatch: String { say("All that match, on every page") }
  func selectionAction(_ action: SelectionPage.Action) -> String {
    switch action {
    case .total: say("Add up")
    case .export: say("Export as a table")
    }
  }
  var selectionTotals: String { say("Total of your selection") }
  var nothingPicked: String { say("Nothing is chosen") }
  var nothingPickedText: String {
    say("Go back and tick some expenses, or choose all that match.")
  }
  var backToList: String { say("Back to the list") }
}
