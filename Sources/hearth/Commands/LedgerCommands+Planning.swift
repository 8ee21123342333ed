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
    operands: [
      .init(
        name: "EXPENSE",
        help: "its id, or that of a kept share, as hearth ledger list shows it")
    ],
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
      let (group, expense) = try reader.share(id)
      var details =
        try LedgerNote.of(expense, in: reader.connection)?.details ?? LedgerNoteDetails()
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
      let note = NoteShare(groupID: group, expenseID: expense, details: details, base: base)
      return MoneyChange { try note($0) }
    } show: { note, _ in
      let details = note.details
      return Noted(
        groupID: note.groupID, expenseID: note.expenseID, categoryID: OrNull(details.categoryID),
        tags: details.tags, note: details.note, isLeftOut: details.isHidden)
    }
    return try outcome.report(invocation) { _ in "Noted." }
  }

  // MARK: Budgets

  static let budget = Command(
    path: ["ledger", "budget"], summary: "Set or list what is to be spent in a month",
    details: """
      Without AMOUNT it lists what was set, the earliest month first. A budget is in the person's \
      own currency, and holds from its month on until another one is set, or in that month alone. \
      Zero ends a budget. hearth ledger month shows budgets beside what was spent.
      """,
    operands: [
      .init(name: "AMOUNT", help: "how much; zero for no budget", isOptional: true)
    ],
    options: [
      .value("category", "NAME", "one of the own categories; by default all that is spent"),
      .value("month", "YYYY-MM", "from this month on; by default the present one"),
      .flag("once", "for that month alone"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth ledger budget", "what was set"),
      .init("hearth ledger budget 1800", "for all that is spent in a month"),
      .init("hearth ledger budget 250 --category Gifts --month 2026-12 --once", "in December"),
    ]
  ) { invocation in
    guard let amount = invocation.operand(0) else { return try await budgets(invocation) }
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

  /// Lists what was set.
  private static func budgets(_ invocation: Invocation) async throws -> ExitCode {
    guard invocation["category"] == nil, invocation["month"] == nil, !invocation.has("once") else {
      throw CommandFailure.usage("ledger budget: say AMOUNT, how much is to be spent")
    }
    let (rows, names, words) = try await invocation.read { reader in
      (
        try LedgerBudget.own(in: reader.connection).map(LedgerBudgetRow.init),
        try LedgerCategory.own(in: reader.connection).reduce(into: [:]) {
          $0[$1.id] = $1.details.name
        }, reader.words
      )
    }
    return try invocation.list(
      rows, or: "No budget was set. Set one with: hearth ledger budget AMOUNT"
    ) { row in
      [
        row.month, row.isOnce ? "only" : "on",
        row.categoryID.value.map { names[$0] ?? "" } ?? "everything",
        words.money(Money(row.amountMinor, row.currency)),
      ]
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

extension MoneyReader {
  /// The group and expense of a share that the person has, or that was kept of a group they left.
  fileprivate func share(_ id: String) throws -> (group: ZoneID, expense: RecordID) {
    if let (note, _) = try keptShare(id) { return (note.groupID, note.expenseID) }
    let group = try expense(id).groupID
    guard try LedgerList.row(id, in: group, connection) != nil else {
      throw CommandFailure.refused(
        "you have no share of the expense '\(id)', so there is nothing to note on")
    }
    return (group, id)
  }
}
