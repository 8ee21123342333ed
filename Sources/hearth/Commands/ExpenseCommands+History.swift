import Backends
import Finances
import Household
import Replica
import SyncProtocol
import Values
import Wording

/// What happened in a group, from the hub: taking changes back, and restoring what was deleted.
extension ExpenseCommands {
  static let past = [history, undo, deleted, restore]

  private static let after = Command.Option.value(
    "after", "NUMBER", "those before a change that an earlier list has told")

  private struct ChangeRow: Encodable, Sendable {
    struct Count: Encodable, Sendable {
      /// `added`, `changed` or `removed`.
      let kind: String
      let of: String
      let count: Int
    }

    struct Author: Encodable, Sendable {
      let id: String
      let name: String
    }

    let id: String
    let at: String
    let by: Author
    let canUndo: Bool
    let counts: [Count]

    init(_ entry: HistoryEntry) {
      (id, at) = (String(entry.sequence), TimeText.text(entry.at))
      by = Author(id: entry.author, name: entry.authorName)
      canUndo = entry.canTakeBackInGroup
      counts = entry.counts.map { Count(kind: $0.kind.word, of: $0.table, count: $0.count) }
    }

    var texts: [String] {
      [
        id, at, by.name, counts.map { "\($0.kind) \($0.count) \($0.of)" }.joined(separator: ", "),
        canUndo ? "" : "stays",
      ]
    }
  }

  private static let history = Command(
    path: ["expense", "history"], summary: "List what happened in a group, or to one expense",
    details: """
      The latest first, as far back as the hub's log goes and the account has been in the group. \
      hearth expense undo takes one change back by its number.
      """,
    operands: [
      GroupCommands.group,
      .init(name: "EXPENSE", help: "only what happened to this one: its id", isOptional: true),
    ],
    options: [after] + MoneyPlace.options,
    examples: [.init("hearth expense history Flat", "its latest changes, with their numbers")]
  ) { invocation in
    let before = try number(invocation)
    let past = try await GroupPast(invocation)
    let request = HistoryRequest(
      zone: past.group, record: invocation.operand(1), before: before,
      limit: HistoryRequest.maxEntries, changeLimit: HistoryRequest.maxChanges)
    let page = try await past.place.ask { try await $0.history(request) }
    let rows = RowPage(page.entries.map(ChangeRow.init), next: page.next.map { String($0) })
    return try invocation.report(rows) {
      rows.items.isEmpty
        ? "The hub knows of no change."
        : list(rows.items.map(\.texts), next: rows.next.value)
    }
  }

  private struct TakenBack: WrittenRow {
    struct Record: Encodable, Sendable {
      let of: String
      let id: String

      init(_ key: RecordKey) { (of, id) = (key.table, key.id) }
    }

    let reverted: [Record]
    let left: [Record]
    var isSent: Bool?

    init(_ outcome: Reversal.Outcome) {
      reverted = outcome.reverted.map(Record.init)
      left = outcome.left.map(Record.init)
    }
  }

  private static let undo = Command(
    path: ["expense", "undo"], summary: "Take one change of a group back",
    details: """
      What was changed is as it was before, what was deleted is there again, and what was added \
      is gone, as far as nobody has changed it since. The amounts of an expense come back as a \
      whole, or not at all. It is a change itself, and can be taken back. The hub must be reached.
      """,
    operands: [
      GroupCommands.group,
      .init(name: "CHANGE", help: "its number, as hearth expense history shows it"),
    ],
    options: MoneyPlace.options,
    examples: [.init("hearth expense undo Flat 41", "the change with that number")]
  ) { invocation in
    let word = try invocation.requiredOperand(1)
    let past = try await GroupPast(invocation)
    guard let sequence = Self.sequence(word), let entry = try await past.entry(sequence) else {
      throw CommandFailure.refused(
        "the group has no change '\(word)'; hearth expense history shows their numbers")
    }
    guard entry.canTakeBackInGroup || entry.isSpanning || !entry.isComplete else {
      throw CommandFailure.refused(
        "what this change did is not to be taken back, or not known; nothing was changed")
    }
    let outcome = try await past.takeBack(entry) {
      TakenBack($0)
    } show: { result, _ in
      result
    }
    return try outcome.report(invocation) {
      "Taken back: \($0.reverted.count) records"
        + ($0.left.isEmpty ? "." : ", and \($0.left.count) stay, as others have changed them.")
    }
  }

  private struct DeletedRow: Encodable, Sendable {
    let expenseID: String
    let changeID: String
    let at: String
    /// The account that deleted it.
    let by: String
    let title: OrNull<String>
    let day: OrNull<String>
    /// Whether the hub still knows what it was.
    let canRestore: Bool
  }

  private static let deleted = Command(
    path: ["expense", "deleted"], summary: "List expenses of a group that can be restored",
    details: """
      Expenses and payments that were deleted, the latest first, as far back as the hub's log \
      goes. A list can be empty and not the last.
      """,
    operands: [GroupCommands.group], options: [after] + MoneyPlace.options,
    examples: [.init("hearth expense deleted Flat", "one line each, its id last")]
  ) { invocation in
    let before = try number(invocation)
    let past = try await GroupPast(invocation)
    let found = try await past.history.deletions(before: before)
    let rows = try await past.read { reader in
      try found.gone(in: reader.connection).map { entry, change in
        DeletedRow(
          expenseID: change.id, changeID: String(entry.sequence), at: TimeText.text(entry.at),
          by: entry.author, title: OrNull(change.before["title"]?.text),
          day: OrNull(change.before["day"]?.text), canRestore: !change.before.isEmpty)
      }
    }
    let page = RowPage(rows, next: found.next.map { String($0) })
    return try invocation.report(page) {
      rows.isEmpty && page.next.value == nil
        ? "Nothing that was deleted is known."
        : list(
          rows.map { [$0.at, $0.title.value ?? "", $0.canRestore ? "" : "lost", $0.expenseID] },
          next: page.next.value)
    }
  }

  private static let restore = Command(
    path: ["expense", "restore"], summary: "Restore a deleted expense or payment",
    details: """
      With its amounts, receipts and comments, under its id. The hub must be reached.
      """,
    operands: [
      GroupCommands.group,
      .init(name: "EXPENSE", help: "its id, as hearth expense deleted shows it"),
    ],
    options: MoneyPlace.options,
    examples: [
      .init(
        "hearth expense restore Flat 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "as it was deleted")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(1)
    let past = try await GroupPast(invocation)
    let isThere = try await past.read { reader in
      try Finances::Expense.find(id, in: reader.connection) != nil
    }
    guard !isThere else {
      throw CommandFailure.refused("the expense is there; nothing was changed")
    }
    guard let found = try await past.history.deletion(of: id),
      let entry = try await past.entry(found.sequence)
    else {
      throw CommandFailure.refused(
        "the hub knows of no deleted expense '\(id)'; see hearth expense deleted GROUP")
    }
    // Of a change that is too large the hub lists a part alone.
    guard entry.changes.contains(where: { $0.kind == .drop && $0.id == id }) else {
      throw TakeBackGroupChange.Failure.tooLarge
    }
    let outcome = try await past.takeBack(entry, only: id) { _ in
      id
    } show: { id, reader in
      try shown(try reader.expense(id), reader)
    }
    return try outcome.report(invocation, "Restored.")
  }

  // MARK: Numbers

  private static func number(_ invocation: Invocation) throws(CommandFailure) -> Int64? {
    try invocation.after { sequence($0) }
  }

  /// The number of a change; `nil` for a text that is none.
  private static func sequence(_ text: String) -> Int64? {
    // The bound is beyond any log and far from overflow.
    guard let number = Int64(text), (1...1 << 53).contains(number) else { return nil }
    return number
  }

  private static func list(_ rows: [[String]], next: String?) -> String {
    (TextColumns(rows).lines + [next.map { Invocation.more($0) }].compactMap(\.self))
      .joined(separator: "\n")
  }
}

/// The past of the group that the first operand names.
private struct GroupPast {
  let place: MoneyPlace
  let group: ZoneID
  /// The ids of the members that it has now.
  private let members: Set<RecordID>

  init(_ invocation: Invocation) async throws {
    let wanted = try invocation.requiredOperand(0)
    place = try MoneyPlace.open(invocation)
    (group, members) = try await place.read(invocation.terminal) { reader in
      let id = try reader.group(wanted).id
      return (id, try Set(GroupMember.of(id, in: reader.connection).map(\.id)))
    }
  }

  var history: GroupHistory {
    GroupHistory(of: group) { [place] request in
      try await place.ask { try await $0.history(request) }
    }
  }

  /// A change in full; `nil` if the group has none with that number.
  func entry(_ sequence: Int64) async throws -> HistoryEntry? {
    let request = HistoryRequest(
      zone: group, before: sequence.addingSaturating(1), limit: 1,
      changeLimit: HistoryRequest.maxChanges)
    let page = try await place.ask { try await $0.history(request) }
    return page.entries.first.flatMap { $0.sequence == sequence ? $0 : nil }
  }

  /// - Parameter expense: the only one of the change that comes back; `nil` for all of it.
  func takeBack<Result: Sendable, Shown: Sendable>(
    _ entry: HistoryEntry, only expense: RecordID? = nil,
    _ result: @escaping @Sendable (Reversal.Outcome) -> Result,
    show: (Result, MoneyReader) throws -> Shown
  ) async throws -> MoneyOutcome<Shown> {
    let changes = entry.changes.filter { expense == nil || $0.id == expense }
    let gone = try await history.goneMembers(of: changes, members)
    let group = group
    return try await place.write { _ in
      MoneyChange(relyingOn: Replica.Reliance(zones: [group])) { transaction in
        result(
          try TakeBackGroupChange(
            groupID: group, entry: entry, expenseID: expense, goneMembers: gone)(transaction))
      }
    } show: {
      try show($0, $1)
    }
  }

  /// Reads without saying once more what is hidden: that was told when the group was found.
  func read<Result: Sendable>(_ body: (MoneyReader) throws -> Result) async throws -> Result {
    let quiet = Terminal(write: { _ in }, writeError: { _ in }, readSecret: { _ in nil })
    return try await place.read(quiet, body)
  }
}

extension CommandFailure {
  /// The messages for changes of a group that are not taken back.
  static func takingBack(_ failure: TakeBackGroupChange.Failure) -> CommandFailure {
    switch failure {
    case .tooLarge:
      .refused("too much was changed at once to take it back; nothing was changed")
    case .spansZones:
      .refused("other groups or homes were changed, too; nothing was changed")
    case .nothingLeft:
      .refused("all of it has changed again, or is gone; nothing was changed")
    case .memberGone:
      .refused("nobody knows any more who took part; nothing was changed")
    case .doesNotAddUp:
      .refused("the former amounts do not fit each other; nothing was changed")
    }
  }
}
