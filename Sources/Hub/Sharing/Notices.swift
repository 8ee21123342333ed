import SyncProtocol

/// What a store knows of notices.
public protocol NoticeReader {
  /// An account's notices, the newest first.
  func notices(of account: AccountID) throws -> [AccountNotice]
  /// The copy that goes with an account's notice.
  func zoneCopy(ofNotice id: String, of account: AccountID) throws -> ZoneCopy?
}

/// What was in a zone at one moment, for those who could see it until then.
public struct ZoneCopy: Equatable, Sendable {
  public let id: String
  public let zone: ZoneID
  /// Milliseconds since 1970.
  public let madeAt: Int64
  public let expiresAt: Int64
  /// A JSON array of effects that put its records. Empty when it is written and parts of it are
  /// stored; what is read has all of them.
  public let bytes: [UInt8]

  public init(id: String, zone: ZoneID, madeAt: Int64, expiresAt: Int64, bytes: [UInt8]) {
    self.id = id
    self.zone = zone
    self.madeAt = madeAt
    self.expiresAt = expiresAt
    self.bytes = bytes
  }
}

/// What a store keeps of notices.
public protocol NoticeWriter {
  /// Keeps a notice; one with its id stays as it is. `copy` is the id of the zone's copy.
  func putNotice(_ notice: AccountNotice, for account: AccountID, copy: String?) throws
  func removeNotice(_ id: String, of account: AccountID) throws
  /// Removes the account's oldest notices, so that `count` are left.
  func trimNotices(of account: AccountID, to count: Int) throws
  /// Keeps a copy, and that it names the blobs that live records of its zone name now.
  func putZoneCopy(_ copy: ZoneCopy) throws
  /// Keeps a part of a copy that is about to be made. One that is kept already stays.
  ///
  /// - Parameter part: counted from 0.
  func putZoneCopyPart(
    _ bytes: [UInt8], _ part: Int, ofCopy id: String, of zone: ZoneID, now: Int64) throws
  /// Removes one part of a zone's copies that are no longer kept, or are not made yet.
  ///
  /// - Parameter copy: the one whose parts stay: it is being put aside.
  /// - Returns: whether there was one.
  func removeZoneCopyPart(of zone: ZoneID, besides copy: String) throws -> Bool
  /// Removes copies that have expired or that no notice names, and of each zone all but the newest
  /// `count`. Their parts stay.
  func trimZoneCopies(now: Int64, perZone count: Int) throws
  /// Removes at most `count` parts that were put before a moment and are of no copy.
  ///
  /// - Returns: how many.
  func trimZoneCopyParts(putBefore: Int64, count: Int) throws -> Int
}

extension HubWriter {
  /// Keeps a notice until the account dismisses it, or so many came after it.
  func keep(_ notice: AccountNotice, for account: AccountID, copy: String? = nil) throws {
    try putNotice(notice, for: account, copy: copy)
    try trimNotices(of: account, to: Hub.maxNotices)
  }
}

extension Hub {
  /// Notices that are kept for one account; the oldest make room.
  public static let maxNotices = 100
  /// How long somebody who lost a zone can fetch what they could see of it.
  public static let copyMilliseconds: Int64 = 30 * 86_400_000
  /// Of a larger zone no copy is made; whoever loses it is told so.
  public static let maxCopyBytes = 64 << 20
  /// Copies of one zone that are kept; the oldest make room.
  public static let maxCopiesPerZone = 10

  /// What the account was told and has not dismissed, the newest first. An offer that can no longer
  /// be accepted is left out.
  public func notices(of account: AccountID) throws -> [AccountNotice] {
    let now = now()
    return try store.read { reader in
      try reader.notices(of: account).filter {
        try $0.kind != .ownershipOffered || Self.isOpen($0, to: account, at: now, reader)
      }
    }.map { notice in
      var notice = notice
      if let end = notice.copyUntil, end <= now { notice.copyUntil = nil }
      return notice
    }
  }

  /// What was in the zone that a notice of the account's is about, when it lost it: a JSON array of
  /// effects. Throws `SharingError.notFound` when there is no copy, or none any more.
  public func copy(ofNotice id: String, of account: AccountID) throws -> [UInt8] {
    guard let copy = try store.read({ try $0.zoneCopy(ofNotice: id, of: account) }),
      copy.expiresAt > now()
    else { throw SharingError.notFound }
    return copy.bytes
  }

  /// Forgets a notice. One that is not the account's, or forgotten, changes nothing.
  public func dismissNotice(_ id: String, of account: AccountID) throws {
    let now = now()
    try store.write { writer in
      try writer.removeNotice(id, of: account)
      try writer.trimZoneCopies(now: now, perZone: Self.maxCopiesPerZone)
    }
    var notice = Notice()
    // Other pages of the account show it, too.
    notice.accounts = [account]
    announce(notice)
  }
}
