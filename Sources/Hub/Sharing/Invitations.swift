import CSodium
import SyncProtocol

/// Makes the secrets of invites, and finds the invite that a secret belongs to.
///
/// Links carry 128 random bits, stored as their SHA-256. Short codes have about 25 bits and are
/// stored as keyed hashes: somebody who steals the store without the key cannot try them out, and
/// guesses at the hub are limited.
public final class Invitations: Sendable {
  /// The size of the key, in bytes.
  public static let codeKeyBytes = 32
  static let tokenBytes = 16
  /// Without characters that are easily confused when read or heard: I, O, L, Q and U, 0 and 1.
  static let letters = Array("ABCDEFGHJKMNPRSTVWXYZ".utf8)
  static let digits = Array("23456789".utf8)
  static let maxCodeTries = 20
  /// How often an account may ask which of its names are in a zone, in 15 minutes: each request is
  /// a pass over the zone.
  public static let maxMatchRequests = 120
  static let matchWindowSeconds = 15 * 60

  /// After so many wrong codes within an hour, by whomever, whoever has made an invite that works
  /// is told.
  public static let guessesUntilTold = 20
  /// The same for one account, which the limits let guess less often than that in an hour.
  public static let guessesOfOneUntilTold = 10

  let hub: Hub
  let wrongCodes = WrongCodes()
  private let codeKey: [UInt8]
  private let limits: AttemptLimits
  let matchLimit = RateLimiter(
    maxAttempts: maxMatchRequests, windowSeconds: matchWindowSeconds)
  private let randomBytes: @Sendable (Int) -> [UInt8]

  /// - Parameter codeKey: `codeKeyBytes` secret bytes of this hub, stored apart from its store.
  ///   With another key, open invites keep their links but lose their codes.
  public init(
    hub: Hub, codeKey: [UInt8], limits: AttemptLimits = .inviteCodes(),
    randomBytes: @escaping @Sendable (Int) -> [UInt8] = SecureRandom.bytes
  ) {
    precondition(codeKey.count == Self.codeKeyBytes, "a code key has \(Self.codeKeyBytes) bytes")
    self.hub = hub
    self.codeKey = codeKey
    self.limits = limits
    self.randomBytes = randomBytes
  }

  /// Makes an invite. Throws `SharingError` and `InviteError.outOfRange`.
  public func issue(_ request: InviteRequest, by account: AccountID) throws -> IssuedInvite {
    guard let issued = try issue(request, by: account, onlyWhenUnshared: false) else {
      preconditionFailure("an invite that nothing keeps from being made was not made")
    }
    return issued
  }

  /// The same; `nil`, without making an invite, if the zone is shared although it must not be.
  func issue(
    _ request: InviteRequest, by account: AccountID, onlyWhenUnshared: Bool
  ) throws -> IssuedInvite? {
    let life = request.lifeSeconds.multipliedReportingOverflow(by: 1000)
    guard !life.overflow, Hub.inviteLifeMilliseconds.contains(life.partialValue) else {
      throw InviteError.outOfRange
    }
    let token = newToken()
    let (code, codeHash) = try freeCode()
    var random = ByteGenerator(bytes: randomBytes)
    let now = hub.now()
    let invite = Invite(
      id: UUIDs.v7(milliseconds: now, using: &random), zone: request.zone, role: request.role,
      createdBy: account, createdAt: now, expiresAt: now + life.partialValue,
      maxUses: request.maxUses, tokenHash: SHA256.hexadecimal(of: token), codeHash: codeHash,
      boundTo: request.boundTo, allowsMerge: request.allowsMerge)
    guard try hub.createInvite(invite, onlyWhenUnshared: onlyWhenUnshared) else { return nil }
    return IssuedInvite(id: invite.id, token: token, code: code, expiresAt: invite.expiresAt)
  }

  /// The invite that a key belongs to, valid or not. Throws `InviteError.unknown` and, for codes,
  /// which can be guessed, `AttemptLimits.TooManyAttempts`.
  public func find(_ key: InviteKey, by account: AccountID?, address: String?) throws -> Invite {
    switch key {
    case .token(let token):
      let found = try hub.store.read { try $0.invite(tokenHash: SHA256.hexadecimal(of: token)) }
      guard let found else { throw InviteError.unknown }
      return found
    case .code(let text):
      try limits.begin(address: address, name: account, now: hub.now())
      guard let code = Self.normalised(text) else { throw InviteError.unknown }
      guard let found = try newest(codeHash: hash(code)) else {
        try noteWrongCode(by: account)
        throw InviteError.unknown
      }
      limits.succeeded(address: address, name: account)
      return found
    }
  }

  /// The active invite with this code, otherwise the newest: codes are short and repeat over time.
  private func newest(codeHash: String) throws -> Invite? {
    let invites = try hub.store.read { try $0.invites(codeHash: codeHash) }
    return invites.first { $0.state(now: hub.now()) == .active } ?? invites.first
  }

  /// A random token that does not begin with a dash, which a command line would take for an option.
  private func newToken() -> String {
    while true {
      let token = Self.base64URL(randomBytes(Self.tokenBytes))
      if !token.hasPrefix("-") { return token }
    }
  }

  /// A code that no active invite has.
  private func freeCode() throws -> (code: String, hash: String) {
    for _ in 0..<Self.maxCodeTries {
      let code = randomCode()
      let codeHash = hash(code)
      let isTaken = try hub.store.read { try $0.invites(codeHash: codeHash) }
        .contains { $0.state(now: hub.now()) == .active }
      if !isTaken { return (code, codeHash) }
    }
    throw HubStoreError.busy
  }

  private func randomCode() -> String {
    func pick(_ count: Int, of characters: [UInt8]) -> [UInt8] {
      // With 64 random bits the bias of the remainder is negligible.
      randomBytes(count * 8).chunked(8).map { bytes in
        characters[Int(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(characters.count))]
      }
    }
    let characters =
      pick(3, of: Self.letters) + [UInt8(ascii: "-")] + pick(4, of: Self.digits)
    return String(decoding: characters, as: UTF8.self)
  }

  /// What a person typed, in the form `ABC-2345`; `nil` if it cannot be a code.
  static func normalised(_ text: String) -> String? {
    guard text.utf8.count <= 32 else { return nil }
    let characters = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
      .map { $0 >= 0x61 && $0 <= 0x7a ? $0 - 0x20 : $0 }
    guard characters.count == 7, characters[..<3].allSatisfy(letters.contains),
      characters[3...].allSatisfy(digits.contains)
    else { return nil }
    return String(
      decoding: characters[..<3] + [UInt8(ascii: "-")] + characters[3...], as: UTF8.self)
  }

  private func hash(_ code: String) -> String {
    Sodium.require()
    var hash = [UInt8](repeating: 0, count: 32)
    let bytes = Array(code.utf8)
    crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), codeKey, codeKey.count)
    return Self.base64URL(hash)
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var characters: [UInt8] = []
    for chunk in bytes.chunked(3) {
      let bits = chunk.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - chunk.count) * 8)
      for index in 0...chunk.count {
        characters.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }
}

extension Array {
  fileprivate func chunked(_ size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension SharingRefusal {
  /// The word on the wire for an error of the hub; `nil` if the error is not a refusal.
  public init?(_ error: any Error) {
    switch error {
    case let error as SharingError:
      switch error {
      case .notFound: self = .notFound
      case .notOwner: self = .notOwner
      case .isOwner: self = .isOwner
      case .noSuchParticipant: self = .noSuchParticipant
      case .tooManyParticipants: self = .tooManyParticipants
      case .tooManyOwned: self = .tooManyOwned
      case .inOther: self = .inOther
      case .restricted: self = .restricted
      case .kept: self = .kept
      case .givenByFamily: self = .givenByFamily
      }
    case let error as InviteError:
      switch error {
      case .unknown: self = .inviteUnknown
      case .expired: self = .inviteExpired
      case .revoked: self = .inviteRevoked
      case .exhausted: self = .inviteExhausted
      case .zoneGone: self = .zoneGone
      case .own: self = .ownInvite
      case .alreadyUsedByYou: self = .alreadyUsedByYou
      case .outOfRange: self = .outOfRange
      case .forOther: self = .inviteForOther
      case .otherKind: self = .inviteOtherKind
      case .switchedOff: self = .switchedOff
      case .planRequired: self = .planRequired
      case .alreadyMember: self = .alreadyMember
      case .changed: self = .inviteChanged
      case .readOnly: self = .inviteReadOnly
      }
    default: return nil
    }
  }
}

extension InviteOffer {
  public init(_ preview: InvitePreview) {
    self.init(
      inviteID: preview.inviteID, zone: preview.zone, kind: preview.kind, title: preview.title,
      ownerName: preview.ownerName, ownerAccountName: preview.ownerAccountName,
      role: preview.role, expiresAt: preview.expiresAt,
      participantCount: preview.participantCount, recordCount: preview.recordCount,
      ownRole: preview.ownRole, boundTo: preview.boundTo, isForOther: preview.isForOther,
      allowsMerge: preview.allowsMerge, sharedCount: preview.sharedCount)
  }
}

extension AccountSummary {
  public init(_ account: Account) {
    self.init(
      id: account.id, name: account.name, displayName: account.displayName,
      isAdministrator: account.isAdministrator, personalZone: account.personalZone)
  }
}

extension SessionSummary {
  public init(_ session: Session, current: String?) {
    self.init(
      id: session.id, isDevice: session.kind == .device, label: session.label,
      createdAt: session.createdAt, lastUsedAt: session.lastUsedAt,
      isCurrent: session.id == current)
  }
}
