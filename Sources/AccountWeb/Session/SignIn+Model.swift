import Web

/// Signing in.
package enum SignInPage {
  /// What the form shows.
  package struct Model: Equatable, Sendable {
    /// The name as typed; the problem of a refused sign-in belongs here.
    package var name = FieldValue()
    /// A path of this app to go on to; it travels through the form.
    package var then: String?
    /// The home of the invite that led here, which explains why to sign in; `nil` without an
    /// invite.
    package var invitedTo: String?
    /// This is a device's own app: signing in also connects it to the hub.
    package var hub: String?
  }
}
