import Finances
import HTTPServer
import Household
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// What a person has spent and earned by themselves.
extension WebApplication {
  func newEntryPage() -> Endpoint {
    .member { member in
      let words = try await member.words()
      return try await member.entryPage(nil) { reader in
        EntryDraft(
          LedgerEntryDetails(
            title: "", currency: reader.usualCurrency, day: reader.today.text), words: words)
      }
    }
  }

  func addEntry() -> Endpoint {
    .member { member in try await member.addEntry() }
  }

  func entryPage(_ id: RecordID) -> Endpoint {
    .member { member in
      let words = try await member.words()
      return try await member.entryPage(id) { reader in
        try LedgerEntry.find(id, in: reader.connection).map {
          EntryDraft($0.details, words: words)
        }
      }
    }
  }

  func editEntry(_ id: RecordID) -> Endpoint {
    .member { member in
      let words = try await member.words()
      var draft = EntryDraft(member.form, words: words)
      let (details, base) = (draft.entry(words), draft.base(words: words))
      let isReadable = !draft.values.hasProblems
      do {
        let entry = try await member.write { transaction in
          let entry = try EditLedgerEntry(entryID: id, details: details, base: base)(transaction)
          guard isReadable else { throw FinanceFailure.invalid([]) }
          return entry
        }
        member.count(.ledgerEntrySaved(isNew: false))
        return member.goTo(
          .ledger(.ledger(LedgerQuery(month: entry.details.day.map { String($0.prefix(7)) }))),
          saying: .money(.saved(entry.details.title)))
      } catch FinanceFailure.invalid(let problems) {
        draft.show(problems, other: .title)
        return try await member.entryPage(id, typed: draft)
      }
    }
  }

  func deleteEntry(_ id: RecordID) -> Endpoint {
    .member { member in
      let entry = try await member.write { try DeleteLedgerEntry(entryID: id)($0) }
      return member.goTo(
        .ledger(.ledger(LedgerQuery(month: entry.details.day.map { String($0.prefix(7)) }))),
        saying: .money(.expenseDeleted(entry.details.title)), undo: .deleteEntry(entry))
    }
  }
}

extension Member {
  /// Adds what the form says, or shows the form again.
  fileprivate func addEntry() async throws -> HTTPResponse {
    let words = try await self.words()
    var draft = EntryDraft(form, words: words)
    let details = draft.entry(words)
    let isReadable = !draft.values.hasProblems
    do {
      let entry = try await write { transaction in
        let entry = try AddLedgerEntry(details)(transaction)
        guard isReadable else { throw FinanceFailure.invalid([]) }
        return entry
      }
      count(.ledgerEntrySaved(isNew: true))
      return goTo(
        .ledger(.ledger(LedgerQuery(month: entry.details.day.map { String($0.prefix(7)) }))),
        saying: .money(.added(entry.details.title)), undo: .addEntry(entry))
    } catch FinanceFailure.invalid(let problems) {
      draft.show(problems, other: .title)
      return try await entryPage(nil, typed: draft)
    }
  }
}

extension Undo {
  fileprivate static func deleteEntry(_ entry: LedgerEntry) -> Undo {
    Undo { transaction in
      try RestoreLedgerEntry(entry)(transaction)
      return .ledger(.entry(entry.id))
    }
  }

  fileprivate static func forgetShare(_ note: LedgerNote) -> Undo {
    Undo { transaction in
      try RestoreShare(note)(transaction)
      return .ledger(.keptShare(note.id))
    }
  }

  fileprivate static func addEntry(_ entry: LedgerEntry) -> Undo {
    Undo { transaction in
      // Who has changed it meanwhile has a use for it.
      guard try LedgerEntry.find(entry.id, in: transaction.connection) == entry else {
        throw Abort.because(.conflict)
      }
      try DeleteLedgerEntry(entryID: entry.id)(transaction)
      return .ledger(.ledger())
    }
  }
}

private typealias EntryDraft = RecordDraft<LedgerEntryDetails>

extension RecordDraft<LedgerEntryDetails> {
  fileprivate init(_ form: HTTPParameters, words: Catalogue) {
    self.init(
      form, LedgerEntryDetails.fields, standard: LedgerEntryDetails(title: ""), words: words)
  }

  fileprivate init(_ details: LedgerEntryDetails, words: Catalogue) {
    self.init(details, LedgerEntryDetails.fields, words: words)
  }

  /// What was typed, where the amount may be a sum.
  fileprivate mutating func entry(_ words: Catalogue) -> LedgerEntryDetails {
    var details = details
    let code = InputText.line(values[.currency].text).uppercased()
    guard let currency = Currency(code: code) else {
      values[.amount].problem = nil
      values[.currency].problem = code.isEmpty ? .currencyMissing : .unknownCurrency(code)
      return details
    }
    values[.amount].problem = nil
    details.amountMinor = SumReader(currency: currency, words: words).minor(&values[.amount])
    if let minor = details.amountMinor, minor <= 0 {
      values[.amount].problem = .money(.notAboveZero)
      details.amountMinor = nil
    }
    return details
  }
}

extension Member {
  fileprivate func entryPage(
    _ id: RecordID?, typed: EntryDraft? = nil,
    _ load: @escaping @Sendable (PageReader) throws -> EntryDraft? = { _ in nil }
  ) async throws -> HTTPResponse {
    try await page(
      status: typed == nil ? .ok : .unprocessableContent, { EntryFormPage.view($0, in: $1) },
      load: { reader in
        guard let draft = try typed ?? load(reader) else { return nil }
        let categories = try LedgerCategory.own(in: reader.connection)
        return EntryFormPage.Model(
          entryID: id, values: draft.values, version: draft.version,
          isIncome: draft.details.kind == .income,
          categories: categories.map { LedgerPage.Choice($0.id, $0.details.name) },
          tags: try LedgerList.tags(in: reader.connection), currencies: [reader.usualCurrency])
      })
  }
}

// MARK: - Shares of groups

extension WebApplication {
  func sharePage(_ group: ZoneID, _ expense: RecordID) -> Endpoint {
    .member { member in try await member.sharePage(.share(group, expense), draft: nil) }
  }

  func noteShare(_ group: ZoneID, _ expense: RecordID) -> Endpoint {
    .member { member in try await member.note(.share(group, expense)) }
  }

  func keptSharePage(_ id: RecordID) -> Endpoint {
    .member { member in try await member.sharePage(.kept(id), draft: nil) }
  }

  func noteKeptShare(_ id: RecordID) -> Endpoint {
    .member { member in try await member.note(.kept(id)) }
  }

  func forgetShare(_ id: RecordID) -> Endpoint {
    .member { member in
      let note = try await member.write { try ForgetShare(noteID: id)($0) }
      return member.goTo(
        .ledger(.ledger()), saying: .money(.expenseDeleted(note.kept?.title ?? "")),
        undo: .forgetShare(note))
    }
  }
}

/// A share of a group that the person is in, or one that was kept.
private enum ShareID: Sendable {
  case share(ZoneID, RecordID)
  case kept(RecordID)

  var route: Route {
    switch self {
    case .share(let group, let expense): .ledger(.share(group: group, expense: expense))
    case .kept(let note): .ledger(.keptShare(note))
    }
  }
}

private typealias NoteDraft = RecordDraft<LedgerNoteDetails>

extension RecordDraft<LedgerNoteDetails> {
  fileprivate init(_ form: HTTPParameters, words: Catalogue) {
    self.init(form, LedgerNoteDetails.fields, standard: LedgerNoteDetails(), words: words)
  }
}

extension Member {
  fileprivate func note(_ id: ShareID) async throws -> HTTPResponse {
    let words = try await self.words()
    // Nothing that comes from the group is in the form, so nothing of it can be sent (D-MIR-14).
    var draft = NoteDraft(form, words: words)
    let (details, base) = (draft.details, draft.base(words: words))
    do {
      let title = try await write { transaction in
        let connection = transaction.connection
        switch id {
        case .share(let group, let expense):
          guard let row = try LedgerList.row(expense, in: group, connection) else {
            throw FinanceFailure.entryNotFound
          }
          try NoteShare(
            groupID: group, expenseID: expense, details: details, base: base)(transaction)
          return row.title
        case .kept(let note):
          guard let old = try LedgerNote.find(note, in: connection), let kept = old.kept else {
            throw FinanceFailure.entryNotFound
          }
          try NoteShare(
            groupID: old.groupID, expenseID: old.expenseID, details: details, base: base)(
              transaction)
          return kept.title
        }
      }
      return goTo(id.route, saying: .money(.saved(title)))
    } catch FinanceFailure.invalid(let problems) {
      draft.show(problems, other: .note)
      return try await sharePage(id, draft: draft)
    }
  }

  fileprivate func sharePage(_ id: ShareID, draft: NoteDraft?) async throws -> HTTPResponse {
    try await page(
      status: draft == nil ? .ok : .unprocessableContent, { SharePage.view($0, in: $1) },
      load: { reader in try SharePage.Model(id, draft, reader) })
  }
}

extension SharePage.Model {
  fileprivate init?(_ id: ShareID, _ draft: NoteDraft?, _ reader: PageReader) throws {
    let connection = reader.connection
    let profile = reader.surroundings.profile?.id ?? ""
    var stored: LedgerNote?
    let found: LedgerList.Row?
    switch id {
    case .share(let group, let expense):
      found = group == profile ? nil : try LedgerList.row(expense, in: group, connection)
      stored = try LedgerNote.of(expense, in: connection)
    case .kept(let note):
      stored = try LedgerNote.find(note, in: connection)
      found = stored?.kept == nil ? nil : try LedgerList.row(note, in: profile, connection)
    }
    guard let row = found else { return nil }
    let categories = try LedgerCategories(in: connection)
    let groups = try GroupOverview(of: reader.accountID, in: connection).rows
      .reduce(into: [:]) { $0[$1.id] = $1.name }
    let notes =
      draft
      ?? NoteDraft(
        stored?.details ?? LedgerNoteDetails(), LedgerNoteDetails.fields, words: reader.words)
    self.init(
      row: try LedgerPage.Row(row, categories, groups, profile, reader.usualCurrency, connection),
      expense: nil, target: id.route, place: row.place, values: notes.values,
      version: notes.version,
      categories: categories.own.map { LedgerPage.Choice($0.id, $0.details.name) },
      tags: try LedgerList.tags(in: connection))
    switch id {
    case .share(let group, let expense):
      self.expense = .expenses(.expense(group: group, expense: expense))
      if let category = try StoredExpense.Row.find(expense, in: connection)?.details.categoryID {
        groupCategory = try ExpenseCategory.find(category, in: connection)?.details.name
      }
    case .kept(let note): forget = .ledger(.forgetShare(note))
    }
  }
}
