import Web

/// Making an account: with an invite, or as the first one of this Hearth.
package enum SignUpPage {
  package enum Field: String, CaseIterable, Sendable { case name, displayName, password }

  /// Why an account may be made, or that none may.
  package enum Admission: Equatable, Sendable {
    /// The first account of a fresh Hearth; it becomes its administrator.
    case first
    /// An invite to a home admits it. The token travels through the form.
    case invite(token: String, inviter: String, home: String)
    /// An invite for one account alone admits it, under that name.
    case boundInvite(token: String, name: String)
    /// Anyone may (the administrator allows it).
    case open
    /// Only with an invite, and none was given.
    case closed
    /// Not at all; the administrator makes accounts.
    case shut
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var admission: Admission
    package var values = FormValues<Field>()
    /// The shortest password that is taken, in characters.
    package var minPasswordCharacters: Int = 10
  }
}
