import SyncProtocol

/// A browser that stands in a family's kitchen: everybody picks their face there. It is signed in
/// as nobody; what it shows is the people of one zone.
public struct Kiosk: Equatable, Sendable {
  public let id: String
  public let zone: ZoneID
  /// SHA-256 of the secret in the browser's cookie, hexadecimal.
  public let secretHash: String
  /// How it is recognised: browser and system.
  public var label: String
  /// The keeper who made it. It works for as long as they decide about the zone.
  public let createdBy: AccountID
  /// Milliseconds since 1970.
  public let createdAt: Int64

  public init(
    id: String, zone: ZoneID, secretHash: String, label: String, createdBy: AccountID,
    createdAt: Int64
  ) {
    self.id = id
    self.zone = zone
    self.secretHash = secretHash
    self.label = label
    self.createdBy = createdBy
    self.createdAt = createdAt
  }
}

/// What somebody presses at a kiosk to show that it is they. It opens nothing anywhere else.
public struct Pin: Equatable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// 4 to 8 digits.
    case digits
    /// Four of nine pictures, in order; each is stored as a digit from 1 to 9.
    case pictures
  }

  public let account: AccountID
  public let kind: Kind
  /// argon2id, in libsodium's text form.
  public let hash: String

  public init(account: AccountID, kind: Kind, hash: String) {
    self.account = account
    self.kind = kind
    self.hash = hash
  }

  /// Whether a text can be a PIN of a kind.
  public static func isValid(_ text: String, _ kind: Kind) -> Bool {
    switch kind {
    case .digits:
      (4...8).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    case .pictures:
      text.utf8.count == 4 && text.utf8.allSatisfy { (0x31...0x39).contains($0) }
    }
  }
}

/// Why somebody is not let in at a kiosk.
public enum KioskError: Error, Equatable, Sendable {
  /// The browser is no kiosk, or not any more.
  case notFound
  /// They have no PIN, and are not kept by anybody: they set one first.
  case needsPin
  case wrongPin
  /// Not 4 to 8 digits, or not four pictures.
  case invalidPin
  case tooManyAttempts(retryAfterSeconds: Int)
  /// The zone has as many as may be: see `KeptAccounts.maxKiosksPerZone`.
  case tooManyKiosks
  /// As many were made within a day as may be: see `KeptAccounts.maxKiosksMadePerDay`.
  case tooManyMadeToday
}

/// Reading kiosks and PINs from a store.
public protocol KioskReader {
  func kiosk(_ id: String) throws -> Kiosk?
  func kiosk(secretHash: String) throws -> Kiosk?
  /// Newest first.
  func kiosks(in zone: ZoneID) throws -> [Kiosk]
  func pin(of account: AccountID) throws -> Pin?
  /// Whether somebody has come in at a kiosk with their PIN.
  func hasEntered(_ account: AccountID, at kiosk: String) throws -> Bool
}

/// Writing kiosks and PINs to a store.
public protocol KioskWriter {
  func putKiosk(_ kiosk: Kiosk) throws
  /// Ends also the sessions that were begun there.
  func removeKiosk(_ id: String) throws
  /// Ends the kiosks that an account has made, with their sessions.
  func removeKiosks(madeBy account: AccountID) throws
  /// Notes that somebody has come in at a kiosk with their PIN. Forgotten with the kiosk.
  func noteEntered(_ account: AccountID, at kiosk: String) throws
  func putPin(_ pin: Pin) throws
  func removePin(of account: AccountID) throws
}
