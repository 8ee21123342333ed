import Values
import Wording

// Files of shared expenses and of one's own money: what is wrong with them, and what to do.
extension Catalogue {
  package func expenseFileProblem(_ problem: ImportFileProblem) -> String {
    switch problem {
    case .unknownFormat, .database, .noNameColumn:
      say(
        """
        This is not a file with expenses that Hearth knows. Export the group from Splitwise or \
        Cospend as CSV, from Spliit or IHateMoney as JSON, or save a table as CSV.
        """)
    case .nothingInIt: say("There are no expenses in this file. Check that it is the right one.")
    case .archive(.newer): say("A newer Hearth has written this file. Update this one first.")
    default: self.problem(problem)
    }
  }

  /// What the copy of a group that was lost is called.
  package func copyName(of group: String) -> String { say("Copy of \(group)") }

  /// The same of a file with a person's own money.
  package func ownMoneyFileProblem(_ problem: ImportFileProblem) -> String {
    switch problem {
    case .unknownFormat, .database, .noNameColumn:
      say(
        """
        This is not a file with income and spending that Hearth knows. Choose what Hearth has \
        exported, or save a table as CSV.
        """)
    case .nothingInIt: say("There is nothing in this file. Check that it is the right one.")
    case .archive(.newer): say("A newer Hearth has written this file. Update this one first.")
    default: self.problem(problem)
    }
  }

  /// Of an expense of which the file does not tell who paid how much.
  package func unknownPayers(of title: String) -> String {
    say("“\(title)”: the file does not tell who paid how much. What everybody is owed is right.")
  }

  /// Where it is in the file; `nil` if the whole file is meant.
  package func place(of row: ExpenseImportProblem) -> String? {
    row.line.map { row.isEntry ? say("entry \(number($0))") : say("line \(number($0))") }
  }

  /// The whole sentence.
  package func expenseProblem(_ row: ExpenseImportProblem) -> String {
    let text = row.text
    switch row.reason {
    case .unreadableAmount: return say("“\(text)”: an amount could not be read. Correct it.")
    case .ambiguousAmount:
      return say("“\(text)”: an amount could mean two. Write it with two decimals.")
    case .amountTooLarge: return say("“\(text)”: an amount is too large.")
    case .tooManyDecimals: return say("“\(text)”: an amount has more decimals than its currency.")
    case .unknownCurrency:
      return say("“\(text)”: this is no currency. Write its three letters, like EUR.")
    case .unreadableDate:
      return say("This date could not be read: “\(text)”. Write it like 2026-06-14.")
    case .ambiguousDate: return say("“\(text)” could be two days. Write it like 2026-06-14.")
    case .impossibleDate: return say("There is no such day: “\(text)”.")
    case .wrongWidth(let expected, let found):
      return say(
        """
        “\(text)”: this row has \(number(found)) cells instead of \(number(expected)). Check its \
        commas and quotes.
        """)
    case .strayQuote: return say("“\(text)”: there is text after a closing quote. Check it.")
    default: return problemOfExpense(row)
    }
  }

  private func problemOfExpense(_ row: ExpenseImportProblem) -> String {
    let text = row.text
    switch row.reason {
    case .missingTitle: return say("This one says nothing about what it was for. Give it a title.")
    case .zeroAmount: return say("“\(text)” has no amount.")
    case .partsDiffer: return say("“\(text)”: the parts don't come to its amount. Correct it.")
    case .ownOnly: return say("“\(text)” changes nobody's balance.")
    case .unknownPerson: return say("“\(text)” names somebody who is not in the file.")
    case .ambiguousNames:
      return say("“\(text)”: names with commas in them could be read in several ways.")
    case .unbalanced(let off):
      return say("“\(text)”: what people are owed and owe differs by \(money(off)). Correct it.")
    case .nobodyPaid: return say("“\(text)” doesn't say who paid.")
    case .nobodyShares: return say("“\(text)” doesn't say who shares it.")
    case .deletedThere: return say("“\(text)” was deleted there.")
    case .incomplete: return say("“\(text)” lacks something that every expense has.")
    case .unfit(let problem): return say("“\(text)”: \(self.problem(problem))")
    case .fileMissing: return say("“\(text)” is not in the archive.")
    case .fileDamaged: return say("“\(text)” is damaged. It stayed out.")
    case .fileTooLarge(let max):
      return say("“\(text)” is larger than \(fileSize(max)). It stayed out.")
    case .doesNotAddUp: return say("“\(text)”: its amounts don't fit each other.")
    default: return noticeOfImport(row)
    }
  }

  private func noticeOfImport(_ row: ExpenseImportProblem) -> String {
    let text = row.text
    switch row.reason {
    case .totalDiffers(let said, let found):
      return say(
        """
        The file says \(signed(said)) for \(text); its rows come to \(signed(found)). Rows that \
        stay out may be the reason.
        """)
    case .currencyAssumed(let code) where text.isEmpty:
      return say("Amounts without a currency are read as \(code).")
    case .currencyAssumed(let code):
      return say("“\(text)” is no currency that Hearth knows. Amounts are read as \(code).")
    case .sharedByAll: return say("No column says who shares an expense: everybody does.")
    case .weightUnknown:
      return say("The file doesn't say how many shares \(text) has. One is used.")
    case .repeats: return say("“\(text)” repeats there. Only what has happened comes.")
    case .readAsWindows:
      return say(
        """
        The letters of this file were read as Windows programs write them. If names look wrong, \
        save it as “CSV UTF-8” and choose that.
        """)
    case .nameTwice: return say("Two people are called “\(text)”. They stay two.")
    default: return ""
    }
  }
}
