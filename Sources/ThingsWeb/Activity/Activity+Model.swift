import FoundationEssentials
import Values
import SharingWeb
import Web

/// What happened in a home or to an item, the newest first; or one change in full.
package enum ActivityPage {
  /// What a change is about.
  package enum Thing: String, CaseIterable, Sendable {
    case item, place, label, photo, paper, policy, maintenance, template, fieldPreset
    case itemLabel, itemField, home
    /// A kind of record that only a newer program knows.
    case other
  }

  package enum Verb: String, CaseIterable, Sendable {
    case added, changed, removed
    /// It came from another home.
    case brought
    /// It went to another home, or became one with another.
    case moved
  }

  /// What was changed, by the name that it then had.
  package struct Subject: Equatable, Sendable {
    package var thing: Thing
    /// Empty when it has none, as photos.
    package var name: String
    /// What it is part of: the item of a photo.
    package var owner: String
    /// Where it is shown today; `nil` when it is gone.
    package var route: Route?

    package init(_ thing: Thing, _ name: String, owner: String = "", route: Route? = nil) {
      self.thing = thing
      self.name = name
      self.owner = owner
      self.route = route
    }
  }

  /// What a field held.
  package enum Value: Equatable, Sendable {
    case nothing
    case text(String)
    case number(Int64)
    case money(Money)
    case day(CalendarDay)
    case yesNo(Bool)
    /// Something that is gone.
    case gone
  }

  /// A field that was changed.
  package struct FieldChange: Equatable, Sendable {
    package var field: ActivityField
    package var before: Value
    package var after: Value
    /// The form values that restore the former value; `nil` where it cannot be restored.
    package var restore: Restore?

    package init(
      _ field: ActivityField, before: Value, after: Value, restore: Restore? = nil
    ) {
      self.field = field
      self.before = before
      self.after = after
      self.restore = restore
    }
  }

  /// Names a field of a record.
  package struct Restore: Equatable, Sendable {
    package var table: String
    package var id: String
    package var register: String
  }

  /// One thing that a change did.
  package enum Line: Equatable, Sendable {
    case record(Verb, Subject, [FieldChange] = [])
    case count(Verb, Thing, Int)
    case sharing(SharingEvent)
  }

  /// One change.
  package struct Row: Equatable, Sendable {
    package var sequence: Int64
    package var person: PersonBadge
    package var isYou: Bool = false
    package var at: Date
    package var lines: [Line]
    package var canTakeBack: Bool = false
  }

  /// Whose past is shown.
  package enum Scope: Equatable, Sendable {
    case home
    case item(id: String, name: String)
    /// One change.
    case change
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var scope: Scope = .home
    package var rows: [Row] = []
    /// The sequence that older changes come before.
    package var older: Int64?
    /// Whether older changes are missing: they are not kept, or are from before the viewer joined.
    package var isCutOff: Bool = false
    /// The hub cannot be asked now.
    package var isUnreachable: Bool = false
    /// Why a change was not taken back.
    package var problem: ActivityProblem?
  }
}

/// Why something was not taken back.
package enum ActivityProblem: String, CaseIterable, Sendable {
  case tooLarge, spansHomes, nothingLeft, placesDoNotFit, recordGone, otherCurrency
  case otherAmounts
  /// An amount that the person does not see.
  case amountUnseen
}

/// A field whose values are told.
package struct ActivityField: Equatable, Sendable {
  package let register: String

  /// `nil` for a register that no person fills in: one that the catalogue has no name for.
  package init?(register: String) {
    guard Catalogue().title(of: register) != nil else { return nil }
    self.register = register
  }
}
