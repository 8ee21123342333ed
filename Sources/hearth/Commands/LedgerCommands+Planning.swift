import Finances
import FoundationEssentials
import Household
import SyncProtocol
import Values
import Wording

// Notes on shares, budgets, and the ledger as a document.
extension LedgerCommands {
  private struct Noted: WrittenRow {
    let groupID: String
    let expenseID: String
    let categoryID: OrNull<String>
    let tags: String
    let note: String
    let isLeftOut: Bool
    var isSent: Bool?
  }

  static let note = Command(
    path: ["ledger", "note"], summary: "Note something on your part of a group's expense",
    details: """
      An own category, tags and a note, which nobody else sees and which stay whatever happens in \
      the group. Nothing else of a share can be changed here. Only what is named changes.
      """,
    operands: [.init(name: "EXPENSE", help: "its id, as hearth ledger list shows it")],
    options: [
      .value("category", "NAME", "one of the own categories, or none for that of the group"),
      .tags, .note,
      .value("left-out", "yes|no", "whether it is left out of lists and sums"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth ledger note 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 --tags holiday", "a tag")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    guard ["category", "tags", "note", "left-out"].contains(where: { invocation[$0] != nil }) else {
      throw CommandFailure.usage(
        "ledger note: say what to note, with --category, --tags, --note or --left-out")
    }
    let outcome = try await MoneyPlace.open(invocation).write { reader in
      let group = try reader.expense(id).groupID
      var details =
        try LedgerNote.of(id, in: reader.connection)?.details ?? LedgerNoteDetails()
      let base = details
      if let name = invocation["category"] {
        details.categoryID =
          NameKey.make(name) == "none" ? nil : try reader.ownCategory(name).id
      }
      if let tags = invocation["tags"] { details.tags = tags }
      if let note = invocation["note"] { details.note = note }
      switch invocation["left-out"] {
      case nil: break
      case "yes": details.isHidden = true
      case "no": details.isHidden = false
      case let other?: throw CommandFailure.usage("--left-out is yes or no, not '\(other)'")
      }
      let note = NoteShare(groupID: group, expenseID: id, details: details, base: base)
      return MoneyChange { try note($0) }
    } show: { note, _ in
      let details = note.details
      return Noted(
        groupID: note.groupID, expenseID: id, categoryID: OrNull(details.categoryID),
        tags: details.tags, note: details.note, isLeftOut: details.isHidden)
    }
    return try outcome.report(invocation) { _ in "Noted." }
  }

  // MARK: Budgets

  static let budget = Command(
    path: ["ledger", "budget"], summary: "Set what is to be spent in a month",
    details: """
      In the person's own currency, from a month on until another one is set, or in that month \
      alone. Zero ends a budget. hearth ledger month shows budgets beside what was spent.
      """,
    operands: [.init(name: "AMOUNT", help: "how much; zero for no budget")],
    options: [
      .value("category", "NAME", "one of the own categories; by default all that is spent"),
      .value("month", "YYYY-MM", "from this month on; by default the present one"),
      .flag("once", "for that month alone"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth ledger budget 1800", "for all that is spent in a month"),
      .init("hearth ledger budget 250 --category Gifts --month 2026-12 --once", "in December"),
    ]
  ) { invocation in
    let amount = try invocation.requiredOperand(0)
    let typed = try month(invocation["month"])
    return try await invocation.write(
      LedgerBudgetRow.init, saying: { $0.amountMinor == 0 ? "The budget ends." : "Set." }
    ) { reader in
      let code = try Profile.own(in: reader.connection)?.currency ?? "EUR"
      guard let currency = Currency(code: code) else {
        throw CommandFailure.refused("\(code) is no currency; choose another one in the settings")
      }
      let minor = try SumText(currency: currency, words: reader.words).minor(amount, at: "AMOUNT")
      guard minor >= 0 else { throw CommandFailure.usage("AMOUNT: a budget is not below zero") }
      let set = SetLedgerBudget(
        categoryID: try invocation["category"].map { try reader.ownCategory($0).id },
        month: typed ?? LedgerMonth(of: reader.today), amountMinor: minor, currency: code,
        isOnce: invocation.has("once"))
      return MoneyChange { try set($0) }
    }
  }

  // MARK: The document

  static let documents = [export, bring]

  private struct Exported: Encodable {
    let path: String
    let entryCount: Int
  }

  private static let export = Command(
    path: ["ledger", "export"], summary: "Write somebody's ledger into a JSON file",
    details: """
      Entries with their tags, categories, budgets, notes on shares, and shares of groups that \
      were left. hearth ledger import reads it; an export of everything has it, too.
      """,
    options: [.value("out", "FILE", "the file, which must not exist", isRequired: true)]
      + MoneyPlace.options,
    examples: [.init("hearth ledger export --out ledger.json", "to keep or to move")]
  ) { invocation in
    guard let out = invocation["out"] else {
      throw CommandFailure.usage("ledger export: --out FILE is missing")
    }
    guard !Posix.exists(out) else {
      throw CommandFailure.refused("\(out) exists already; choose another name")
    }
    let count = try await invocation.read { reader in
      var count = 0
      try Posix.write(to: out) { count = try LedgerDocument.write(in: reader.connection, to: $0) }
      return count
    }
    return try invocation.report(Exported(path: out, entryCount: count)) {
      "Wrote \(count) entries to \(out)."
    }
  }
}
