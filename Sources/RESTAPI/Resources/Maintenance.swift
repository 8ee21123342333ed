import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// Maintenance entries of items, upcoming and done.
enum MaintenanceResource: Resource {
  static let tag = "Maintenance"

  static let schemas: [JSON.Member] = [
    .init("Maintenance", Shape.maintenance.schema),
    .init("NewMaintenance", Shape.maintenance.newSchema),
    .init("MaintenanceChange", Shape.maintenance.changeSchema),
    .init("Completion", Shape.completion.newSchema), Page.schema(of: "Maintenance"),
  ]

  private static let path = "/api/v1/maintenance"
  private static let entryID = Parameter(
    "entryID", .id, example: .string(Examples.entry), "The entry.")
  private static let example = MaintenanceEntry.exampleJSON
  private static let examplePage = Page.json([example], next: nil)

  private static func state(_ standard: String) -> Parameter {
    Parameter(
      "state", .choice(["open", "done"]), example: "open",
      "Only what is to be done, or what was done; \(standard) when it is not said.")
  }

  static let operations = lists + ofOne

  private static let lists = [
    Operation(
      method: .get, path: "/api/v1/items/{itemID}/maintenance", id: "listItemMaintenance",
      summary: "What is to be done and was done for an item", details: "The oldest entry first.",
      scope: .read, pathParameters: [ItemsResource.itemID],
      query: [state("both")] + Parameter.paging,
      outcome: .json("MaintenancePage", example: examplePage), handler: listOfItem),
    Operation(
      method: .post, path: "/api/v1/items/{itemID}/maintenance", id: "addMaintenance",
      summary: "Add something to do for an item, or something that was done",
      details: """
        With `doneOn` it was done already; one that repeats gets what follows it at once. An entry \
        that says the very same is answered instead of a second one.
        """,
      scope: .write, pathParameters: [ItemsResource.itemID],
      body: .json(
        "NewMaintenance",
        example: [
          "title": "Descale", "dueOn": "2026-12-01", "every": ["count": 6, "unit": "month"],
        ]), status: .created, outcome: .json("Maintenance", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "/api/v1/homes/{homeID}/maintenance", id: "listHomeMaintenance",
      summary: "What is to be done in a home, or what was done",
      details: """
        What is due first at the beginning and what is due at no particular day at the end; what \
        was done, the last first. Archived items need nothing done.
        """,
      scope: .read, pathParameters: [HomesResource.homeID],
      query: [state("what is to be done")] + Parameter.paging,
      outcome: .json("MaintenancePage", example: examplePage), handler: listOfHome),
  ]

  private static let ofOne = [
    Operation(
      method: .get, path: "\(path)/{entryID}", id: "getMaintenance", summary: "One entry",
      scope: .read, pathParameters: [entryID], outcome: .json("Maintenance", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .patch, path: "\(path)/{entryID}", id: "changeMaintenance",
      summary: "Change an entry",
      details: "Only what is sent is changed. Another `currency` wants `costMinor` said anew.",
      scope: .write, pathParameters: [entryID],
      body: .change("MaintenanceChange", example: ["dueOn": "2026-12-24"]),
      outcome: .json("Maintenance", example: example), isVersioned: true, handler: change),
    Operation(
      method: .post, path: "\(path)/{entryID}/complete", id: "completeMaintenance",
      summary: "Say that something was done",
      details: """
        An entry that repeats gets one that follows it, `nextID`, due its time after `doneOn`. One \
        that is done already stays as it is.
        """,
      scope: .write, pathParameters: [entryID],
      body: .json("Completion", example: ["doneOn": "2026-06-01", "costMinor": 1250]),
      outcome: .json("Maintenance", example: example), isVersioned: true, handler: complete),
    Operation(
      method: .delete, path: "\(path)/{entryID}", id: "deleteMaintenance",
      summary: "Delete an entry", scope: .write, pathParameters: [entryID], status: .noContent,
      outcome: .nothing, isVersioned: true, handler: delete),
  ]

  // MARK: Reading

  private static let listOfItem: Operation.Handler = { call in
    .json(
      try await call.read { connection in
        let item = try call.item(in: connection)
        let wantsDone = call.query("state").map { $0 == "done" }
        let entries = try MaintenanceEntry.of(item.id, home: item.homeID, in: connection)
          .filter { wantsDone == nil || ($0.doneOn != nil) == wantsDone }
        return try Page.json(
          entries, of: call, rank: { [Rank.word($0.createdAt), $0.id] },
          show: { try $0.json(in: connection) })
      })
  }

  private static let listOfHome: Operation.Handler = { call in
    var cursor: MaintenanceCursor?
    if let text = call.query("cursor") {
      guard let words = Rank.text(text), let read = MaintenanceCursor(words) else {
        throw Page.badCursor
      }
      cursor = read
    }
    let (isDone, limit, home) = (call.query("state") == "done", call.limit, call.path("homeID"))
    return .json(
      try await call.read { [cursor] connection in
        try call.requireHome(home, in: connection)
        let list =
          isDone
          ? try MaintenanceList.done(home: home, after: cursor, limit: limit, in: connection)
          : try MaintenanceList.open(home: home, after: cursor, limit: limit, in: connection)
        return Page.json(
          try list.rows.map { try $0.entry.json(in: connection) },
          next: list.next.map { Rank([$0.description]).description })
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json(in: $0) })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> MaintenanceEntry {
    guard let entry = try MaintenanceEntry.find(call.path("entryID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(entry.homeID)
    return try entry.seen(in: connection)
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var draft = MaintenanceDraft()
    try Shape.maintenance.take(call.body, into: &draft, isNew: true)
    let json = try await call.write { [draft] transaction in
      let item = try call.item(in: transaction.connection)
      var details = draft.details
      if details.currency.isEmpty { details.currency = item.details.currency }
      let entry = try AddMaintenance(
        itemID: item.id, details, doneOn: draft.doneOn,
        today: CalendarDate.latest(at: transaction.nowMilliseconds))(transaction)
      return try entry.json(in: transaction.connection)
    }
    return .added(json, to: path)
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let connection = transaction.connection
      let entry = try find(call, in: connection)
      try call.checkVersion(entry.json(in: connection))
      var draft = entry.draft
      try Shape.maintenance.take(call.body, into: &draft, isNew: false)
      return try EditMaintenance(
        entryID: entry.id, details: draft.details, base: entry.details)(transaction)
        .json(in: connection)
    }
    return .record(json)
  }

  private static let complete: Operation.Handler = { call in
    var draft = CompletionDraft()
    try Shape.completion.take(call.body, into: &draft, isNew: true)
    let json = try await call.write { [draft] transaction in
      let entry = try find(call, in: transaction.connection)
      let done = try CompleteMaintenance(
        entryID: entry.id, doneOn: draft.doneOn ?? "", costMinor: draft.costMinor,
        today: CalendarDate.latest(at: transaction.nowMilliseconds))(transaction)
      return try done.after.json(in: transaction.connection)
    }
    return .record(json)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let entry = try find(call, in: transaction.connection)
      try call.checkVersion(entry.json(in: transaction.connection))
      try DeleteMaintenance(entryID: entry.id)(transaction)
    }
    return .done
  }
}
