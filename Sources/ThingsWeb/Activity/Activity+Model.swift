import SharingWeb
import Web

/// What happened in a home or to an item, the newest first; or one change in full.
package enum ActivityPage {
  /// What a change is about.
  package enum Thing: String, ActivityThing, CaseIterable {
    case item, place, label, photo, paper, policy, maintenance, template, fieldPreset
    case itemLabel, itemField, home
    /// A kind of record that only a newer program knows.
    case other
  }

  /// A field that was changed.
  package struct FieldChange: Equatable, Sendable {
    package var field: ActivityField
    package var before: ActivityValue
    package var after: ActivityValue
    /// The form values that restore the former value; `nil` where it cannot be restored.
    package var restore: Restore?

    package init(
      _ field: ActivityField, before: ActivityValue, after: ActivityValue, restore: Restore? = nil
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
