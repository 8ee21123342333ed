import Web

/// The form that adds or changes an insurance policy.
package enum PolicyFormPage {
  /// The names of the form's fields; those of amounts are those of ``PolicyAmount``.
  package typealias Field = FormName

  /// Another home to which the policy can be added with the same form.
  package struct OtherHome: Equatable, Sendable {
    package var home: ZoneLink
    /// Whether the home has the same policy already.
    package var hasPolicy: Bool
    package var isChosen: Bool

    package init(_ home: ZoneLink, hasPolicy: Bool = false, isChosen: Bool = false) {
      self.home = home
      self.hasPolicy = hasPolicy
      self.isChosen = isChosen
    }
  }

  /// What the form shows. Texts are as typed, so amounts and dates that could not be read are kept.
  package struct Model: Equatable, Sendable {
    /// `nil` for a new policy.
    package var policyID: String?
    package var home: ZoneLink
    package var values: FormValues<Field>
    /// What the form was based on; it comes back so that a change made meanwhile stays.
    package var version: String = ""
    /// The person's other homes that they may write in, by name.
    package var otherHomes: [OtherHome] = []
  }
}
