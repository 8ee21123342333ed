import SQLite
import SyncProtocol

/// How each state is stored, and the only code that stores it:
/// | state | row |
/// |---|---|
/// | `waiting`, `hidden`, `asked` | of `syncPending`, by these names |
/// | `answered` | of `syncPending`: `answered`, of a hub-confirmed one `confirmed` |
/// | `parked` | of `syncParked` |
/// | `kept` | of `syncAcknowledged` |
/// | `gone`, `rehearsed` | none |
extension ChangeSetState {
  /// SQL conditions on rows of `syncPending`: the row is a pending change; it is one that the hub
  /// has yet to judge. The table also holds the row of a hub-confirmed transaction.
  ///
  /// `isPending` excludes states instead of listing them, because for a list of more than two
  /// values SQLite builds a temporary table each time.
  package static let isPending = "state NOT IN ('asked', 'confirmed')"
  static let isUnanswered = "state IN ('waiting', 'hidden')"
  static let isConfirmation = "state IN ('asked', 'confirmed')"

  /// The hub has yet to judge it, and it is sent when its turn comes.
  var isUnanswered: Bool { self == .waiting || self == .hidden }

  /// The value of `syncPending.state`; `nil` for states without a row there.
  fileprivate var name: String? {
    switch self {
    case .waiting: "waiting"
    case .hidden: "hidden"
    case .asked: "asked"
    case .answered(_, let isConfirmation): isConfirmation ? "confirmed" : "answered"
    case .gone, .rehearsed, .parked, .kept: nil
    }
  }

  fileprivate var answer: Value {
    guard case .answered(let parts, _) = self else { return .null }
    return .blob(Answer.accepted(parts).wireBytes)
  }

  /// A stored state that no program has written: the file is damaged.
  struct Unreadable: Error {
    let name: String
  }

  /// Reads a stored state. Throws `Unreadable`.
  init(name: String, answer: Answer?) throws {
    switch (name, answer) {
    case ("waiting", nil): self = .waiting
    case ("hidden", nil): self = .hidden
    case ("asked", nil): self = .asked
    case ("answered", .accepted(let parts)?): self = .answered(parts, isConfirmation: false)
    case ("confirmed", .accepted(let parts)?): self = .answered(parts, isConfirmation: true)
    default: throw Unreadable(name: name)
    }
  }
}

extension Replica {
  static let emptyUndo = [LocalUndo]().wireBytes

  /// Applies an event to a stored change set, and stores its new state.
  ///
  /// - Returns: the actions that are still to be done.
  @discardableResult
  func handle(
    _ event: ChangeSetState.Event, _ row: PendingRow
  ) throws -> [ChangeSetState.Action] {
    try handle(event, row.changeSet, in: row.state)
  }

  /// The same for a change set that is in `state`.
  @discardableResult
  func handle(
    _ event: ChangeSetState.Event, _ changeSet: ChangeSet, in state: ChangeSetState
  ) throws -> [ChangeSetState.Action] {
    let (next, actions) = try state.next(event)
    let isRewritten = actions.contains(.onlyAsk)
    try store(
      next, of: isRewritten ? changeSet.onlyAsking : changeSet, from: state,
      isRewritten: isRewritten, writtenAt: changeSet.time.milliseconds)
    return actions
  }

  /// Stores the new state of a change set. Part of an open transaction.
  ///
  /// - Parameters:
  ///   - body: the change set in its stored form, if the caller has it.
  ///   - isRewritten: whether the stored change set differs from this one.
  ///   - writtenAt: when it was written, milliseconds since 1970; `nil` for now.
  /// - Returns: whether a row was stored; a change set that is added again may be there already.
  @discardableResult
  func store(
    _ next: ChangeSetState, of changeSet: ChangeSet, from state: ChangeSetState,
    body: [UInt8]? = nil, undo: [UInt8] = emptyUndo, isRewritten: Bool = false,
    writtenAt: Int64? = nil
  ) throws -> Bool {
    guard next != state || isRewritten else { return false }
    let number = Value.integer(changeSet.id.number)
    var count = 0
    switch (state.name, next.name) {
    case (.some, let name?):
      count = try connection.execute(
        "UPDATE syncPending SET state = ?, answer = ? WHERE number = ?", .text(name), next.answer,
        number)
      if isRewritten {
        try connection.execute(
          "UPDATE syncPending SET body = ? WHERE number = ?", .blob(changeSet.wireBytes), number)
      }
    case (nil, let name?):
      count = try connection.execute(
        """
        INSERT INTO syncPending (number, state, answer, body, undo, writtenAt)
        VALUES (?, ?, ?, ?, ?, ?)\(next == .hidden ? " ON CONFLICT (number) DO NOTHING" : "")
        """, number, .text(name), next.answer, .blob(body ?? changeSet.wireBytes), .blob(undo),
        .integer(writtenAt ?? environment.now()))
    case (_, nil):
      if case .parked(let refusal) = next { count = try insert(parked: changeSet, refusal) }
      if next == .kept { count = try insert(kept: changeSet, body, isStored: state.name != nil) }
    }
    try forget(changeSet.id.number, in: state, for: next)
    note(changeSet, next)
    return count > 0
  }

  /// Keeps the transaction under way in memory, so that it need not be read again.
  private func note(_ changeSet: ChangeSet, _ next: ChangeSetState) {
    switch next {
    case .asked, .answered(_, isConfirmation: true):
      underWay = UnderWay(changeSet: changeSet, state: next)
    default: if underWay?.changeSet.id == changeSet.id { underWay = nil }
    }
  }

  /// Stores whether a pending change set is shown, and how to undo it.
  func store(_ next: ChangeSetState, undo: [LocalUndo], of row: PendingRow) throws {
    try connection.execute(
      "UPDATE syncPending SET state = ?, undo = ? WHERE number = ?", Value(next.name),
      .blob(undo.wireBytes), .integer(row.number))
  }

  /// Removes the row of the state before.
  private func forget(
    _ number: Int64, in state: ChangeSetState, for next: ChangeSetState
  ) throws {
    let table: String? =
      switch state {
      case .waiting, .hidden, .asked, .answered: next.name == nil ? "syncPending" : nil
      case .parked: "syncParked"
      case .kept: "syncAcknowledged"
      case .gone, .rehearsed: nil
      }
    guard let table else { return }
    try connection.execute("DELETE FROM \(table) WHERE number = ?", .integer(number))
  }

  private func insert(parked changeSet: ChangeSet, _ refusal: Refusal) throws -> Int {
    if isPlanted(.refusedDropped) { return 0 }
    return try connection.execute(
      """
      INSERT INTO syncParked
        (number, body, reason, tableName, recordID, detail, writtenAt, parkedAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (number) DO NOTHING
      """, .integer(changeSet.id.number), .blob(changeSet.wireBytes),
      .text(refusal.reason.rawValue), Value(refusal.record?.table), Value(refusal.record?.id),
      .text(refusal.detail), .integer(changeSet.time.milliseconds), .integer(environment.now()))
  }

  /// - Parameter isStored: whether `syncPending` holds its bytes already.
  private func insert(kept changeSet: ChangeSet, _ body: [UInt8]?, isStored: Bool) throws -> Int {
    let (now, number) = (acceptedNow, Value.integer(changeSet.id.number))
    let insert = "INSERT INTO syncAcknowledged (number, acceptedAt, body)"
    let count =
      isStored && body == nil
      ? try connection.execute(
        """
        \(insert) SELECT number, ?, body FROM syncPending WHERE number = ?
        ON CONFLICT (number) DO NOTHING
        """, .integer(now), number)
      : try connection.execute(
        "\(insert) VALUES (?, ?, ?) ON CONFLICT (number) DO NOTHING", number, .integer(now),
        .blob(body ?? changeSet.wireBytes))
    try forgetExpired(now)
    return count
  }

  /// Deletes what was accepted longer ago than `acknowledgedMilliseconds`, all at once: the event
  /// `expired`. A hub that has lost it by now has other news.
  func forgetExpired(_ now: Int64) throws {
    try connection.execute(
      "DELETE FROM syncAcknowledged WHERE acceptedAt < ?",
      .integer(now - Self.acknowledgedMilliseconds))
    try forgetSealed(before: now - Self.acknowledgedMilliseconds)
  }
}

extension ChangeSet {
  /// The form that is sent to a restored hub.
  ///
  /// A hub-confirmed transaction was based on an earlier state, so the hub only says whether it
  /// still has it. If it was lost, it is parked and its author decides anew.
  var onlyAsking: ChangeSet {
    guard !preconditions.isEmpty else { return self }
    var changeSet = self
    changeSet.preconditions = [.never]
    return changeSet
  }
}

extension Refusal {
  /// The refusal is about the number alone: under another number the hub judges the change set.
  var isOfNumber: Bool { reason == .numberReused && !isPlanted(.reuseParked) }
}
