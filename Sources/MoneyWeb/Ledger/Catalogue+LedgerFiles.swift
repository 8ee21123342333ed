import Values
import Web

// Taking one's own ledger out, and bringing one in.
extension Catalogue {
  var moveLedger: String { say("Export and import") }
  var takeLedgerOut: String { say("Take it out") }
  var ledgerDocumentHint: String {
    say("Entries, categories, budgets and notes on shares; Import brings them back")
  }
  var ledgerTableHint: String {
    say("Entries and your shares of groups, for a spreadsheet")
  }
  var bringLedgerIn: String { say("Bring it in") }
  var bringLedgerInText: String {
    say(
      """
      Entries that are here already stay as they are. Shares of groups come with the groups \
      themselves. In a table, such as one of your bank, you say what each column holds. What was \
      spent is below zero, unless all of it was spent.
      """)
  }
  func ledgerFileKinds(_ size: String) -> String {
    say("A table (CSV), JSON, or an archive of Hearth; up to \(size)")
  }
  var nameOwnColumnsText: String {
    say(
      "Say what the columns of this table hold. A day, an amount, and what it was for are needed.")
  }
  var bringLedgerInNow: String { say("Import") }
  func importedLedger(_ when: String, _ count: Int) -> String {
    plural(count, one: "\(when) · 1 record", other: "\(when) · \(number(count)) records")
  }
  func entriesGo(_ count: Int) -> String {
    plural(count, one: "1 entry goes", other: "\(number(count)) entries go")
  }
  func budgetsGo(_ count: Int) -> String {
    plural(
      count, one: "1 budget or note goes", other: "\(number(count)) budgets and notes go")
  }
  func entriesKept(_ count: Int) -> String {
    plural(
      count, one: "1 entry was changed since, and stays",
      other: "\(number(count)) entries were changed since, and stay")
  }
  var entriesComing: String { say("entries will be added") }
  var newEntriesTitle: String { say("New entries") }
  func budgetsComing(_ count: Int) -> String {
    plural(count, one: "1 budget comes along.", other: "\(number(count)) budgets come along.")
  }
  func shareNotesComing(_ count: Int) -> String {
    plural(
      count, one: "Notes on 1 share of a group come along.",
      other: "Notes on \(number(count)) shares of groups come along.")
  }
  var ledgerChangedSince: String {
    say("Your entries have changed since you saw this. Look at it again, then import.")
  }
  func ledgerFileProblem(_ problem: LedgerFilesPage.Problem) -> String {
    switch problem {
    case .file(.missing): self.problem(ImportFileProblem.missing)
    case .file(let problem): ownMoneyFileProblem(problem)
    case .notALedger:
      say(
        """
        There is no personal money of Hearth in this file. Choose a file that this page has saved, \
        or an archive of everything.
        """)
    case .spreadsheet:
      say(
        """
        This table is for spreadsheets and can't be told apart from what is here. Choose the \
        JSON file of this page instead.
        """)
    case .newer: say("A newer Hearth has written this file. Update this one first.")
    case .element(let kind, let number, let fields):
      say(
        """
        \(element(kind, number)) can't be imported, so nothing was. \
        \(fields.map { "\(fieldTitle($0.field)): \(self.problem($0.problem))" }
          .joined(separator: " "))
        """)
    }
  }
  private func fieldTitle(_ field: String) -> String {
    switch field {
    case "amountMinor": amountTitle
    case "day": dayTitle
    case "categoryID": category
    case "tags": tagsTitle
    case "kind": entryKind
    default: title(of: field) ?? field
    }
  }
  private func element(_ kind: LedgerFilesPage.Kind, _ number: Int) -> String {
    switch kind {
    case .entries: say("Entry \(self.number(number)) of the file")
    case .categories: say("Category \(self.number(number)) of the file")
    case .budgets: say("Budget \(self.number(number)) of the file")
    case .notes: say("Note \(self.number(number)) of the file")
    }
  }
}
