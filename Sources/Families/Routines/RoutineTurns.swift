import SyncProtocol
import Values

/// Whose turn it is.
///
/// It follows from the days alone, and from what was noted about them, never from the order in
/// which devices heard of it. Whoever had no turn for the longest time is next, so that nobody
/// argues: a day on which it was not done passes on, who skips or is away comes next once they can,
/// and after a swap the other one has had a turn.
package struct RoutineTurns: Sendable {
  /// What was noted about a day.
  package struct Notes: Equatable, Sendable {
    package var away: Set<AccountID> = []
    package var skipped: Set<AccountID> = []
    /// Who has agreed to do it.
    package var swappedTo: AccountID?

    package init() {}
  }

  /// In the order in which the turns begin.
  package let people: [AccountID]

  package init(people: [AccountID]) { self.people = people }

  /// Whose turn it is on the last of the days; `nil` if everybody is away or has skipped.
  ///
  /// - Parameters:
  ///   - days: the days on which the routine is due, in order, from the first turn on.
  ///   - notes: what was noted about each.
  package func turn(on days: [CalendarDay], notes: [CalendarDay: Notes]) -> AccountID? {
    turns(on: days, notes: notes).last.flatMap(\.self)
  }

  /// Whose turn it is on each of the days.
  package func turns(on days: [CalendarDay], notes: [CalendarDay: Notes]) -> [AccountID?] {
    var lastTurn = [Int](repeating: -1, count: people.count)
    return days.enumerated().map { number, day in
      let chosen = chosen(lastTurn, notes[day])
      if let chosen { lastTurn[chosen] = number }
      return chosen.map { people[$0] }
    }
  }

  /// Whose turn it is next, by the last days on which each has done it: for a routine that is due
  /// some days after it was done.
  package func turn(lastDone: [AccountID: CalendarDay], notes: Notes?) -> AccountID? {
    let ranks = people.map { lastDone[$0].map(\.daysSince1970) ?? Int.min }
    return chosen(ranks, notes).map { people[$0] }
  }

  private func chosen(_ lastTurn: [Int], _ notes: Notes?) -> Int? {
    if let other = notes?.swappedTo, let index = people.firstIndex(of: other) { return index }
    return people.indices.filter {
      guard let notes else { return true }
      return !notes.away.contains(people[$0]) && !notes.skipped.contains(people[$0])
    }.min { (lastTurn[$0], $0) < (lastTurn[$1], $1) }
  }
}
