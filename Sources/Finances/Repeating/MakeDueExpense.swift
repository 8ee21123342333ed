import Replica
import SQLite
import SyncProtocol
import Household
import Values

/// How something that repeats stands on a day.
package enum RepeatStanding: Equatable, Sendable {
  /// The next one comes on this day, which may be before today.
  case next(CalendarDay)
  case paused
  /// There is none any more.
  case ended
  /// Nothing is made, as these members take part in nothing new, or are gone.
  case stopped(by: [RecordID])
  /// Nothing is made, as its amounts do not fit each other.
  case incomplete
}

extension RepeatingExpense {
  /// - Parameter active: the members of the group that are not archived.
  package func standing(among active: Set<RecordID>) -> RepeatStanding {
    guard let schedule = details.schedule,
      let next = row.nextOn.flatMap({ CalendarDay($0) }).flatMap({ schedule.next(from: $0) }),
      // Days compare as text.
      details.endsOn.map({ next.text <= $0 }) ?? true
    else { return .ended }
    if details.isPaused { return .paused }
    let named = money.shares.map(\.memberID) + money.lines.flatMap { $0.sharers.map(\.memberID) }
    var gone: [RecordID] = []
    for member in named where !active.contains(member) && !gone.contains(member) {
      gone.append(member)
    }
    if !gone.isEmpty { return .stopped(by: gone) }
    return money.problem == nil && !money.isToOneself ? .next(next) : .incomplete
  }

  /// The id of the expense on a day: whoever makes it makes the same one.
  package func expenseID(on day: CalendarDay) -> RecordID { UUIDs.beside(id, day.text) }

  /// What of a group is due, the earliest first. Its cost does not depend on how many expenses
  /// there are.
  package static func due(
    in group: ZoneID, on today: CalendarDay, _ connection: Connection
  ) throws -> [(repeating: RepeatingExpense, day: CalendarDay)] {
    let rows = try Row.all(
      where: """
        groupID = ? AND nextOn <= ? AND isPaused = 0 ORDER BY nextOn, id LIMIT ?
        """, [.text(group), .text(today.text), .integer(Int64(maxPerGroup))], in: connection)
    guard !rows.isEmpty else { return [] }
    let active = try activeMembers(of: group, connection)
    return try rows.compactMap { row in
      let repeating = try RepeatingExpense(row, in: connection)
      guard case .next(let day) = repeating.standing(among: active), day <= today else {
        return nil
      }
      return (repeating, day)
    }.sorted { ($0.day, $0.repeating.id) < ($1.day, $1.repeating.id) }
  }

  /// The groups in which something is due.
  package static func groupsWithDue(
    on today: CalendarDay, _ connection: Connection
  ) throws -> [ZoneID] {
    try connection.query(
      """
      SELECT g.id FROM groups AS g WHERE g.isArchived = 0 AND EXISTS (
          SELECT 1 FROM repeatingExpenses AS r
            WHERE r.groupID = g.id AND r.nextOn <= ? AND r.isPaused = 0)
        ORDER BY g.id
      """, .text(today.text)
    ) { $0.text(0) }
  }

  /// What comes first of all that is due in some groups, each once and what is least behind before
  /// the rest: so what has been due for ages, such as from a mistyped year, keeps nothing waiting.
  package static func turn(
    in groups: [ZoneID], on today: CalendarDay, _ connection: Connection
  ) throws -> [RepeatingExpense] {
    try groups.flatMap { try due(in: $0, on: today, connection) }
      .sorted { ($1.day, $0.repeating.id) < ($0.day, $1.repeating.id) }
      .map(\.repeating)
  }

  package static func activeMembers(
    of group: ZoneID, _ connection: Connection
  ) throws -> Set<RecordID> {
    Set(
      try GroupMember.of(group, in: connection).lazy.filter { !$0.details.isArchived }.map(\.id))
  }
}

/// Makes the earliest expense or payment that is due in a group, or of one of what repeats there,
/// with its own day.
///
/// One at a time: of two devices that make it without knowing of each other the hub takes what the
/// first has sent, and refuses the other's, which is the same (``isMadeTwice(_:)``).
package struct MakeDueExpense: Sendable {
  package var groupID: ZoneID
  /// The person's day.
  package var today: CalendarDay
  /// What repeats; `nil` for whatever is due first.
  package var repeatingID: RecordID?

  /// The most that one page makes; the next page goes on.
  package static let maxAtOnce = 12

  package init(groupID: ZoneID, today: CalendarDay, repeatingID: RecordID? = nil) {
    self.groupID = groupID
    self.today = today
    self.repeatingID = repeatingID
  }

  /// Returns what was made; `nil` if nothing is due.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense? {
    try transaction.requireWritable(group: groupID)
    let connection = transaction.connection
    for (repeating, day) in try RepeatingExpense.due(in: groupID, on: today, connection)
    where repeatingID == nil || repeating.id == repeatingID {
      var row = repeating.row
      row.nextOn = repeating.details.schedule?.next(after: day)?.text
      try row.update(from: repeating.row, in: connection)
      let id =
        isPlanted(.repeatingMadeTwice) ? transaction.newID() : repeating.expenseID(on: day)
      // Somebody has made it already; only the next day was not known here.
      if try Expense.Row.find(id, in: connection) != nil { continue }
      return try Self.make(repeating, on: day, id, transaction)
    }
    return nil
  }

  private static func make(
    _ repeating: RepeatingExpense, on day: CalendarDay, _ id: RecordID,
    _ transaction: WriteTransaction
  ) throws -> Expense {
    var row = Expense.Row(
      id: id, groupID: repeating.groupID, details: repeating.details.expense(on: day.text),
      money: repeating.money, createdAt: transaction.nowMilliseconds,
      createdBy: repeating.row.createdBy)
    row.repeatingID = repeating.id
    row.madeBy = transaction.newID()
    return try Expense.insert(row, repeating.money, transaction)
  }

  /// Whether a change that the hub has refused made an expense that somebody else had made before,
  /// or one of what somebody had ended, of which nothing more is made. Nobody has typed it, so it
  /// can be forgotten. Who has one back that was deleted may have typed what is in it, and is told.
  package static func isMadeTwice(_ changeSet: ChangeSet, _ reason: RefusalReason) -> Bool {
    switch reason {
    case .claimed, .appendOnly, .stale, .gone: break
    default: return false
    }
    let makesOne = changeSet.mutations.contains { mutation in
      mutation.table == "expenses" && mutation.kind == .insert
        && mutation.registers["madeBy"]?.text != nil
    }
    // What repeats is told the day of the next one with it, and nothing else is changed.
    let goesOn = changeSet.mutations.contains { $0.table == "repeatingExpenses" }
    return makesOne && goesOn
      && changeSet.mutations.allSatisfy { mutation in
        mutation.table == "expenses" && mutation.kind == .insert
          || mutation.table == "repeatingExpenses" && mutation.kind == .update
            && mutation.registers.keys.allSatisfy { $0 == "nextOn" }
      }
  }
}
