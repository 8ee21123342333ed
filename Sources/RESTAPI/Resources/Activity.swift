import Backends
import Replica
import SyncProtocol
import Things

/// The history of a home or an item, from the hub, and undoing one change of it.
enum ActivityResource: Resource {
  static let tag = "Activity"
  static let schemas = ActivityShape.schemas

  /// How many records of each change a list contains.
  private static let listedChanges = 40
  static let examplePage = Page.json([ActivityShape.example], next: nil)
  private static let path = "/api/v1/homes/{homeID}/activity"
  private static let change = Parameter("changeID", .id, example: "41", "The number of the change.")
  static let reach = """
    The newest first, as far back as the hub's log goes and the account has been in the home; a \
    page holds at most 100.
    """

  static let operations = [
    Operation(
      method: .get, path: path, id: "listHomeActivity", summary: "What happened in a home",
      details: reach, scope: .read, pathParameters: [HomesResource.homeID],
      query: Parameter.paging, outcome: .json("ActivityPage", example: examplePage),
      handler: { call in
        let home = call.path("homeID")
        try await call.read { try call.requireHome(home, in: $0) }
        return try await page(call, home: home, record: nil)
      }),
    Operation(
      method: .get, path: "/api/v1/items/{itemID}/activity", id: "listItemActivity",
      summary: "What happened to an item and to what is part of it", details: reach, scope: .read,
      pathParameters: [ItemsResource.itemID], query: Parameter.paging,
      outcome: .json("ActivityPage", example: examplePage),
      handler: { call in
        let item = try await call.read { try call.item(in: $0) }
        return try await page(call, home: item.homeID, record: item.id)
      }),
    Operation(
      method: .get, path: "\(path)/{changeID}", id: "getActivity", summary: "One change in full",
      scope: .read, pathParameters: [HomesResource.homeID, change],
      outcome: .json("Activity", example: ActivityShape.example),
      handler: { call in
        let home = call.path("homeID")
        try await call.read { try call.requireHome(home, in: $0) }
        let entry = try await entry(call, in: home)
        let hidesAmounts = try await call.read { try AmountVeil.hides(home, in: $0) }
        return .json(
          ActivityShape.json(hidesAmounts ? entry.withoutAmounts(Things.schema) : entry))
      }),
    Operation(
      method: .post, path: "\(path)/{changeID}/undo", id: "undoActivity",
      summary: "Take one change back",
      details: """
        What was changed is as it was before, what was deleted is there again, and what was added \
        is gone, as far as nobody has changed it since: that is `left`. It is a change itself.
        """,
      scope: .write, pathParameters: [HomesResource.homeID, change],
      outcome: .json("ActivityUndo", example: ActivityShape.undoExample),
      conflicts: [
        "`too_large`: too much was changed at once.",
        "`spans_homes`: other homes were changed, too.",
        "`nothing_left`: all of it has changed again.",
        "`places_do_not_fit`: a place would be inside itself, or too deep.",
        "`not_undoable`: what it did is not known any more, or is not to be taken back.",
      ], handler: undo),
  ]

  /// - Parameters:
  ///   - isUndoable: whether changes can be taken back there.
  ///   - hidden: tables whose changes the account does not see.
  ///   - shown: a change as the account is shown it.
  static func page(
    _ call: Call, home: ZoneID, record: RecordID?, isUndoable: Bool = true,
    without hidden: Set<String> = [],
    shown: @escaping @Sendable (HistoryEntry) -> HistoryEntry = { $0 }
  ) async throws -> Reply {
    let request = HistoryRequest(
      zone: home, record: record, before: try before(call),
      limit: min(call.limit, HistoryRequest.maxEntries), changeLimit: listedChanges)
    var history = try await call.hub.history(request)
    if try await call.read({ try AmountVeil.hides(home, in: $0) }) {
      history.entries = history.entries.map { $0.withoutAmounts(Things.schema) }
    }
    let entries = history.entries.compactMap { shown($0).without(hidden) }
    return .json(
      Page.json(
        entries.map { ActivityShape.json($0, isUndoable: isUndoable) },
        next: history.next.map { String($0) }))
  }

  /// Where a list of changes goes on; `nil` for the first page.
  static func before(_ call: Call) throws(Problem) -> Int64? {
    guard let text = call.query("cursor") else { return nil }
    guard let number = sequence(text) else { throw Page.badCursor }
    return number
  }

  /// Reads the number of a change; `nil` if the text is not one.
  private static func sequence(_ text: String) -> Int64? {
    // The bound is beyond any log and far from overflow.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text),
      (1...1 << 53).contains(number)
    else { return nil }
    return number
  }

  /// The change that a call names, in full.
  static func entry(
    _ call: Call, _ parameter: String = "changeID", in zone: ZoneID
  ) async throws -> HistoryEntry {
    guard let sequence = sequence(call.path(parameter)) else { throw Problem.notFound }
    return try await entry(call, sequence, in: zone)
  }

  static func entry(
    _ call: Call, _ sequence: Int64, in zone: ZoneID
  ) async throws -> HistoryEntry {
    let page = try await call.hub.history(
      HistoryRequest(
        zone: zone, before: sequence.addingSaturating(1), limit: 1,
        changeLimit: HistoryRequest.maxChanges))
    guard let entry = page.entries.first, entry.sequence == sequence else {
      throw Problem.notFound
    }
    return entry
  }

  private static let undo: Operation.Handler = { call in
    let home = call.path("homeID")
    try await call.read { try call.requireWritable(home, in: $0) }
    let entry = try await entry(call, in: home)
    guard entry.canTakeBack || entry.isSpanning || !entry.isComplete else {
      throw notUndoable
    }
    let outcome = try await call.workspace.write(relyingOn: Replica.Reliance(zones: [home])) {
      try TakeBackChange(homeID: home, entry: entry)($0)
    }
    return .json(ActivityShape.json(outcome))
  }

  static let notUndoable = Problem(
    .conflict, "not_undoable", "what this change did is not to be taken back, or not known")
}

extension Problem {
  static let tooLargeToUndo = Problem(
    .conflict, "too_large", "too much was changed at once to take it back")
  static let nothingLeftToUndo = Problem(
    .conflict, "nothing_left", "all of it has changed again, or is gone")
}

extension TakeBackChange.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .tooLarge: .tooLargeToUndo
    case .spansHomes:
      Problem(
        .conflict, "spans_homes", "other homes were changed, too; move back what was moved")
    case .nothingLeft: .nothingLeftToUndo
    case .placesDoNotFit:
      Problem(.conflict, "places_do_not_fit", "a place would be inside itself, or too deep")
    }
  }
}
