import Web

/// Signing in.
package enum SignInPage {
  /// Why somebody stands here who was signed in.
  package enum Notice: Equatable, Sendable {
    /// The session of this browser is over: by its time, from elsewhere, with its account, or with
    /// a restore.
    case signedOut
    /// This browser was a family's tablet.
    case tabletEnded
  }

  /// What the form shows.
  package struct Model: Equatable, Sendable {
    /// The name as typed; the problem of a refused sign-in belongs here.
    package var name = FieldValue()
    /// A path of this app to go on to; it travels through the form.
    package var then: String?
    /// The home of the invite that led here, which explains why to sign in; `nil` without an
    /// invite.
    package var invitedTo: String?
    /// `nil` for whoever was not signed in with this browser.
    package var notice: Notice?
    /// This is a device's own app: signing in also connects it to the hub.
    package var hub: String?
  }
}
