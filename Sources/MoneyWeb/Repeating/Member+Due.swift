import Finances
import Replica
import SQLite
import SyncProtocol
import Values
import Web

extension Member {
  /// Makes the expenses that are due in the person's groups, before a page is read that shows them.
  ///
  /// Few at a time, in turns between all that repeats: what is left is made with the next page.
  /// What cannot be made now stays due, and the page is shown all the same.
  func makeDueExpenses() async {
    do {
      try await forgetWhatOthersMade()
      // Shared groups cannot be written to while sharing is paused.
      guard !isSharingPaused else { return }
      let today = try await words().calendarDay(try await hubNow())
      let groups = try await read { connection in
        try RepeatingExpense.groupsWithDue(on: today, connection).filter { group in
          try MoneyArea.zone(group, in: connection)?.role.canWrite == true
            && !RepeatingExpense.due(in: group, on: today, connection).isEmpty
        }
      }
      var left = MakeDueExpense.maxAtOnce
      while left > 0 {
        let turn = try await read { connection in
          try RepeatingExpense.turn(in: groups, on: today, connection)
        }
        var made = 0
        for repeating in turn.prefix(left) where try await make(repeating, today) { made += 1 }
        guard made > 0 else { return }
        left -= made
      }
    } catch {
      log(due: error)
    }
  }

  /// Makes the next one. What the hub refuses keeps none of the others waiting.
  private func make(_ repeating: RepeatingExpense, _ today: CalendarDay) async throws -> Bool {
    do {
      return try await write { transaction in
        try MakeDueExpense(
          groupID: repeating.groupID, today: today, repeatingID: repeating.id)(transaction) != nil
      }
    } catch ConfirmationError.refused(let refusal) {
      // Somebody else has made a claimed one at the same moment.
      if refusal.reason != .claimed { log(due: ConfirmationError.refused(refusal)) }
      return false
    }
  }

  private func log(due error: any Error) {
    app.log(
      WebApplication.LogEntry(
        requestID: "due", method: "MAKE", page: "repeating", status: 0, milliseconds: 0,
        failure: "\(error)"))
  }

  /// On a device: of two who made the same expense the hub took the first, and so there is nothing
  /// to be done about the other one.
  private func forgetWhatOthersMade() async throws {
    guard let work = workspace.pendingWork else { return }
    for parked in try await work.refusedChanges()
    where MakeDueExpense.isMadeTwice(parked.changeSet, parked.refusal.reason) {
      try await work.discard(parked.number)
    }
  }
}

extension MoneyArea {
  /// How many days ahead Today tells of what repeats.
  private static let daysAhead = 3

  /// What repeats in a group and comes soon, was made lately, or has stopped.
  static func repeating(
    in group: GroupOverview.Row, _ reader: PageReader
  ) throws -> [Attention] {
    let (words, today) = (reader.words, reader.today)
    let soon = CalendarDay(daysSince1970: today.daysSince1970 + daysAhead)
    let list = Route.repeating(.repeating(group: group.id))
    let all = try RepeatingExpense.of(group.id, in: reader.connection)
    guard !all.isEmpty else { return [] }
    let names = try MemberNames(of: group.id, reader)
    let active = Set(names.all.lazy.filter { !$0.details.isArchived }.map(\.id))
    return all.compactMap { repeating in
      switch repeating.standing(among: active) {
      case .stopped(let members) where repeating.row.nextOn ?? "" <= today.text:
        Attention(
          .overdue, .warning, words.repeatingStopped(repeating.details.title),
          detail: words.stopped(by: members.map { names[$0] }), list)
      case .next(let day) where day <= soon:
        Attention(
          .upcoming, day: day, .coin, words.repeatingDue(repeating.details.title),
          detail: words.repeatingDue(on: words.day(day), in: group.name), list)
      default: nil
      }
    }
  }
}
