import Finances
import Household
import SyncProtocol
import Values
import Wording

/// The commands about a person's own money: what they spend and earn, their shares of groups, and
/// what they mean to spend.
enum LedgerCommands {
  static let all =
    [list, month, add, edit, delete, note, budget, currency] + categories
    + documents + undoing

  static let entry = Command.Operand(
    name: "ENTRY", help: "its id, as hearth ledger list shows it")

  private static let list = Command(
    path: ["ledger", "list"], summary: "List what somebody spends and earns, latest first",
    details: """
      Own entries, and shares of the expenses of groups, which can be changed in the group alone. \
      Payments between members are shown, and are no spending. When there are more, the last line \
      says how to see the next ones.
      """,
    options: [
      .value("month", "YYYY-MM", "only of this month"),
      .value("category", "NAME", "only of this own category"),
      .value("tag", "WORD", "only with this tag"),
      .value("group", "NAME", "only shares of this group"),
      .value("search", "TEXT", "only what these words and conditions find"),
      .flag("left-out", "what was left out of lists and sums, instead"),
    ] + Command.Option.paging + MoneyPlace.options,
    examples: [
      .init("hearth ledger list --month 2026-11", "what was spent and earned in November"),
      .init("hearth ledger list --tag holiday --json", "for a program"),
      .init(
        "hearth ledger list --search 'kind:spending date:2026-06 -tag:work'",
        "what was spent in June, but for work, and what it comes to"),
    ]
  ) { invocation in
    let limit = try invocation.limit()
    let position = try invocation.after { Int64($0) }
    let month = try month(invocation["month"])
    return try await invocation.show(ofLedger: true) { reader in
      let categories = try LedgerCategories(in: reader.connection)
      var filter = LedgerList.Filter(month: month)
      filter.categoryRefs = try invocation["category"].map {
        categories.refs(of: try reader.ownCategory($0).id)
      }
      filter.tag = invocation["tag"]
      filter.originID = try invocation["group"].map { try reader.ledgerGroup($0) }
      filter.isHidden = invocation.has("left-out")
      if let text = invocation["search"] {
        try filter.add(text, today: reader.today, reader.words.timeZone, reader.connection)
      }
      let page = try LedgerList.page(
        filter, before: position, limit: limit, in: reader.connection)
      let items = try page.rows.map { try LedgerItemRow($0, categories, reader) }
      let next = page.next.map(String.init)
      let isNarrowed = narrowing.contains { invocation[$0] != nil }
      let totals =
        isNarrowed
        ? LedgerTotalsRow(try LedgerTotals(of: .matching(filter), in: reader.connection)) : nil
      let list = List(items: items, next: OrNull(next), totals: OrNull(totals))
      return (list, text(items, next: next, totals, reader))
    }
  }

  /// The options that narrow the list.
  private static let narrowing = ["month", "category", "tag", "group", "search"]

  /// A part of the ledger.
  private struct List: Encodable {
    let items: [LedgerItemRow]
    /// What `--after` takes to go on; `null` at the end.
    let next: OrNull<String>
    /// What all that is found comes to; `null` if the list is not narrowed.
    let totals: OrNull<LedgerTotalsRow>
  }

  private static func text(
    _ items: [LedgerItemRow], next: String?, _ totals: LedgerTotalsRow?, _ reader: MoneyReader
  ) -> String {
    var lines = TextColumns(
      items.map { item in
        [
          item.day, item.title, reader.words.money(Money(item.amountMinor, item.currency)),
          item.flow, item.category.value ?? "", item.groupName.value ?? "", item.id,
        ]
      }, right: [2]
    ).lines
    if items.isEmpty, next != nil { lines.append("None among those that were looked at.") }
    if let totals, !lines.isEmpty { lines += totals.lines(reader.words) }
    if let next { lines.append(Invocation.more(next)) }
    return lines.isEmpty
      ? "No entry is like that. Add one with: hearth ledger add TITLE AMOUNT"
      : lines.joined(separator: "\n")
  }

  /// A month that was typed; `nil` for none.
  static func month(_ text: String?) throws(CommandFailure) -> LedgerMonth? {
    guard let text else { return nil }
    guard let month = LedgerMonth(text) else {
      throw .usage("a month is written as YYYY-MM, not '\(text)'")
    }
    return month
  }

  // MARK: A month

  private static let month = Command(
    path: ["ledger", "month"],
    summary: "Show what was spent and earned in a month or a year, by category and group",
    details: """
      In the person's own currency, and in a month with budgets. What has no exchange rate is in \
      no sum, and is counted.
      """,
    operands: [
      .init(
        name: "MONTH", help: "YYYY-MM, or YYYY for a year; by default the present month",
        isOptional: true)
    ],
    options: MoneyPlace.options,
    examples: [
      .init("hearth ledger month", "this month"),
      .init("hearth ledger month 2026-10 --json", "for a program"),
      .init("hearth ledger month 2026", "the whole year"),
    ]
  ) { invocation in
    let typed = try invocation.operand(0).map { text throws(CommandFailure) in
      guard let period = LedgerPeriod(text) else {
        throw .usage("a month is written as YYYY-MM, and a year as YYYY, not '\(text)'")
      }
      return period
    }
    return try await invocation.show(ofLedger: true) { reader in
      let period = typed ?? .month(LedgerMonth(of: reader.today))
      let found = try LedgerOverview(
        period, bank: reader.rates.table, in: reader.connection)
      guard let found else { throw CommandFailure.usage("no day is of \(period.text)") }
      let row = LedgerMonthRow(found)
      return (row, row.text(reader.words))
    }
  }

  // MARK: Entries

  private static let details: [Command.Option] = [
    .flag("income", "it was earned, not spent"),
    .value("currency", "CODE", "of the amount; by default the person's own"),
    .value("date", "DATE", "the day, YYYY-MM-DD; by default today"),
    .value("category", "NAME", "one of the own categories, or none"),
    .tags, .note,
  ]

  private static let add = Command(
    path: ["ledger", "add"], summary: "Add something that was spent or earned",
    details: """
      Of one's own money, that nobody shares; hearth expense add is for groups. An amount is typed \
      as in the browser: 12,50 or 12.50, or a sum such as 12,50+3.90.
      """,
    operands: [
      .init(name: "TITLE", help: "who was paid or paid"),
      .init(name: "AMOUNT", help: "how much, above zero"),
    ],
    options: details + MoneyPlace.options,
    examples: [
      .init("hearth ledger add Bakery 4.20 --category Groceries", "spent today"),
      .init("hearth ledger add Salary 2800 --income --date 2026-11-30", "earned"),
    ]
  ) { invocation in
    let (title, amount) = (try invocation.requiredOperand(0), try invocation.requiredOperand(1))
    return try await invocation.write(shown, saying: "Added.") { reader in
      let own = try Profile.own(in: reader.connection)?.currency ?? "EUR"
      var details = LedgerEntryDetails(title: title, currency: own, day: reader.today.text)
      try take(invocation, amount, into: &details, reader)
      let add = AddLedgerEntry(details)
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["ledger", "edit"], summary: "Change an own entry",
    details: "Only what is named changes. What comes from a group is changed there.",
    operands: [entry],
    options: [
      .value("title", "TEXT", "who was paid or paid"), .value("amount", "AMOUNT", "how much"),
      .flag("spending", "it was spent, not earned"),
    ] + details + MoneyPlace.options,
    examples: [
      .init("hearth ledger edit 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 --amount 5.20", "dearer")
    ]
  ) { invocation in
    let options = ["title", "amount", "spending"] + details.map(\.name)
    try invocation.requireChange("ledger edit", options)
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: "Saved.") { reader in
      let stored = try reader.entry(id)
      var details = stored.details
      if let title = invocation["title"] { details.title = title }
      if invocation.has("spending") { details.kind = .spending }
      try take(invocation, invocation["amount"], into: &details, reader)
      let edit = EditLedgerEntry(entryID: id, details: details, base: stored.details)
      return MoneyChange { try edit($0) }
    }
  }

  private static func take(
    _ invocation: Invocation, _ amount: String?, into details: inout LedgerEntryDetails,
    _ reader: MoneyReader
  ) throws {
    if invocation.has("income") { details.kind = .income }
    if let code = try invocation["currency"].map({ try Invocation.currency($0).code }) {
      guard amount != nil || code == details.currency else {
        throw CommandFailure.usage(
          "--currency: say the amount in it with --amount, too; nothing is converted here")
      }
      details.currency = code
    }
    if let amount, let currency = Currency(code: details.currency) {
      let minor = try SumText(currency: currency, words: reader.words).minor(amount, at: "AMOUNT")
      guard minor > 0 else { throw CommandFailure.usage("AMOUNT: an entry is above zero") }
      details.amountMinor = minor
    }
    if let day = try ExpenseTyping.day(invocation) { details.day = day }
    if let tags = invocation["tags"] { details.tags = tags }
    if let note = invocation["note"] { details.note = note }
    if let name = invocation["category"] {
      details.categoryID =
        NameKey.make(name) == "none" ? nil : try reader.ownCategory(name).id
    }
  }

  private static let delete = Command(
    path: ["ledger", "delete"],
    summary: "Delete an own entry, or a share that was kept of a group that was left",
    details: "Prints what it was. What comes from a group that one has is deleted there.",
    operands: [entry], options: MoneyPlace.options,
    examples: [
      .init("hearth ledger delete 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "entered twice")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shownRow, saying: "Deleted.") { reader in
      if let (note, kept) = try reader.keptShare(id) {
        let forget = ForgetShare(noteID: note.id)
        return MoneyChange {
          try forget($0)
          return LedgerEntryRow(note, kept)
        }
      }
      let delete = DeleteLedgerEntry(entryID: try reader.entry(id).id)
      return MoneyChange { LedgerEntryRow(try delete($0)) }
    }
  }

  private static func shown(
    _ entry: LedgerEntry, _ reader: MoneyReader
  ) throws -> (row: LedgerEntryRow, text: String) {
    try shownRow(LedgerEntryRow(entry), reader)
  }

  private static func shownRow(
    _ row: LedgerEntryRow, _ reader: MoneyReader
  ) throws -> (row: LedgerEntryRow, text: String) {
    let amount = reader.words.money(Money(row.amountMinor, row.currency))
    return (row, "\(row.title): \(amount) on \(row.day), \(row.kind)\nid  \(row.id)")
  }
}

extension MoneyReader {
  /// An entry by its id.
  func entry(_ id: String) throws -> LedgerEntry {
    guard let entry = try LedgerEntry.find(id, in: connection) else {
      throw CommandFailure.refused(
        "there is no own entry '\(id)'; hearth ledger list shows their ids")
    }
    return entry
  }
  /// A share that was kept of a group, with what it was; `nil` for another id.
  func keptShare(_ id: String) throws -> (LedgerNote, KeptShare)? {
    guard let note = try LedgerNote.find(id, in: connection), let kept = note.kept,
      try LedgerList.row(id, in: note.profileID, connection) != nil
    else { return nil }
    return (note, kept)
  }

  /// A group by its name or id, also one that was left.
  func ledgerGroup(_ text: String) throws -> ZoneID {
    let left = try LedgerNames(connection).left
    return try left.first { $0.id == text || NameKey.make($0.name) == NameKey.make(text) }?.id
      ?? group(text).id
  }
}
