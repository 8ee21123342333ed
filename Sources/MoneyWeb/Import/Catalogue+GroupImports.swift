import Values
import Web

// Importing expenses: the words of its pages.
extension Catalogue {
  var importExpenses: String { say("Import expenses") }
  var importExpensesIntro: String {
    say("From Splitwise, Spliit, IHateMoney, Cospend, another Hearth, or a table of your own.")
  }
  func expenseFileKinds(_ size: String) -> String {
    say("CSV, JSON, or an archive of Hearth; up to \(size)")
  }
  var importIntoGroup: String { say("Import into") }
  var aNewGroup: String { say("A new group") }
  var newGroupName: String { say("Name of the new group") }
  func importedExpenses(_ when: String, _ count: Int) -> String {
    plural(
      count, one: "\(when) · 1 expense", other: "\(when) · \(number(count)) expenses")
  }
  func fileAndSource(_ file: String, _ source: GroupImportSource) -> String {
    say("\(file) · \(sourceName(source))")
  }
  private func sourceName(_ source: GroupImportSource) -> String {
    switch source {
    case .splitwise: "Splitwise"
    case .spliit: "Spliit"
    case .ihatemoney: "IHateMoney"
    case .cospend: "Cospend"
    case .hearth: "Hearth"
    case .table: say("Table")
    }
  }
  var bucketNew: String { say("New") }
  var bucketPresent: String { say("There already") }
  var bucketLeftOut: String { say("Left out") }
  var expensesComing: String { say("expenses will be added") }
  var expensesAdded: String { say("expenses were added") }
  var thereAlready: String { say("stay as they are") }
  var stayOut: String { say("rows stay out") }
  var wereLeftOut: String { say("rows were left out") }
  func unknownPayers(_ count: Int) -> String {
    plural(
      count,
      one: """
        In 1 expense several people are paid back, and the file doesn't tell how much each of them \
        paid. Its balances are exact; who paid how much is divided equally and may be wrong.
        """,
      other: """
        In \(number(count)) expenses several people are paid back, and the file doesn't tell how \
        much each of them paid. Their balances are exact; who paid how much is divided equally and \
        may be wrong.
        """)
  }
  var payerUnknown: String { say("who paid how much is not known") }
  func roundedAmounts(_ count: Int) -> String {
    plural(
      count, one: "1 amount has more decimals than its currency. It is rounded.",
      other: "\(number(count)) amounts have more decimals than their currency. They are rounded.")
  }
  func receiptsComing(_ count: Int) -> String {
    plural(count, one: "1 receipt comes along.", other: "\(number(count)) receipts come along.")
  }
  func receiptsCame(_ count: Int) -> String {
    plural(count, one: "1 receipt came along.", other: "\(number(count)) receipts came along.")
  }
  func receiptsMissing(_ count: Int) -> String {
    plural(
      count,
      one: """
        1 receipt stays out: its file isn't in this file. An archive of everything has the files.
        """,
      other: """
        \(number(count)) receipts stay out: their files aren't in this file. An archive of \
        everything has the files.
        """)
  }
  func receiptsSurplus(_ count: Int) -> String {
    plural(
      count, one: "1 receipt stays out: an expense can't have that many.",
      other: "\(number(count)) receipts stay out: an expense can't have that many.")
  }
  var pictureMissing: String {
    say("The group comes without its picture: its file isn't in this file.")
  }
  var groupOfArchive: String { say("Group of the archive") }
  var currencyOfFile: String { say("Currency of amounts that name none") }
  var whoOfThem: String { say("Which of them are you?") }
  func noneOfThem(_ name: String) -> String { say("None of them: add \(name)") }
  var whoIsWho: String { say("Who is who") }
  var whoIsWhoText: String {
    say("Choose whom each person of the file is here. The group remembers it for the next file.")
  }
  var newMember: String { say("A new member") }
  var nameColumns: String { say("Name the columns") }
  func importCount(_ count: Int) -> String {
    plural(count, one: "Import 1 expense", other: "Import \(number(count)) expenses")
  }
  var balancesAfterwards: String { say("Balances afterwards") }
  func balanceBefore(_ amount: Money) -> String { say("\(signed(amount)) before") }
  var newExpensesTitle: String { say("New expenses") }
  func expenseLine(_ row: GroupImportPage.Row) -> String {
    let payers = list(row.payers)
    let parts = [
      row.day.map { day($0) } ?? "",
      row.isPayment ? say("Payment by \(payers)") : say("\(payers) paid"),
      row.isPayerUnknown ? payerUnknown : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
  func categoriesComing(_ names: [String]) -> String {
    let shown = Array(names.prefix(12)) + (names.count > 12 ? [andMore(names.count - 12)] : [])
    return plural(
      names.count, one: "New category: \(list(shown))", other: "New categories: \(list(shown))")
  }
  var staysOut: String { say("What stays out") }
  var notImported: String { say("What was left out") }
  var groupChangedSince: String {
    say("The group has changed since you saw this. Look at it again, then import.")
  }
  var choicesChanged: String {
    say("This is what would happen with your choices. Import it if it is right.")
  }
  var importingExpenses: String { say("Importing …") }
  func expenseProgress(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) expenses")
  }
  func fileProgress(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) receipts")
  }
  var seeGroup: String { say("See the group") }
  func groupGoes(_ name: String) -> String { say("The group \(name) goes") }
  func expensesGo(_ count: Int) -> String {
    plural(count, one: "1 expense goes", other: "\(number(count)) expenses go")
  }
  func membersGo(_ count: Int) -> String {
    plural(count, one: "1 member goes", other: "\(number(count)) members go")
  }
  func categoriesGo(_ count: Int) -> String {
    plural(count, one: "1 category goes", other: "\(number(count)) categories go")
  }
  func expensesKept(_ count: Int) -> String {
    plural(
      count, one: "1 expense was changed since, and stays",
      other: "\(number(count)) expenses were changed since, and stay")
  }
  var exportDocument: String { say("Everything as JSON") }
  var exportDocumentHint: String {
    say("Members, categories and expenses with all parts; Import brings it back")
  }
  var importIntoThis: String { say("Bring expenses of another program into this group") }
}
