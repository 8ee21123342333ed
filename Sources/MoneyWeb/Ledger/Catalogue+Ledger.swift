import Values
import Web

// A person's own spending and income.
extension Catalogue {
  var personal: String { say("Personal") }
  var personalNote: String {
    say("Your own spending, and your share of every group. Only you see it.")
  }
  var newEntry: String { say("Add entry") }
  var entry: String { say("Entry") }
  /// Of money that is nobody else's.
  var ownMoney: String { say("Your own spending or income") }
  var editEntry: String { say("Edit entry") }
  var entryKind: String { say("Type") }
  var spentKind: String { say("Spending") }
  var incomeKind: String { say("Income") }
  var entryTitle: String { say("Payee or purpose") }
  var incomeFrom: String { say("From") }
  var entryExample: String { say("Bakery") }
  var entryAmountHint: String { say("Sums like 12.50 + 3.90 work.") }
  var tagsTitle: String { say("Tags") }
  var tagsHint: String { say("Separate them with commas.") }
  var deleteEntry: String { say("Delete entry") }
  var deleteEntryText: String { say("You can undo this for a while.") }
  var noEntries: String { say("No entries yet") }
  var noEntriesText: String {
    say("Add what you spend and earn. Your shares of groups will be here by themselves.")
  }
  var budgets: String { say("Budgets") }
  var budget: String { say("Budget") }
  var leftOut: String { say("Left out") }
  var months: String { say("Months") }
  var earlier: String { say("Earlier") }
  var later: String { say("Later") }
  func month(_ number: Int, year: Int) -> String { say("\(month(number)) \(String(year))") }
  func period(_ period: LedgerPage.Period?) -> String {
    guard let period else { return allMonths }
    return period.month.map { month($0, year: period.year) } ?? String(period.year)
  }
  func name(of flow: LedgerPage.Flow) -> String {
    switch flow {
    case .spending: spentInMonth
    case .income: earned
    case .sent: say("Paid to others")
    case .received: say("Received from others")
    }
  }
  var sharedPartLegend: String { say("The thin bar is your shares of groups.") }
  var spentInMonth: String { say("Spent") }
  var earned: String { say("Earned") }
  var remaining: String { say("Left") }
  func ofThemShared(_ amount: Money) -> String { say("\(money(amount)) of it in groups") }
  func spentAndShared(_ spent: Money, _ shared: Money) -> String {
    say("\(money(spent)), \(money(shared)) of it in groups")
  }
  func leftOrOver(_ left: Money) -> String {
    left.minor < 0 ? say("\(money(left.magnitude)) over") : say("\(money(left)) left")
  }
  func paidToMembers(_ sent: Money) -> String {
    say("You also paid \(money(sent)) to members of groups.")
  }
  func paidByMembers(_ received: Money) -> String {
    say("Members of groups also paid you \(money(received)).")
  }
  func notIncluded(_ count: Int, in currency: String) -> String {
    plural(
      count,
      one: """
        1 entry isn't included: there's no exchange rate into \(currency) for it, or its amount is \
        too large to be converted.
        """,
      other: """
        \(number(count)) entries aren't included: there's no exchange rate into \(currency) for \
        them, or their amounts are too large to be converted.
        """)
  }
  var notConvertedShort: String { say("not converted") }
  func converting(_ done: Int, of all: Int, into currency: String) -> String {
    say("Converting into \(currency): \(number(done)) of \(number(all)) entries")
  }
  var convertingFailed: String { say("Converting stopped before the end.") }
  var allMonths: String { say("All months") }
  var byMonthOnly: String { say("This month") }
  var anyTag: String { say("Any tag") }
  var anySource: String { say("Own and groups") }
  var onlyOwn: String { say("Only my own") }
  func fromGroup(_ name: String) -> String { say("from \(name)") }
  var searchPersonal: String { say("Search entries") }
  var nothingInMonth: String { say("Nothing in this month") }
  var nothingInMonthText: String { say("What you spend and earn in it will be here.") }
  var noSuchEntriesText: String { say("No entry is like that. Change the filters.") }
  /// An amount with the sign of what it does to a purse, where that is not plain spending.
  func amount(_ amount: Money, _ flow: LedgerPage.Flow) -> String {
    flow == .income || flow == .received ? signed(amount) : money(amount)
  }
  func flow(_ flow: LedgerPage.Flow) -> String {
    switch flow {
    case .spending: say("Your share")
    case .income: say("You earned it")
    case .sent: say("You paid it to a member")
    case .received: say("A member paid it to you")
    }
  }

  var yourPart: String { say("What it is") }
  var inYourCurrency: String { say("In your currency") }
  var categoryOfGroup: String { say("Category in the group") }
  var shareText: String {
    say("This comes from the group, so it changes with the expense. Edit the expense to change it.")
  }
  var keptText: String {
    say("You aren't in this group any more. This is how it was when you last had it.")
  }
  var openExpense: String { say("Open the expense") }
  var yourNotes: String { say("Your own notes") }
  var yourNotesText: String { say("Only you see these. They stay, whatever happens in the group.") }
  var likeTheGroup: String { say("As in the group") }
  var leaveOut: String { say("Leave it out of my lists and sums") }
  var forgetShare: String { say("Delete share") }
  var forgetText: String { say("It leaves your lists and sums.") }

  var everythingSpent: String { say("Everything") }
  var onlyThisMonth: String { say("Only this month") }
  var setBudget: String { say("Set a budget") }
  var budgetHint: String { say("It holds from this month on. Zero ends it.") }
  func spentOf(_ spent: Money, _ budget: Money) -> String {
    say("\(money(spent)) of \(money(budget)) spent")
  }
  /// Of a budget in another currency, whose amount stands beside it.
  var budgetNotConverted: String { say("Not converted") }
  func spentWithoutRate(_ spent: Money) -> String {
    say("\(money(spent)) spent, the budget can't be converted")
  }
  func spentWithoutBudget(_ spent: Money) -> String { say("\(money(spent)) spent, no budget") }

  var sharesOfGroups: String { say("Shares of groups") }
  var ownCategories: String { say("Your categories") }
  var ownCategoriesText: String {
    say("A group's category counts as yours when it has the same name.")
  }
  var noOwnCategories: String { say("No categories yet") }
  var noOwnCategoriesText: String { say("Begin with the usual ones, or add your own below.") }
  var addUsual: String { say("Add the usual ones") }
  var itsEntries: String { say("Entries") }
  var deleteOwnCategoryText: String {
    say("Its entries stay, without a category. Its budgets go.")
  }
}
