import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

extension Shape<LedgerEntryDetails> {
  static let entry = Shape(
    name: "LedgerEntry", fields: Field.all(LedgerEntryDetails.fields, at: \.self),
    readOnly: [
      .init("id", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ])
}

extension Shape<LedgerNoteDetails> {
  static let share = Shape(
    name: "LedgerShare", fields: Field.all(LedgerNoteDetails.fields, at: \.self),
    readOnly: [.init("groupID", ["type": "string"]), .init("expenseID", ["type": "string"])])
}

/// An account's own entries, what it has noted on its shares of groups, and its budgets.
enum LedgerEntriesResource: Resource {
  static let tag = "Entries"

  static let schemas: [JSON.Member] = [
    .init("LedgerEntry", Shape.entry.schema), .init("NewLedgerEntry", Shape.entry.newSchema),
    .init("LedgerEntryChange", Shape.entry.changeSchema),
    .init("LedgerShare", Shape.share.schema),
    .init("LedgerShareChange", Shape.share.changeSchema),
  ]

  private static let path = "\(LedgerResource.path)/entries"
  private static let entryID = Parameter(
    "ledgerEntryID", .id, example: .string(Examples.expense), "The entry.")
  private static let shareID = Parameter(
    "shareID", .id, example: .string(Examples.expense),
    "The expense that it is a share of, or a share that was kept of a group you left.")
  private static let sharePath = "\(LedgerResource.path)/shares/{shareID}"

  static let operations = [
    Operation(
      method: .post, path: path, id: "addLedgerEntry",
      summary: "Add something that was spent or earned",
      details: "Without `currency` it has your own.", scope: .write,
      needsAllHomes: true,
      body: .json(
        "NewLedgerEntry", example: ["title": "Bakery", "amountMinor": 420, "day": "2026-06-14"]),
      status: .created, outcome: .json("LedgerEntry", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{ledgerEntryID}", id: "getLedgerEntry", summary: "One entry",
      scope: .read, needsAllHomes: true, pathParameters: [entryID],
      outcome: .json("LedgerEntry", example: example), isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{ledgerEntryID}", id: "changeLedgerEntry",
      summary: "Change an entry",
      details: "Only what is sent is changed. What comes from a group is changed there.",
      scope: .write, needsAllHomes: true, pathParameters: [entryID],
      body: .change("LedgerEntryChange", example: ["amountMinor": 520]),
      outcome: .json("LedgerEntry", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{ledgerEntryID}", id: "deleteLedgerEntry",
      summary: "Delete an entry",
      details: """
        Also a share that was kept of a group you left. A share of a group you are in goes with \
        its expense.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [entryID],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
    Operation(
      method: .get, path: sharePath, id: "getLedgerShare",
      summary: "What you have noted on your share of an expense", scope: .read,
      needsAllHomes: true, pathParameters: [shareID],
      outcome: .json("LedgerShare", example: shareExample), isVersioned: true, handler: getShare),
    Operation(
      method: .patch, path: sharePath, id: "changeLedgerShare",
      summary: "Note something on your share of an expense",
      details: """
        Nobody else sees it, and it stays whatever happens in the group. Nothing else of a share \
        can be changed here.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [shareID],
      body: .change("LedgerShareChange", example: ["tags": "holiday"]),
      outcome: .json("LedgerShare", example: shareExample), isVersioned: true,
      handler: changeShare),
  ]

  // MARK: Entries

  private static func find(_ call: Call, in connection: Connection) throws -> LedgerEntry {
    guard let entry = try LedgerEntry.find(call.path("ledgerEntryID"), in: connection) else {
      throw Problem.notFound
    }
    return entry
  }

  private static func json(_ entry: LedgerEntry) -> JSON {
    .object(
      [
        .init("id", .string(entry.id)),
        .init("createdAt", .string(TimeText.text(entry.createdAt))),
      ] + Shape.entry.shown(entry.details))
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  private static let add: Operation.Handler = { call in
    var details = LedgerEntryDetails(title: "", currency: "")
    try Shape.entry.take(call.body, into: &details, isNew: true)
    let shown = try await call.write { [details] transaction in
      var details = details
      let profile = try Profile.own(in: transaction.connection)
      if details.currency.isEmpty { details.currency = profile?.currency ?? "EUR" }
      return json(try AddLedgerEntry(details)(transaction))
    }
    call.count(.ledgerEntrySaved(isNew: true))
    return .added(shown, to: path)
  }

  private static let change: Operation.Handler = { call in
    let shown = try await write(call) { entry, transaction in
      var details = entry.details
      try Shape.entry.take(call.body, into: &details, isNew: false)
      return json(
        try EditLedgerEntry(entryID: entry.id, details: details, base: entry.details)(transaction))
    }
    call.count(.ledgerEntrySaved(isNew: false))
    return .record(shown)
  }

  private static let delete: Operation.Handler = { call in
    let id = call.path("ledgerEntryID")
    let zone = try await call.read { try $0.ownZone() }
    try await call.write(in: zone) { transaction in
      if let note = try keptShare(id, in: transaction.connection) {
        try call.checkVersion(json((note.groupID, note.expenseID, note.details)))
        _ = try ForgetShare(noteID: note.id)(transaction)
      } else {
        let entry = try find(call, in: transaction.connection)
        try call.checkVersion(json(entry))
        _ = try DeleteLedgerEntry(entryID: entry.id)(transaction)
      }
    }
    return .done
  }

  private static func write<Result: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (LedgerEntry, WriteTransaction) throws -> Result
  ) async throws -> Result {
    let zone = try await call.read { try $0.ownZone() }
    return try await call.write(in: zone) { transaction in
      let entry = try find(call, in: transaction.connection)
      try call.checkVersion(json(entry))
      return try body(entry, transaction)
    }
  }

  // MARK: Shares

  /// The group of an expense in which the account is a member, or a share that was kept, with what
  /// it has noted.
  private static func share(
    _ call: Call, in connection: Connection
  ) throws -> (group: ZoneID, expense: RecordID, details: LedgerNoteDetails) {
    let id = call.path("shareID")
    if let kept = try keptShare(id, in: connection) {
      return (kept.groupID, kept.expenseID, kept.details)
    }
    guard let row = try Expense.Row.find(id, in: connection),
      try LedgerList.row(id, in: row.groupID, connection) != nil
    else { throw Problem.notFound }
    let note = try LedgerNote.of(id, in: connection)
    return (row.groupID, id, note?.details ?? LedgerNoteDetails())
  }

  /// The share with this id that was kept of a group; `nil` for another one.
  private static func keptShare(
    _ id: RecordID, in connection: Connection
  ) throws -> LedgerNote? {
    guard let note = try LedgerNote.find(id, in: connection),
      try LedgerList.row(note.id, in: note.profileID, connection) != nil
    else { return nil }
    return note
  }

  private static func json(
    _ share: (group: ZoneID, expense: RecordID, details: LedgerNoteDetails)
  ) -> JSON {
    .object(
      [
        .init("groupID", .string(share.group)), .init("expenseID", .string(share.expense)),
      ] + Shape.share.shown(share.details))
  }

  private static let getShare: Operation.Handler = { call in
    .record(try await call.read { json(try share(call, in: $0)) })
  }

  private static let changeShare: Operation.Handler = { call in
    let zone = try await call.read { try $0.ownZone() }
    let shown = try await call.write(in: zone) { transaction in
      var found = try share(call, in: transaction.connection)
      try call.checkVersion(json(found))
      let base = found.details
      try Shape.share.take(call.body, into: &found.details, isNew: false)
      found.details = try NoteShare(
        groupID: found.group, expenseID: found.expense, details: found.details, base: base)(
          transaction
        ).details
      return json(found)
    }
    return .record(shown)
  }

  // MARK: Examples

  private static let example: JSON = {
    var details = LedgerEntryDetails(title: "Bakery", amountMinor: 420, day: "2026-06-14")
    details.tags = "weekly"
    return json(
      LedgerEntry(
        id: Examples.expense, profileID: "", details: details, createdAt: Examples.milliseconds))
  }()

  private static let shareExample = json(
    (group: Examples.group, expense: Examples.expense, details: LedgerNoteDetails()))
}
