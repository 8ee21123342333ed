import Values

/// A group of people who share expenses, as a file of another program tells it: neutral types, in
/// the file's order. Nothing is stored yet.
package struct ImportedGroup: Equatable, Sendable {
  package var format: ExpenseFormat
  /// What the file calls the group; empty if it says nothing.
  package var name = ""
  package var emoji = ""
  package var colorIndex: Int?
  package var note = ""
  package var picture: ImportedPicture?
  package var simplifies: Bool?
  package var isArchived = false
  /// The currency of the group; `nil` if the file says nothing.
  package var currency: String?
  package var people: [ImportedPerson] = []
  package var categories: [ImportedCategory] = []
  package var expenses: [ImportedExpense] = []
  package var repeating: [ImportedRepeating] = []
  package var rates: [ImportedRate] = []
  /// Rows that stay out, and what the person should know; at most ``maxProblems``.
  package var problems: [ExpenseProblem] = []
  /// How many rows stay out.
  package var leftOutCount = 0
  /// What the file itself says that people are owed, by currency and person.
  package var totals: [ImportedTotal] = []
  /// Of somebody's own table: what its columns are read as.
  package var columns: ExpenseColumns?
  /// The groups of the archive that the file is; empty for other files.
  package var archivedGroups: [String] = []
  /// The files that the document names and the archive holds: the path there by their hash.
  package var archivedFiles: [String: String] = [:]
  /// Whether rows are numbered as the entries of a document, and not as the lines of a table.
  package var countsEntries = false

  package static let maxProblems = 1_000

  package init(format: ExpenseFormat) { self.format = format }

  /// What each person is owed after all expenses, by currency, in minor units; nothing that is 0.
  package var nets: [String: [Int: Int128]] {
    var nets: [String: [Int: Int128]] = [:]
    for expense in expenses {
      for part in expense.parts {
        nets[expense.currency, default: [:]][part.person, default: 0] +=
          Int128(part.paidMinor) - Int128(part.owedMinor)
      }
    }
    return nets.mapValues { $0.filter { $0.value != 0 } }
  }
}

/// The kinds of file with expenses that can be read.
package enum ExpenseFormat: String, CaseIterable, Equatable, Sendable {
  case splitwise, spliit, ihatemoney, cospend
  /// A group that this program has written, as JSON.
  case hearth
  /// A table whose columns somebody has named, or that this program has written.
  case table
}

/// Somebody who takes part.
package struct ImportedPerson: Equatable, Sendable {
  package var name: String
  /// Shares in what is split by shares, where the file knows them.
  package var weight: Int64?
  /// How to pay them.
  package var payment = ""
  package var isArchived = false
  /// Other names by which files call them.
  package var otherNames = ""

  package init(name: String) { self.name = name }
}

/// What expenses were for.
package struct ImportedCategory: Equatable, Sendable {
  package var name: String
  package var emoji = ""
  package var colorIndex: Int?

  package init(name: String) { self.name = name }
}

/// What the file says at its end that somebody is owed.
package struct ImportedTotal: Equatable, Sendable {
  package let currency: String
  package let person: Int
  package let minor: Int64
}

/// An expense or a payment, with everybody's part. What was paid and what is owed both come to the
/// amount.
package struct ImportedExpense: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case expense, payment }

  /// How the parts follow from what was entered.
  package enum Mode: String, Equatable, Sendable {
    case equal, shares, percentage, exact, adjustment, itemised
  }

  /// What one person paid and owes, in minor units.
  package struct Part: Equatable, Sendable {
    package let person: Int
    package var paidMinor: Int64 = 0
    package var owedMinor: Int64 = 0
    package var weight: Int64?

    package init(
      _ person: Int, paidMinor: Int64 = 0, owedMinor: Int64 = 0, weight: Int64? = nil
    ) {
      self.person = person
      self.paidMinor = paidMinor
      self.owedMinor = owedMinor
      self.weight = weight
    }
  }

  /// A line of a bill with who shares it.
  package struct Line: Equatable, Sendable {
    package struct Sharer: Equatable, Sendable {
      package let person: Int
      package let weight: Int64
    }

    package var name: String
    package var amountMinor: Int64
    package var sharers: [Sharer]
  }

  /// The line of the file, or the number of the record, from 1.
  package var line: Int
  /// What is the same when the same file is read again, and different for every other expense.
  package var identity = ""
  /// The program that it came from before, if that is not the one of the file.
  package var source: String?
  /// Its id in a group of this program, where that is not its identity.
  package var documentID: String?
  package var title = ""
  /// `YYYY-MM-DD`.
  package var day = ""
  package var note = ""
  package var place = ""
  package var category: Int?
  package var kind: Kind = .expense
  package var currency: String
  package var amountMinor: Int64
  package var mode: Mode
  package var parts: [Part]
  package var lines: [Line] = []
  package var receipts: [ImportedReceipt] = []
  package var comments: [ImportedComment] = []
  /// Milliseconds since 1970, where the file knows when it was entered.
  package var createdAt: Int64?
  /// Whether several people were paid back, so that the file does not tell who of them paid how
  /// much. What everybody is owed is exact.
  package var isPayerUnknown = false
  /// Whether the file has more decimals than the currency.
  package var isRounded = false

  package init(
    line: Int, currency: String, amountMinor: Int64, mode: Mode, parts: [Part]
  ) {
    self.line = line
    self.currency = currency
    self.amountMinor = amountMinor
    self.mode = mode
    self.parts = parts
  }
}

/// A row that stays out, or something that the person should know.
package struct ExpenseProblem: Equatable, Sendable {
  /// The line of the file, or the number of the record, from 1; `nil` if the whole file is meant.
  package let line: Int?
  /// Whether ``line`` is the number of an entry.
  package var isEntry = false
  /// What the row is called, or the text in question.
  package let text: String
  package let reason: Reason

  package init(line: Int?, text: String, reason: Reason) {
    self.line = line
    self.text = CleanText.excerpt(text, maxLength: ImportProblem.maxTextLength)
    self.reason = reason
  }

  /// Whether the row stays out.
  package var leavesOut: Bool { reason.leavesOut }

  package enum Reason: Error, Equatable, Sendable {
    // Rows that stay out
    /// A cell that cannot be read; `text` is the cell.
    case cell(ImportProblem.Reason)
    case missingTitle
    case zeroAmount
    /// What people are owed and owe differs by so many minor units.
    case unbalanced(by: Int64, currency: String)
    /// The parts come to more or less than the amount.
    case partsDiffer
    /// It changes nobody's balance: somebody paid for themselves alone.
    case ownOnly
    /// A name or an id that is none of the people.
    case unknownPerson
    /// Names with commas in them, which can be read in several ways.
    case ambiguousNames
    case nobodyPaid, nobodyShares
    /// It was deleted there.
    case deletedThere
    /// A record that lacks what every expense has.
    case incomplete

    // Notices
    /// The file's own total of somebody is not what its rows come to; in minor units.
    case totalDiffers(said: Int64, found: Int128, currency: String)
    /// The file names no currency, or one that is none; this one is used.
    case currencyAssumed(String)
    /// A table has no column for who shares: everybody does.
    case sharedByAll
    /// How many shares somebody has is not in the file; one is used.
    case weightUnknown
    /// It repeats there; only what has happened comes.
    case repeats
    case readAsWindows
    /// Two people have this name.
    case nameTwice

    package var leavesOut: Bool {
      switch self {
      case .totalDiffers, .currencyAssumed, .sharedByAll, .weightUnknown, .repeats, .readAsWindows,
        .nameTwice:
        false
      default: true
      }
    }
  }
}
