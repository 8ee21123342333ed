import SyncProtocol

/// An account that the managers of a zone keep for somebody: for a child in a family. It has no
/// password and no name that anybody types; it is let in by codes that its keepers make.
///
/// Whoever decides who is in the zone is its keeper, all of them alike. The account stays in the
/// zone, as one that only reads there, until they give it a name and a password, or take it away.
public struct KeptAccount: Equatable, Sendable {
  public let account: AccountID
  public let zone: ZoneID
  /// Milliseconds since 1970.
  public let createdAt: Int64

  public init(account: AccountID, zone: ZoneID, createdAt: Int64) {
    self.account = account
    self.zone = zone
    self.createdAt = createdAt
  }
}

/// Lets a kept account in once, on the device on which its code is typed. Only the code's hash is
/// stored; a newer one of the same account replaces it.
public struct Admission: Equatable, Sendable {
  public let account: AccountID
  /// SHA-256 of the code, hexadecimal.
  public let codeHash: String
  /// The keeper who made it.
  public let createdBy: AccountID
  /// Milliseconds since 1970.
  public let expiresAt: Int64

  public init(account: AccountID, codeHash: String, createdBy: AccountID, expiresAt: Int64) {
    self.account = account
    self.codeHash = codeHash
    self.createdBy = createdBy
    self.expiresAt = expiresAt
  }
}

/// The code of an admission, such as `ABCD-2345`: eight characters out of 29, none of which looks
/// like another.
public struct AdmissionCode: Equatable, Sendable {
  static let characters = Array("ABCDEFGHJKMNPRSTVWXYZ23456789".utf8)
  static let length = 8

  /// As it is shown.
  public let text: String

  init(random: (Int) -> [UInt8]) {
    // With 64 random bits for each character the bias of the remainder is negligible.
    let all = Self.characters
    let picked = (0..<Self.length).map { _ -> UInt8 in
      let bits = random(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return all[Int(bits % UInt64(all.count))]
    }
    text = Self.shown(picked)
  }

  /// What somebody typed, with or without the dash, in any case; `nil` if it cannot be a code.
  public init?(typed: String) {
    guard typed.utf8.count <= 32 else { return nil }
    let typed = typed.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
      .map { $0 >= 0x61 && $0 <= 0x7a ? $0 - 0x20 : $0 }
    guard typed.count == Self.length, typed.allSatisfy(Self.characters.contains) else {
      return nil
    }
    text = Self.shown(typed)
  }

  private static func shown(_ characters: [UInt8]) -> String {
    let half = length / 2
    return String(
      decoding: characters[..<half] + [UInt8(ascii: "-")] + characters[half...], as: UTF8.self)
  }

  var hash: String { SHA256.hexadecimal(of: "admission " + text) }
}

/// Why the keepers of an account cannot do something with it.
public enum KeepingError: Error, Equatable, Sendable {
  /// Nobody keeps the account, or the asker does not; the error does not say which.
  case notFound
  /// Accounts are kept only in kinds of zones that restrict their readers.
  case notKeptThere
  /// Nothing visible is left of the name.
  case invalidName
  /// There is no such code, or it has been used, or it is over.
  case wrongCode
  /// As many accounts were made lately as may be: see `KeptAccounts.maxMade`.
  case tooManyMade
}

/// Reading kept accounts and their admissions from a store.
public protocol KeptAccountReader {
  func keptAccount(_ account: AccountID) throws -> KeptAccount?
  /// Ordered by account.
  func keptAccounts(in zone: ZoneID) throws -> [KeptAccount]
  func admission(codeHash: String) throws -> Admission?
  /// How many accounts were made in a zone or by an account since a moment, with those that are
  /// kept no more. Milliseconds since 1970.
  func keptAccountsMade(in zone: ZoneID, by maker: AccountID, since: Int64) throws -> Int
  /// The admissions that are not over at a moment, milliseconds since 1970; ordered by account.
  func openAdmissions(at moment: Int64) throws -> [Admission]
}

/// Writing kept accounts and their admissions to a store.
public protocol KeptAccountWriter {
  func putKeptAccount(_ kept: KeptAccount) throws
  /// Notes that an account was made, and forgets those that were made before a moment.
  func noteKeptAccountMade(
    _ account: AccountID, in zone: ZoneID, by maker: AccountID, at moment: Int64,
    forgetting before: Int64) throws
  /// Removes also its admission.
  func removeKeptAccount(_ account: AccountID) throws
  /// Replaces the account's previous admission.
  func putAdmission(_ admission: Admission) throws
  func removeAdmission(of account: AccountID) throws
}
