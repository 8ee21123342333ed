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

  /// The order in which people come next once the days have passed.
  ///
  /// - Parameters:
  ///   - days: the days on which the routine was due, in order, from the first turn on.
  ///   - notes: what was noted about each.
  func queue(after days: [CalendarDay], notes: [CalendarDay: Notes]) -> [AccountID] {
    var queue = Array(people.indices)
    for day in days where !isPlanted(.fixedDaysStick) {
      pass(&queue, days: 1, notes[day] ?? Notes())
    }
    return queue.map { people[$0] }
  }

  /// Whose turn it is on each of the days.
  package func turns(on days: [CalendarDay], notes: [CalendarDay: Notes]) -> [AccountID?] {
    var queue = Array(people.indices)
    return days.map { day in
      let notes = notes[day] ?? Notes()
      let next = next(queue, notes).map { people[$0] }
      if !isPlanted(.fixedDaysStick) { pass(&queue, days: 1, notes) }
      return next
    }
  }

  /// Days since 1970 on which somebody is away.
  package struct Away: Sendable {
    package let person: AccountID
    package let days: ClosedRange<Int>

    package init(_ person: AccountID, _ days: ClosedRange<Int>) {
      (self.person, self.days) = (person, days)
    }
  }

  /// Whose turn it is on a day of a routine that is due some days after it was done.
  ///
  /// Whoever has not done it for the longest time is next, and each day since on which it was due
  /// and nobody did it passes on. Days that are alike are counted together: three years in which
  /// nobody did it cost no more than a week.
  ///
  /// - Parameters:
  ///   - missed: the days before, as days since 1970, on which it was due and nobody did it.
  ///   - lastDone: when each has last done it.
  ///   - notes: who skipped and swapped; who is away is not noted there.
  package func turn(
    on day: CalendarDay, after missed: Range<Int>, lastDone: [AccountID: CalendarDay],
    notes: [CalendarDay: Notes], away: [Away]
  ) -> AccountID? {
    let queue = queue(after: missed, lastDone, notes, away)
    var notes = notes[day] ?? Notes()
    notes.away = Set(away.lazy.filter { $0.days.contains(day.daysSince1970) }.map(\.person))
    return next(queue, notes).map { people[$0] }
  }

  /// The order in which people come next where a routine is due some days after it was done; as
  /// above.
  func queue(
    after missed: Range<Int>, lastDone: [AccountID: CalendarDay], notes: [CalendarDay: Notes],
    away: [Away]
  ) -> [AccountID] {
    queue(after: missed, lastDone, notes, away).map { people[$0] }
  }

  private func queue(
    after missed: Range<Int>, _ lastDone: [AccountID: CalendarDay],
    _ notes: [CalendarDay: Notes], _ away: [Away]
  ) -> [Int] {
    var queue = people.indices.sorted {
      let (one, other) = (lastDone[people[$0]], lastDone[people[$1]])
      return (one?.daysSince1970 ?? .min, $0) < (other?.daysSince1970 ?? .min, $1)
    }
    let changes = changes(within: missed, notes, away)
    var absences: [AccountID: Int] = [:]
    for (index, change) in changes.enumerated() {
      for (person, count) in change.absences { absences[person, default: 0] += count }
      var notes = notes[CalendarDay(daysSince1970: change.day)] ?? Notes()
      notes.away = Set(absences.lazy.filter { $0.value > 0 }.map(\.key))
      let end = index + 1 < changes.count ? changes[index + 1].day : missed.upperBound
      pass(&queue, days: end - change.day, notes)
    }
    return queue
  }

  /// A day from which on other people are away, or something else is noted than the day before.
  private struct Change {
    let day: Int
    /// Of how many absences it is the first day, less those that are over, by person.
    let absences: [AccountID: Int]
  }

  /// In order; the first is the first of the days.
  private func changes(
    within days: Range<Int>, _ notes: [CalendarDay: Notes], _ away: [Away]
  ) -> [Change] {
    guard !days.isEmpty else { return [] }
    var absences: [Int: [AccountID: Int]] = [days.lowerBound: [:]]
    for day in notes.keys.lazy.flatMap({ [$0.daysSince1970, $0.daysSince1970 + 1] })
    where days.contains(day) {
      absences[day, default: [:]] = absences[day] ?? [:]
    }
    for absence in away where absence.days.overlaps(days) {
      let (start, end) = (max(absence.days.lowerBound, days.lowerBound), absence.days.upperBound)
      absences[start, default: [:]][absence.person, default: 0] += 1
      if end + 1 < days.upperBound {
        absences[end + 1, default: [:]][absence.person, default: 0] -= 1
      }
    }
    return absences.sorted { $0.key < $1.key }.map { Change(day: $0.key, absences: $0.value) }
  }

  /// Takes the turns of so many days that have the same notes: whoever had one goes to the end.
  private func pass(_ queue: inout [Int], days: Int, _ notes: Notes) {
    let able = queue.count { isAble($0, notes) }
    // After one round, each further one leaves the order as it is.
    let count = days <= able ? days : able + days % max(1, able)
    for _ in 0..<max(count, min(days, 1)) {
      guard let next = next(queue, notes), let place = queue.firstIndex(of: next) else { return }
      queue.append(queue.remove(at: place))
    }
  }

  /// Who comes first in a queue of indexes of ``people``; `nil` if nobody can. Who has agreed to do
  /// it, and is away after all, does not.
  private func next(_ queue: [Int], _ notes: Notes) -> Int? {
    if let other = notes.swappedTo, !isPlanted(.swapsIgnored),
      !notes.away.contains(other) || isPlanted(.swappedToWhoIsAway),
      let index = people.firstIndex(of: other)
    {
      return index
    }
    return queue.first { isAble($0, notes) }
  }

  private func isAble(_ index: Int, _ notes: Notes) -> Bool {
    !notes.away.contains(people[index])
      && (!notes.skipped.contains(people[index]) || isPlanted(.skipsIgnored))
  }
}
