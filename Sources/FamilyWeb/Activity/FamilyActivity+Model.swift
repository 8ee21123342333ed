import FoundationEssentials
import SharingWeb
import Values
import Web

/// What happened in a family, the newest first. A row can stand for several changes in a row in
/// which one person noted things; its sequence is that of the newest.
package enum FamilyActivityPage {
  /// What a change is about.
  package enum Thing: String, ActivityThing, CaseIterable {
    case family, face, routine, absence, stepPicture, photo, reward
    /// A kind of record that has no words of its own.
    case other
  }

  /// What people note from day to day. Of many by one person in a row one line is made.
  package enum Note: String, CaseIterable, Sendable {
    case done, undone, skipped, swapped, photo, approved, unapproved
    case wished, withdrawn, granted, refused, reopened
  }

  package typealias Event = Noted

  /// With the names of the routines or rewards.
  package struct Noted: Equatable, Sendable {
    package var note: Note
    package var names: [String]
  }

  /// One thing that is different, with what it was before.
  package enum Difference: Equatable, Sendable {
    /// A field by the name of its register.
    case field(String, before: ActivityValue, after: ActivityValue)
    /// When a routine is due, and for whom.
    case plan
    case steps
  }

  /// The rows with one for all that somebody noted in a row on a day: a child that ticks ten steps
  /// is told of once.
  static func folded(_ rows: [Row], day: (Date) -> CalendarDay) -> [Row] {
    rows.reduce(into: []) { folded, row in
      guard let last = folded.last, last.person.id == row.person.id, last.notes != nil,
        let notes = row.notes, day(last.at) == day(row.at)
      else {
        folded.append(row)
        return
      }
      for noted in notes { folded[folded.count - 1].lines.add(noted) }
    }
  }
}

extension ActivityLine<FamilyActivityPage> {
  static func note(_ note: FamilyActivityPage.Note, _ names: [String]) -> Self {
    .own(FamilyActivityPage.Noted(note: note, names: names))
  }
}

extension ActivityRow<FamilyActivityPage> {
  /// The notes of a row that has nothing else.
  fileprivate var notes: [FamilyActivityPage.Noted]? {
    var notes: [FamilyActivityPage.Noted] = []
    for line in lines {
      guard case .own(let noted) = line else { return nil }
      notes.append(noted)
    }
    return notes
  }
}

extension [ActivityLine<FamilyActivityPage>] {
  /// Adds a note, to those of its kind where there are some.
  mutating func add(_ added: FamilyActivityPage.Noted) {
    for index in indices {
      guard case .own(let known) = self[index], known.note == added.note else { continue }
      let names = known.names + added.names.filter { !known.names.contains($0) }
      self[index] = .note(known.note, names)
      return
    }
    append(.own(added))
  }
}
