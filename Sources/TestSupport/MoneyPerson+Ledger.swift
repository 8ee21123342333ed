import Finances
import Household
import Replica
import SQLite
import SyncProtocol

/// What people do with their own ledger.
extension MoneyPerson {
  func performOnLedger(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    let db = transaction.connection
    // Before the first pull there is none.
    guard let profile = try Profile.own(in: db) else { return note("no ledger yet") }
    switch action {
    case .addEntry, .editEntry, .deleteEntry, .restoreEntry:
      try performOnEntry(action, profile.id, transaction)
    case .addOwnCategory, .editOwnCategory, .deleteOwnCategory:
      try performOnOwnCategory(action, profile.id, transaction)
    case .setBudget: try setBudget(profile.id, transaction)
    case .noteShare:
      guard let expense = try device.pick("expenses", in: group) else { return }
      try noteShare(of: expense, profile.id, transaction)
    case .forgetShare:
      guard
        let id = try device.pick("ledgerNotes", in: profile.id, where: "keptDay IS NOT NULL")
      else { return }
      try ForgetShare(noteID: id)(transaction)
    default:
      try EditProfile(
        displayName: profile.displayName, locale: profile.locale, timeZone: profile.timeZone,
        currency: device.random.pick(["EUR", "JPY", "USD"])!)(transaction)
    }
  }

  // MARK: Entries

  private func performOnEntry(
    _ action: MoneyAction, _ profile: ZoneID, _ transaction: WriteTransaction
  ) throws {
    switch action {
    case .addEntry:
      var details = LedgerEntryDetails(
        title: name, kind: device.random.chance(0.3) ? .income : .spending,
        amountMinor: min(amount(), 10_000_000_000_000), currency: currency, day: day)
      details.categoryID = try device.pick("ledgerCategories", in: profile)
      details.tags = tags
      try AddLedgerEntry(details)(transaction)
      return
    case .restoreEntry:
      guard let entry = memory.bin.entries.popLast() else { return }
      return try RestoreLedgerEntry(entry)(transaction)
    case .editEntry: if let shown = memory.entry { return try submit(shown, transaction) }
    default: break
    }
    guard let id = try device.pick("ledgerEntries", in: profile),
      let entry = try LedgerEntry.find(id, in: transaction.connection)
    else { return }
    if action == .editEntry { return memory.entry = entry }
    memory.bin.entries.append(try DeleteLedgerEntry(entryID: id)(transaction))
  }

  private var tags: String { device.random.pick(["", "trip", "Trip, work", "work"])! }

  /// Sends a form that may have been open for long: it changes what its person has changed.
  private func submit(_ shown: LedgerEntry, _ transaction: WriteTransaction) throws {
    memory.entry = nil
    let db = transaction.connection
    guard let before = try LedgerEntry.find(shown.id, in: db) else {
      return note("form of what is gone")
    }
    var details = shown.details
    switch device.random.number(0..<4) {
    case 0: details.title = name
    case 1: details.amountMinor = Int64(device.random.number(1..<10_000))
    case 2: details.tags = tags
    default: details.day = day
    }
    if let category = details.categoryID, try LedgerCategory.find(category, in: db) == nil {
      details.categoryID = nil
    }
    let after = try EditLedgerEntry(
      entryID: shown.id, details: details, base: shown.details)(transaction)
    func isKept<Field: Equatable>(_ field: KeyPath<LedgerEntryDetails, Field>) -> Bool {
      let isEdited = details[keyPath: field] != shown.details[keyPath: field]
      return after.details[keyPath: field]
        == (isEdited ? details : before.details)[keyPath: field]
    }
    try require(
      isKept(\.title) && isKept(\.amountMinor) && isKept(\.tags) && isKept(\.day)
        && isKept(\.currency), "a form changes what its person changed",
      "\(device.name) \(shown.id)")
  }

  // MARK: Categories and budgets

  private func performOnOwnCategory(
    _ action: MoneyAction, _ profile: ZoneID, _ transaction: WriteTransaction
  ) throws {
    if action == .addOwnCategory {
      if device.random.chance(0.2) { return try AddUsualLedgerCategories()(transaction) }
      try AddLedgerCategory(CategoryDetails(name: name))(transaction)
      return
    }
    guard let id = try device.pick("ledgerCategories", in: profile) else { return }
    if action == .deleteOwnCategory {
      try DeleteLedgerCategory(categoryID: id)(transaction)
      return
    }
    try EditLedgerCategory(categoryID: id, details: CategoryDetails(name: name))(transaction)
  }

  private func setBudget(_ profile: ZoneID, _ transaction: WriteTransaction) throws {
    guard let month = LedgerMonth(year: 2026, month: device.random.number(1..<4)) else { return }
    let category =
      device.random.chance(0.5) ? try device.pick("ledgerCategories", in: profile) : nil
    let budget = try SetLedgerBudget(
      categoryID: category, month: month, amountMinor: Int64(device.random.number(0..<5000)),
      currency: currency, isOnce: true)(transaction)
    // That of a month alone goes before one that goes on.
    let holding = try LedgerBudget.holding(in: month, transaction.connection)[category ?? ""]
    try require(
      holding == (budget.amountMinor > 0 ? budget : nil), "a budget of a month holds in it",
      "\(device.name) \(budget): \(holding as Any)")
  }

  // MARK: Shares

  func noteShare(
    of expense: RecordID, _ profile: ZoneID, _ transaction: WriteTransaction
  ) throws {
    var details = LedgerNoteDetails()
    if device.random.chance(0.5) {
      details.categoryID = try device.pick("ledgerCategories", in: profile)
    }
    details.tags = tags
    details.note = "\(device.name) \(device.random.number(0..<1000))"
    details.isHidden = device.random.chance(0.1)
    let note = try NoteShare(groupID: group, expenseID: expense, details: details)(transaction)
    let shown = try LedgerNote.of(expense, in: transaction.connection)
    try require(
      shown == note && note.details == details, "what was noted is there",
      "\(device.name) \(expense)")
  }
}
