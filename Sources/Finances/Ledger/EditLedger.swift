import Household
import Replica
import SQLite
import SyncProtocol

/// Adds what a person has spent or earned.
package struct AddLedgerEntry: Sendable {
  package var details: LedgerEntryDetails

  package init(_ details: LedgerEntryDetails) { self.details = details }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerEntry {
    let profile = try transaction.ownProfile()
    let entry = LedgerEntry(
      id: transaction.newID(), profileID: profile.id,
      details: try LedgerEntry.clean(details, transaction.connection),
      createdAt: transaction.nowMilliseconds)
    try entry.insert(in: transaction.connection)
    return entry
  }
}

/// Changes an entry.
package struct EditLedgerEntry: Sendable {
  package var entryID: RecordID
  package var details: LedgerEntryDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the entry as it is now.
  package var base: LedgerEntryDetails?

  package init(
    entryID: RecordID, details: LedgerEntryDetails, base: LedgerEntryDetails? = nil
  ) {
    self.entryID = entryID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerEntry {
    let connection = transaction.connection
    guard let old = try LedgerEntry.find(entryID, in: connection) else {
      throw FinanceFailure.entryNotFound
    }
    let details = try LedgerEntry.clean(details, connection)
    return try old.with(details).update(
      from: base.map(old.with) ?? old, over: old, in: connection)
  }
}

/// Deletes an entry, and returns it so that it can be restored.
package struct DeleteLedgerEntry: Sendable {
  package var entryID: RecordID

  package init(entryID: RecordID) { self.entryID = entryID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerEntry {
    guard let entry = try LedgerEntry.find(entryID, in: transaction.connection) else {
      throw FinanceFailure.entryNotFound
    }
    try entry.delete(in: transaction.connection)
    return entry
  }
}

/// Restores a deleted entry under its id.
package struct RestoreLedgerEntry: Sendable {
  package var entry: LedgerEntry

  package init(_ entry: LedgerEntry) { self.entry = entry }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard try LedgerEntry.find(entry.id, in: connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    var entry = entry
    if let category = entry.details.categoryID,
      try LedgerCategory.find(category, in: connection) == nil
    {
      entry.details.categoryID = nil
    }
    try entry.insert(in: connection)
  }
}

extension LedgerEntry {
  /// Returns the cleaned details; throws everything that is wrong with them.
  static func clean(
    _ details: LedgerEntryDetails, _ connection: Connection
  ) throws -> LedgerEntryDetails {
    var check = InputCheck()
    var clean = check.clean(details, LedgerEntryDetails.fields)
    clean.tags = LedgerTags.clean(details.tags, &check)
    if clean.day == nil { check.fail(.day, .missing) }
    if clean.amountMinor == nil || clean.amountMinor == 0 { check.fail(.amountMinor, .missing) }
    try LedgerCategory.check(clean.categoryID, &check, connection)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    return clean
  }
}

// MARK: - Shares of groups

extension LedgerNote {
  /// Returns the cleaned details; throws everything that is wrong with them.
  static func clean(
    _ details: LedgerNoteDetails, _ connection: Connection
  ) throws -> LedgerNoteDetails {
    var check = InputCheck()
    var clean = check.clean(details, LedgerNoteDetails.fields)
    clean.tags = LedgerTags.clean(details.tags, &check)
    try LedgerCategory.check(clean.categoryID, &check, connection)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    return clean
  }
}

/// Changes what a person has added to their share of an expense; nothing else of it can be changed
/// here (D-MIR-14).
package struct NoteShare: Sendable {
  package var groupID: ZoneID
  package var expenseID: RecordID
  package var details: LedgerNoteDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the notes as they are now.
  package var base: LedgerNoteDetails?

  package init(
    groupID: ZoneID, expenseID: RecordID, details: LedgerNoteDetails,
    base: LedgerNoteDetails? = nil
  ) {
    self.groupID = groupID
    self.expenseID = expenseID
    self.details = details
    self.base = base
  }

  /// Throws `expenseNotFound` if the person has no such share.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerNote {
    let connection = transaction.connection
    let profile = try transaction.ownProfile()
    let clean = try LedgerNote.clean(details, connection)
    guard let old = try LedgerNote.of(expenseID, in: connection) else {
      // Of a share that is there something can be noted; what was noted once stays.
      guard try Expense.Row.find(expenseID, in: connection)?.groupID == groupID else {
        throw FinanceFailure.expenseNotFound
      }
      let note = LedgerNote(
        id: LedgerNote.id(of: expenseID, for: profile.id), profileID: profile.id,
        groupID: groupID, expenseID: expenseID, details: clean)
      if clean != LedgerNoteDetails() { try note.insert(in: connection) }
      return note
    }
    guard old.groupID == groupID else { throw FinanceFailure.expenseNotFound }
    var (note, shown) = (old, old)
    note.details = clean
    if let base { shown.details = base }
    return try note.update(from: shown, over: old, in: connection)
  }
}

/// Keeps what a person's shares of a group are, before they leave it: their own past stays
/// (D-MIR-12). Back in the group, they see its expenses again.
package struct KeepShares: Sendable {
  package var groupID: ZoneID

  package init(groupID: ZoneID) { self.groupID = groupID }

  /// Returns how many there are.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Int {
    let connection = transaction.connection
    let profile = try transaction.ownProfile()
    guard let group = try Group.find(groupID, in: connection) else {
      throw FinanceFailure.groupNotFound
    }
    let shares = try LedgerList.all(of: groupID, in: connection)
    let past = try shares.map { share -> LedgerNote.Past in
      let kept = KeptShare(
        title: share.title, groupName: group.details.name, day: share.day, flow: share.flow,
        amountMinor: share.amountMinor, currency: share.currency, converted: share.converted)
      let copied = try connection.first(
        "SELECT importSource, importRef, createdBy FROM expenses WHERE id = ?",
        .text(share.sourceID)
      ) { ($0.optionalText(0), $0.optionalText(1), $0.text(2)) }
      return LedgerNote.Past(
        expense: share.sourceID, kept: kept, category: try share.ownCategory(in: connection),
        origin: copied.flatMap { CopyOrigin(source: $0.0, ref: $0.1) },
        isOwnCopy: copied?.2 == transaction.accountID)
    }
    try LedgerNote.keep(past, of: groupID, profile, in: connection)
    return shares.count
  }
}

/// Takes a share that was kept of a group out of the ledger.
package struct ForgetShare: Sendable {
  package var noteID: RecordID

  package init(noteID: RecordID) { self.noteID = noteID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> LedgerNote {
    guard let old = try LedgerNote.find(noteID, in: transaction.connection), old.kept != nil
    else { throw FinanceFailure.entryNotFound }
    var note = old
    (note.kept, note.isForgotten) = (nil, true)
    try note.update(from: old, in: transaction.connection)
    return old
  }
}

/// Takes ``ForgetShare`` back.
package struct RestoreShare: Sendable {
  package var note: LedgerNote

  /// - Parameter note: as it was before.
  package init(_ note: LedgerNote) { self.note = note }

  /// Throws `alreadyThere` if something is kept of the share again.
  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let old = try LedgerNote.find(note.id, in: connection) else {
      throw FinanceFailure.entryNotFound
    }
    guard old.kept == nil else { throw FinanceFailure.alreadyThere }
    var restored = old
    restored.kept = note.kept
    try restored.update(from: old, in: connection)
  }
}
