import Values
import Web

// Groups, their members and what they owe.
extension Catalogue {
  var groups: String { say("Groups") }
  var newGroup: String { say("New group") }
  var expense: String { say("Expense") }
  var payment: String { say("Payment") }
  func inGroup(_ name: String) -> String { say("In \(name)") }
  func allGroups(_ count: Int) -> String { say("All \(number(count))") }
  var noGroups: String { say("No groups yet") }
  var noGroupsText: String {
    say("Share what you spend with flatmates, on a trip, or keep a group for yourself.")
  }
  var archivedGroup: String { say("Archived") }
  var onlyYou: String { say("Nobody else has it") }
  func groupPeople(_ count: Int) -> String {
    plural(count, one: "1 person has it", other: "\(number(count)) people have it")
  }
  var sayWhoYouAre: String { say("Say which member you are") }
  var settled: String { say("Settled") }
  /// Beside an amount without its sign.
  func standing(_ net: Money) -> String { net.minor < 0 ? say("You owe") : say("You are owed") }
  func standingWith(_ net: Money) -> String {
    net.minor < 0
      ? say("You owe \(money(net.magnitude))") : say("You are owed \(money(net.magnitude))")
  }
  /// The same of several currencies.
  func standings(_ nets: [Money]) -> String {
    let owed = list(nets.filter { $0.minor > 0 }.map { money($0) })
    let owes = list(nets.filter { $0.minor < 0 }.map { money($0.magnitude) })
    if owes.isEmpty { return say("You are owed \(owed)") }
    return owed.isEmpty ? say("You owe \(owes)") : say("You are owed \(owed), and owe \(owes)")
  }

  func newExpenses(_ count: Int, in group: String, isMore: Bool) -> String {
    isMore
      ? say("\(number(count)) new expenses or more in \(group)")
      : plural(
        count, one: "1 new expense in \(group)",
        other: "\(number(count)) new expenses in \(group)")
  }

  var newGroupNote: String { say("For people who share expenses. They need no account.") }
  var groupName: String { say("Name of the group") }
  var groupNameExample: String { say("Flat, or Lake weekend") }
  var emojiTitle: String { say("Emoji") }
  var currencyTitle: String { say("Currency") }
  var yourNameInGroup: String { say("Your name in it") }
  var otherMembers: String { say("Who else takes part") }
  var otherMembersHint: String { say("One name on each line. You can invite them later.") }
  var otherMembersExample: String { say("Ben\nAna") }
  var makeGroup: String { say("Make the group") }
  var groupDetails: String { say("Details") }
  var viewersCannotChangeGroup: String { say("You can look at this group and not change it.") }
  var groupColour: String { say("Colour") }
  var groupCurrencyHint: String {
    say("New expenses begin with it. Others stay in the currency they were entered in.")
  }
  var simplifies: String { say("Propose the fewest payments") }
  var archiveGroup: String { say("Archive it: everything stays, out of the way") }
  var members: String { say("Members") }
  var categories: String { say("Categories") }
  func memberCount(_ count: Int) -> String {
    plural(count, one: "1 member", other: "\(number(count)) members")
  }
  /// Expenses and payments together.
  func entryCount(_ count: Int) -> String {
    plural(count, one: "1 expense or payment", other: "\(number(count)) expenses and payments")
  }
  func categoryCount(_ count: Int) -> String {
    plural(count, one: "1 category", other: "\(number(count)) categories")
  }
  var exportTable: String { say("Export as a table") }
  var exportTableHint: String {
    say(
      """
      All expenses and payments as CSV, for a spreadsheet. You can import it again with every way \
      to split and every line of a bill. The JSON also has receipts, comments and what repeats.
      """)
  }
  var deleteGroup: String { say("Delete group") }
  var deleteGroupStep: String { say("Delete this group…") }
  var deleteGroupText: String {
    say("Deletes it with all its expenses and payments, for everybody.")
  }
  func deleteGroupTitle(_ name: String) -> String { say("Delete \(name)?") }
  var debtsAreForgotten: String { say("What people still owe each other is forgotten") }
  func typeName(_ name: String) -> String { say("Type \(name) to confirm") }
  var keepGroup: String { say("Keep it") }
}

// The page of a group.
extension Catalogue {
  var invite: String { say("Invite") }
  var addExpense: String { say("Add expense") }
  func inAll(_ total: Money) -> String { say("\(money(total)) in all") }
  var isArchivedNote: String { say("This group is archived.") }
  func incompleteNote(_ count: Int) -> String {
    plural(
      count, one: "1 expense does not add up, so it counts for nothing. Open it and save it again.",
      other:
        """
        \(number(count)) expenses do not add up, so they count for nothing. Open them and save them \
        again.
        """)
  }
  var incompleteText: String {
    say("Its parts do not come to its amount, so it counts for nothing. Edit it to mend that.")
  }
  var doesNotCount: String { say("does not count") }
  var whoAreYou: String { say("Which of these is you?") }
  var whoAreYouText: String {
    say("Then you see what you owe and are owed. You can change it later.")
  }
  func iAm(_ name: String) -> String { say("I am \(name)") }
  var noneOfThese: String { say("None of these") }
  var noExpenses: String { say("No expenses yet") }
  var noExpensesText: String { say("Add what somebody paid, and everybody sees their part.") }
  var noSuchExpenses: String { say("Nothing fits") }
  var noSuchExpensesText: String { say("No expense or payment is like that. Change the filters.") }
  var anybody: String { say("Anybody") }
  var anyCategory: String { say("Any category") }
  func ofMember(_ name: String) -> String { say("With \(name)") }
  func youOwe(_ amount: Money) -> String { say("you owe \(money(amount))") }
  func youGetBack(_ amount: Money) -> String { say("you get back \(money(amount))") }
  var balances: String { say("Balances") }
  func balances(in currency: String) -> String { say("Balances in \(currency)") }
  var howItCame: String { say("How it came about") }
  func settleWith(_ count: Int) -> String {
    plural(count, one: "Settle with 1 payment", other: "Settle with \(number(count)) payments")
  }
  var maybeFewer: String {
    say("There are more than 20 people who owe or are owed, so fewer payments may be possible.")
  }
  var why: String { say("Why") }
  var remindShort: String { say("Remind") }
  func remind(_ member: MemberName) -> String { say("Remind \(member.name)") }
  func reminderText(_ member: MemberName) -> String {
    say("Text to send to \(member.name)")
  }
  /// To be sent by whoever is owed.
  func reminder(_ transfer: GroupPage.Transfer, in group: String) -> String {
    transfer.payment.isEmpty
      ? say("\(transfer.from.name), you owe me \(money(transfer.amount)) in \(group).")
      : say(
        """
        \(transfer.from.name), you owe me \(money(transfer.amount)) in \(group). Please send it to \
        \(transfer.payment).
        """)
  }
  var record: String { say("Record") }
  /// A payment of something else than all that is owed.
  var anotherAmount: String { say("Record another amount") }
  func recordPayment(_ from: MemberName, _ to: MemberName) -> String {
    say("Record: \(pays(from, to))")
  }

  /// What the copy of a group is called that somebody keeps.
  func name(_ member: MemberName) -> String { member.isYou ? say("You") : member.name }
  func nameWithYou(_ member: MemberName) -> String {
    member.isYou ? say("\(member.name) (you)") : member.name
  }
  func pays(_ from: MemberName, _ to: MemberName) -> String {
    if from.isYou { return say("You pay \(to.name)") }
    return to.isYou ? say("\(from.name) pays you") : say("\(from.name) pays \(to.name)")
  }
  func paid(_ from: MemberName, _ to: MemberName) -> String {
    if from.isYou { return say("You paid \(to.name)") }
    return to.isYou ? say("\(from.name) paid you") : say("\(from.name) paid \(to.name)")
  }
  func owes(_ debtor: MemberName, _ creditor: MemberName) -> String {
    if debtor.isYou { return say("You owe \(creditor.name)") }
    return creditor.isYou
      ? say("\(debtor.name) owes you") : say("\(debtor.name) owes \(creditor.name)")
  }

  /// The heading of an expense: a payment is told by its people.
  func title(of row: GroupPage.Row) -> String {
    if case .payment(let from, let to) = row.what { return paid(from, to) }
    return row.title
  }

  /// Who paid, and how it is split.
  func what(_ what: GroupPage.Row.What) -> String {
    switch what {
    case .payment: payment
    case .expense(let payers, let way, let count):
      say("\(paidBy(payers)) · \(splitBetween(way, count))")
    case .refund(let payers, let way, let count):
      say("Refund to \(objects(payers)) · \(splitBetween(way, count))")
    }
  }

  private func paidBy(_ payers: [MemberName]) -> String {
    say("\(subjects(payers)) paid")
  }

  private func splitBetween(_ way: SplitWay, _ count: Int) -> String {
    switch way {
    case .equal:
      plural(
        count, one: "split between 1", other: "split equally between \(number(count))")
    case .shares: say("by shares")
    case .percentage: say("by percentages")
    case .exact: say("by amounts")
    case .adjustment: say("equally, with extras")
    case .itemised: say("by the lines of the bill")
    }
  }
}
