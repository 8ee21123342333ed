import SyncProtocol

/// The tablets of families, at which everybody picks their face. Only a hub has them.
package protocol KioskBackend: Sendable {
  /// The kind of PIN that somebody has: the visitor, or a child whose account the visitor keeps.
  func pin(of account: AccountID, by visitor: Visitor) async throws(BackendError) -> PinKind?
  /// `invalidPin` if it is none.
  func setPin(
    _ pin: String, _ kind: PinKind, of account: AccountID, by visitor: Visitor
  ) async throws(BackendError)
  func removePin(of account: AccountID, by visitor: Visitor) async throws(BackendError)
  /// Makes a browser a tablet of the family, and returns the secret for its cookie.
  func makeKiosk(
    in family: ZoneID, label: String, by visitor: Visitor
  ) async throws(BackendError) -> String
  /// Newest first; empty for somebody who does not decide about the family.
  func kiosks(
    in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> [KioskSummary]
  func endKiosk(
    _ id: String, in family: ZoneID, by visitor: Visitor
  ) async throws(BackendError)
  /// What a browser is a tablet of; `nil` if it is none, or none any more.
  func kiosk(secret: String) async throws(BackendError) -> KioskState?
  /// Lets somebody in who has picked their face. `wrongSignIn` for a wrong PIN, `notHere` for
  /// somebody who has none or is not in the family.
  func enter(
    kiosk secret: String, as account: AccountID, pin: String
  ) async throws(BackendError) -> Admitted
}

/// What somebody presses to show that it is they.
package enum PinKind: String, Sendable, CaseIterable {
  /// 4 to 8 digits.
  case digits
  /// Four of nine pictures, in order.
  case pictures
}

/// A tablet of a family.
package struct KioskSummary: Equatable, Sendable {
  package var id: String
  package var label: String
  /// Milliseconds since 1970.
  package var createdAt: Int64

  package init(id: String, label: String, createdAt: Int64) {
    (self.id, self.label, self.createdAt) = (id, label, createdAt)
  }
}

/// A tablet of a family, as it is itself.
package struct KioskState: Equatable, Sendable {
  package struct Person: Equatable, Sendable {
    package var account: AccountID
    /// `nil` for somebody who presses nothing.
    package var pin: PinKind?
    /// Whether they can be picked: a person without a PIN cannot, except a child whose account is
    /// kept.
    package var canEnter: Bool

    package init(account: AccountID, pin: PinKind?, canEnter: Bool) {
      (self.account, self.pin, self.canEnter) = (account, pin, canEnter)
    }
  }

  package var family: ZoneID
  /// Whose replica shows the family's faces: the parent who made the tablet. Nobody is signed in.
  package var reader: Visitor
  package var people: [Person]

  package init(family: ZoneID, reader: Visitor, people: [Person]) {
    (self.family, self.reader, self.people) = (family, reader, people)
  }
}
