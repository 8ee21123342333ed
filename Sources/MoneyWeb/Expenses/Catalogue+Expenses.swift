import Values
import Web

// Expenses and payments.
extension Catalogue {
  var editExpense: String { say("Edit expense") }
  var editPayment: String { say("Edit payment") }
  var draftIsBack: String { say("What you had typed and not saved is here again.") }
  func isGone(_ name: String) -> String { say("\(name) is no longer in the group.") }
  var somebodyIsGone: String { say("Somebody who was chosen here is no longer in the group.") }
  var startAnew: String { say("Start anew") }
  var showShares: String { say("Show the parts") }
  var whatFor: String { say("What for") }
  var whatForExample: String { say("Groceries") }
  var amountTitle: String { say("Amount") }
  var amountHint: String { say("Sums like 12.50 + 3.90 work. A minus makes it a refund.") }
  var dayTitle: String { say("Day") }
  var category: String { say("Category") }
  var noCategory: String { say("None") }
  var paidBy: String { say("Paid by") }
  var choose: String { say("Choose…") }
  var severalPayers: String { say("Several people") }
  var whoPaidHowMuch: String { say("Who paid how much") }
  var splitBetween: String { say("Split between") }
  var splitHow: String { say("How it is split") }
  var splitTitle: String { say("Split") }
  func splitAs(_ title: String) -> String { say("As in “\(title)”") }
  func way(_ way: SplitWay) -> String {
    switch way {
    case .equal: say("Equally")
    case .shares: say("Shares")
    case .percentage: say("Percentages")
    case .exact: say("Amounts")
    case .adjustment: say("Extras")
    case .itemised: say("Bill")
    }
  }
  func weight(_ way: SplitWay, of member: MemberName) -> String {
    switch way {
    case .equal, .itemised: member.name
    case .shares: say("Shares of \(member.name)")
    case .percentage: say("Percentage of \(member.name)")
    case .exact: say("Amount of \(member.name)")
    case .adjustment: say("Extra of \(member.name)")
    }
  }
  func weight(_ way: SplitWay, _ weight: Int64, _ owed: Money) -> String {
    switch way {
    case .shares: shares(weight)
    case .percentage: basisPoints(weight)
    case .adjustment: say("extra \(signed(Money(weight, owed.currency)))")
    case .equal, .exact, .itemised: ""
    }
  }
  func shares(_ count: Int64) -> String {
    plural(Int(clamping: count), one: "1 share", other: "\(number(Int(clamping: count))) shares")
  }
  /// Who shares a line of a bill, and by how many shares where those differ.
  func sharers(of line: ExpensePage.Line) -> String {
    list(
      line.sharers.enumerated().map { index, sharer in
        lineSharer(
          index == 0 ? name(sharer) : object(sharer),
          line.weights.indices.contains(index) ? line.weights[index] : nil)
      })
  }
  func lineSharer(_ name: String, _ weight: Int64?) -> String {
    weight.map { say("\(name) (\(shares($0)))") } ?? name
  }
  /// Hundredths of a percent: 33.34 %.
  func basisPoints(_ points: Int64) -> String {
    percentInput(Int64(clamping: points.magnitude)) + " %"
  }
  /// Hundredths of a percent as they are typed: 33.34.
  func percentInput(_ points: Int64) -> String {
    let (whole, part) = points.quotientAndRemainder(dividingBy: 100)
    guard part != 0 else { return String(whole) }
    return "\(whole)\(region.decimalSeparator)" + (part < 10 ? "0" : "") + String(part)
  }
  var billText: String {
    say(
      """
      Enter the lines of the bill and tick who shares each; nobody ticked means all above. What the \
      lines leave of the amount, such as tax and tip, is spread over them.
      """)
  }
  func billLine(_ number: Int) -> String { say("Line \(self.number(number))") }
  var lineName: String { say("Line") }
  var moreLines: String { say("More lines") }
  var everybodysPart: String { say("Everybody's part") }
  var partsShowHere: String { say("Enter an amount to see who owes what.") }
  var moreDetails: String { say("Place and notes") }
  var placeTitle: String { say("Place") }
  var noteTitle: String { say("Notes") }
  var changedTogether: String { say("Somebody else has saved a change meanwhile") }
  var changedTogetherText: String {
    say(
      """
      Choose a version wherever they differ, then save. What you change in the form below belongs \
      to your version.
      """)
  }
  var savedNow: String { say("Saved now") }
  var yours: String { say("Yours") }
  var different: String { say("Different") }
  var sameInBoth: String { say("The same in both") }
  var amountAndSplit: String { say("Amount and split") }
  func theirVersion(_ amount: Money) -> String { say("Saved now: \(money(amount))") }
  func yourVersion(_ amount: Money) -> String { say("Yours: \(money(amount))") }
  var keepTheirs: String { say("Keep what is saved") }
  var duplicate: String { say("Duplicate") }
  var entered: String { say("Entered") }
  func enteredBy(_ name: String, on day: String) -> String {
    name.isEmpty ? day : say("by \(name), \(day)")
  }
  var bill: String { say("Bill") }
  var withoutName: String { say("Without a name") }
  var spread: String { say("Spread over the lines") }
  var spreadText: String { say("What the lines leave of the amount") }
  func paidAmount(_ amount: Money) -> String { say("paid \(money(amount))") }

  var recordAPayment: String { say("Record a payment") }
  var paymentNote: String { say("Money that one member gave another") }
  var whoPaid: String { say("Who paid") }
  var whoGotIt: String { say("Who got it") }
  var paymentTitle: String { say("Called") }
  var settleNeedsHub: String {
    say(
      """
      Your hub cannot be reached, so it is not known whether somebody else has recorded this \
      already. You can record the payment here; it is sent when the hub is back.
      """)
  }
  var useMyLocation: String { say("Use my location") }
  var locating: String { say("Looking where you are …") }
  var notLocated: String { say("Your location can't be found") }
}

// Members and categories.
extension Catalogue {
  var member: String { say("Member") }
  var addMember: String { say("Add a member") }
  var addMemberHint: String { say("They need no account.") }
  var memberExample: String { say("Ben") }
  var archivedMember: String { say("Takes part in nothing new") }
  var thisIsYou: String { say("This is you") }
  func isAccount(_ name: String) -> String {
    name.isEmpty ? say("Has left this group") : say("Is \(name)")
  }
  var noAccount: String { say("Nobody's account") }
  func isTaken(_ member: MemberName) -> String {
    say("Somebody else said before that they are \(member.name). Choose another, or add yourself.")
  }
  func youAreAlready(_ member: MemberName) -> String {
    say("You are \(member.name) here already.")
  }
  var thisIsMe: String { say("This is me") }
  var thisIsMeText: String { say("Say so, and you see what you owe and are owed here.") }
  var accountOfMember: String { say("Who this is") }
  func releaseText(_ member: MemberName) -> String {
    member.isYou
      ? say("You have said that this is you.")
      : say("Take it back if this is not them.")
  }
  func release(_ member: MemberName) -> String {
    member.isYou ? say("This is not me") : say("Take it back")
  }
  var theyAre: String { say("They are") }
  var memberName: String { say("Name") }
  var howToPay: String { say("How to pay them") }
  var howToPayYou: String { say("How to pay you") }
  var howToPayHint: String { say("An IBAN or a link, shown to whoever owes you") }
  var howToPaySomebody: String {
    say("An IBAN or a link, shown to whoever owes them and to editors of the group")
  }
  func theySayHowToPay(_ name: String) -> String {
    say("Only \(name) can change this, and only whoever owes \(name) sees it.")
  }
  var usualShares: String { say("Usual shares") }
  var usualSharesHint: String { say("How many they have when an expense is split by shares") }
  var archiveMember: String { say("Archive: they take part in nothing new") }
  var combineText: String { say("Entered twice? Make two members one.") }
  var combineStep: String { say("Combine…") }
  func combineTitle(_ name: String) -> String { say("Combine \(name) with another member") }
  func combineInto(_ name: String) -> String { say("\(name) becomes") }
  var combineKeepsSums: String { say("Their parts are added; no sum of the group changes") }
  var combine: String { say("Combine") }
  /// A member who has an account, for other editors.
  var anothersMember: String {
    say("They have said that this is them. Only they or the owner can remove them.")
  }
  var stillNamed: String { say("Expenses name them, so they can only be archived.") }
  var removeMemberText: String { say("No expense names them.") }
  var removeMember: String { say("Remove") }

  var editCategory: String { say("Edit category") }
  var newCategory: String { say("New category") }
  var categoryName: String { say("Name") }
  var addCategory: String { say("Add category") }
  var itsExpenses: String { say("Its expenses") }
  var deleteCategory: String { say("Delete category") }
  var deleteCategoryText: String { say("Its expenses stay, without a category.") }
}

// What a device has not sent yet.
extension Catalogue {
  var waiting: String { say("Waiting") }
  var waitingText: String {
    say("Saved on this device. Your server gets this as soon as it can be reached.")
  }
  func includesWaiting(_ count: Int) -> String {
    plural(
      count, one: "Includes 1 change that waits to be sent",
      other: "Includes \(number(count)) changes that wait to be sent")
  }
}

// Balances.
extension Catalogue {
  var whoOwesWhom: String { say("Who owes whom") }
  var showWhoOwesWhom: String { say("Show who owes whom") }
  var showFewest: String { say("Show the fewest payments") }
  var whoOwesWhomNote: String { say("Without shortening: through each expense") }
  var nobodyOwes: String { say("Nobody owes anybody anything.") }
  var noBalancesText: String { say("Balances show here as soon as there is an expense.") }
  func converted(into currency: String) -> String { say("All in \(currency)") }
  func rate(_ rate: ConvertedPart.Rate) -> String {
    say(
      """
      1 \(rate.from) = \(decimal(rate.rate)) \(rate.to) · \(source(rate.source)), \(day(rate.day))
      """)
  }
  /// - Parameter tooLarge: those that have a rate, but too large amounts.
  func notConverted(_ currencies: [String], tooLarge: [String], count: Int) -> String {
    let texts = [
      currencies.isEmpty ? "" : say("There is no rate for \(list(currencies))."),
      tooLarge.isEmpty ? "" : say("Amounts in \(list(tooLarge)) are too large to be converted."),
    ]
    let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
    let left = plural(
      count, one: "1 expense or payment is not in these sums.",
      other: "\(number(count)) expenses and payments are not in these sums.")
    return "\(text) \(left)"
  }
  var spending: String { say("Spending") }
  var nothingSpent: String { say("Nothing was spent") }
  var nothingSpentText: String { say("There are no expenses in this year and currency.") }
  var spentByAll: String { say("Spent by all") }
  var byMonth: String { say("By month") }
  var byCategory: String { say("By category") }
  var withoutCategory: String { say("Without a category") }
  func allAndOwn(_ all: Money, _ own: Money) -> String {
    say("\(money(all)), you \(money(own))")
  }
  var balanceRule: String { say("Balance = paid − own part + sent − received") }
  var paidForAll: String { say("Paid") }
  var ownPart: String { say("Own part") }
  var sentTitle: String { say("Sent") }
  var receivedTitle: String { say("Received") }
  var balance: String { say("Balance") }
  func andEarlier(_ count: Int) -> String {
    plural(count, one: "and 1 earlier one", other: "and \(number(count)) earlier ones")
  }
}
