import SyncProtocol

/// Reading notices and copies of zones from a store.
public protocol NoticeReader {
  /// An account's notices, newest first.
  func notices(of account: AccountID) throws -> [AccountNotice]
  /// The copy of a zone that belongs to an account's notice.
  func zoneCopy(ofNotice id: String, of account: AccountID) throws -> ZoneCopy?
}

/// The content of a zone at one moment, for accounts that lost access to it then.
public struct ZoneCopy: Equatable, Sendable {
  public let id: String
  public let zone: ZoneID
  /// Milliseconds since 1970, like the one below.
  public let madeAt: Int64
  public let expiresAt: Int64
  /// A JSON array of effects that put the zone's records. Empty when a copy is written whose parts
  /// are stored already; a copy that is read contains all parts.
  public let bytes: [UInt8]

  public init(id: String, zone: ZoneID, madeAt: Int64, expiresAt: Int64, bytes: [UInt8]) {
    self.id = id
    self.zone = zone
    self.madeAt = madeAt
    self.expiresAt = expiresAt
    self.bytes = bytes
  }
}

/// Writing notices and copies of zones to a store.
public protocol NoticeWriter {
  /// Stores a notice; if its id is stored already, nothing changes. `copy` is the id of a zone's
  /// copy.
  func putNotice(_ notice: AccountNotice, for account: AccountID, copy: String?) throws
  func removeNotice(_ id: String, of account: AccountID) throws
  /// Removes the account's oldest notices until `count` are left.
  func trimNotices(of account: AccountID, to count: Int) throws
  /// Stores a copy, and that it names the blobs which live records of its zone name now.
  func putZoneCopy(_ copy: ZoneCopy) throws
  /// Stores a part of a copy that is being made. If that part is stored already, nothing changes.
  ///
  /// - Parameter part: the part's number, from 0.
  func putZoneCopyPart(
    _ bytes: [UInt8], _ part: Int, ofCopy id: String, of zone: ZoneID, now: Int64) throws
  /// Removes one part of a copy of a zone that is not stored as a copy, because it is gone or not
  /// made yet.
  ///
  /// - Parameter copy: the id of the copy that is being made, whose parts stay.
  /// - Returns: whether a part was removed.
  func removeZoneCopyPart(of zone: ZoneID, besides copy: String) throws -> Bool
  /// Removes copies that have expired or that no notice names, and for each zone all but the newest
  /// `count` copies. Their parts stay.
  func trimZoneCopies(now: Int64, perZone count: Int) throws
  /// Removes at most `count` parts that were stored before a moment and belong to no copy.
  ///
  /// - Returns: how many were removed.
  func trimZoneCopyParts(putBefore: Int64, count: Int) throws -> Int
}

extension HubWriter {
  /// Stores a notice until the account dismisses it, or until `Hub.maxNotices` newer ones have
  /// come.
  func keep(_ notice: AccountNotice, for account: AccountID, copy: String? = nil) throws {
    try putNotice(notice, for: account, copy: copy)
    try trimNotices(of: account, to: Hub.maxNotices)
  }
}

extension Hub {
  /// The most notices of one account; the oldest make room.
  public static let maxNotices = 100
  /// How long somebody who has lost access to a zone can fetch a copy of it.
  public static let copyMilliseconds: Int64 = 30 * 86_400_000
  /// The largest copy, in bytes. No copy is made of a larger zone; people who lose access to it are
  /// told so.
  public static let maxCopyBytes = 64 << 20
  /// The most copies of one zone; the oldest make room.
  public static let maxCopiesPerZone = 10

  /// The account's notices that it has not dismissed, newest first. Offers that can no longer be
  /// accepted are left out.
  public func notices(of account: AccountID) throws -> [AccountNotice] {
    let now = now()
    return try store.read { reader in
      try reader.notices(of: account).filter {
        switch $0.kind {
        case .ownershipOffered: try Self.isOpen($0, to: account, at: now, reader)
        case .invited: try reader.invite($0.id)?.state(now: now) == .active
        default: true
        }
      }.map { notice in
        var notice = notice
        notice.zoneKind = try reader.zone(notice.zone)?.kind
        return notice
      }
    }.map { notice in
      var notice = notice
      if let end = notice.copyUntil, end <= now { notice.copyUntil = nil }
      return notice
    }
  }

  /// The content of the zone that a notice is about, as it was when the account lost access: a JSON
  /// array of effects. Throws `SharingError.notFound` if there is no copy, or if it has expired.
  public func copy(ofNotice id: String, of account: AccountID) throws -> [UInt8] {
    guard let copy = try store.read({ try $0.zoneCopy(ofNotice: id, of: account) }),
      copy.expiresAt > now()
    else { throw SharingError.notFound }
    return copy.bytes
  }

  /// Dismisses a notice. Does nothing if the account has no such notice.
  public func dismissNotice(_ id: String, of account: AccountID) throws {
    let now = now()
    try store.write { writer in
      try writer.removeNotice(id, of: account)
      try writer.trimZoneCopies(now: now, perZone: Self.maxCopiesPerZone)
    }
    var notice = Notice()
    // Other pages of the account show it too.
    notice.accounts = [account]
    announce(notice)
  }
}
