import FoundationEssentials
import SharingWeb
import Values
import Web

/// What happened in a family, the newest first.
package enum FamilyActivityPage {
  /// What a change is about.
  package enum Thing: String, CaseIterable, Sendable {
    case family, face, routine, absence, stepPicture, photo, reward
    /// A kind of record that has no words of its own.
    case other
  }

  package enum Verb: String, CaseIterable, Sendable {
    case added, changed, removed
  }

  /// What was changed, by the name that it then had.
  package struct Subject: Equatable, Sendable {
    package var thing: Thing
    /// Empty when it has none. Of a face or an absence it is whose.
    package var name: String
    /// Where it is shown today; `nil` when it is gone.
    package var route: Route?

    package init(_ thing: Thing, _ name: String, route: Route? = nil) {
      (self.thing, self.name, self.route) = (thing, name, route)
    }
  }

  /// What people note from day to day. Of many by one person in a row one line is made.
  package enum Note: String, CaseIterable, Sendable {
    case done, undone, skipped, swapped, photo, approved, unapproved
    case wished, withdrawn, granted, refused, reopened
  }

  /// What a field held.
  package enum Value: Equatable, Sendable {
    case nothing
    case text(String)
    case number(Int64)
    case day(CalendarDay)
    case yesNo(Bool)
    case part(FamilyDayPage.Part)
  }

  /// One thing that is different, with what it was before.
  package enum Difference: Equatable, Sendable {
    /// A field by the name of its register.
    case field(String, before: Value, after: Value)
    /// When a routine is due, and for whom.
    case plan
    case steps
  }

  /// One thing that a change did.
  package enum Line: Equatable, Sendable {
    case record(Verb, Subject, [Difference] = [])
    case count(Verb, Thing, Int)
    /// With the names of the routines or rewards.
    case note(Note, [String])
    case sharing(SharingEvent)
  }

  /// One change, or several in a row in which one person noted things.
  package struct Row: Equatable, Sendable {
    /// Of the newest.
    package var sequence: Int64
    package var person: PersonBadge
    package var isYou = false
    package var at: Date
    package var lines: [Line]

    /// The notes of a row that has nothing else.
    var notes: [(note: Note, names: [String])]? {
      var notes: [(note: Note, names: [String])] = []
      for line in lines {
        guard case .note(let note, let names) = line else { return nil }
        notes.append((note, names))
      }
      return notes
    }
  }

  package struct Model: Equatable, Sendable {
    package var family: ZoneLink
    package var rows: [Row] = []
    /// The sequence that older changes come before.
    package var older: Int64?
    /// Whether older changes are missing: they are not kept, or are from before the viewer joined.
    package var isCutOff = false
    /// The hub cannot be asked now.
    package var isUnreachable = false

    package init(family: ZoneLink, rows: [Row] = []) {
      (self.family, self.rows) = (family, rows)
    }
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
      for (note, names) in notes { folded[folded.count - 1].add(note, names) }
    }
  }
}

extension FamilyActivityPage.Row {
  mutating func add(_ note: FamilyActivityPage.Note, _ names: [String]) {
    for (index, line) in lines.enumerated() {
      guard case .note(note, let known) = line else { continue }
      lines[index] = .note(note, known + names.filter { !known.contains($0) })
      return
    }
    lines.append(.note(note, names))
  }
}
