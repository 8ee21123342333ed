import SyncProtocol

/// An action of sharing, as the gate distinguishes them.
public enum SharingAct: String, CaseIterable, Sendable {
  /// Inviting somebody, or offering a zone. The account that does it is judged.
  case begin
  /// Looking at an invite in order to join, and joining. The zone's owner is judged, so that a
  /// person outside the cohort may accept (D-GAT-6).
  case join
  /// Giving participants more: a role, the ownership, or a deleted zone again.
  case extend
  /// Writing records of a zone with more than one participant.
  case write
}

/// The only place that decides whether sharing may happen now (S1-8.1-b). What takes something back
/// (an invite, a person, a role, one's own membership) always works and does not ask the gate.
struct SharingGate: Sendable {
  /// Whether the hub was started with sharing (`storage.sharingStack`). If not, the flag counts as
  /// `closed`.
  let isStarted: Bool

  /// The flag as it counts now. One indexed read.
  func flag(_ reader: any HubReader) throws -> SharingFlag {
    var flag = try reader.sharingFlag() ?? SharingFlag()
    if !isStarted, flag.state != .killed { flag.state = .closed }
    return flag
  }

  /// Throws `InviteError.switchedOff` if the account may not do this now.
  func check(
    _ act: SharingAct, by account: AccountID?, in zone: ZoneID, _ reader: any HubReader
  ) throws {
    let flag = try flag(reader)
    let isPermitted =
      switch act {
      case .begin: account.map { flag.includes($0) } ?? false
      case .join: try admits(toZoneOf: owner(of: zone, reader), reader)
      case .extend: flag.state != .killed
      case .write: try flag.state != .killed || !isShared(zone, reader)
      }
    guard isPermitted else { throw InviteError.switchedOff }
  }

  /// Whether somebody may come into a zone of this owner now.
  func admits(toZoneOf owner: AccountID?, _ reader: any HubReader) throws -> Bool {
    try owner.map { try flag(reader).includes($0) } ?? false
  }

  /// Whether the zone has more than one participant.
  func isShared(_ zone: ZoneID, _ reader: any HubReader) throws -> Bool {
    try reader.grants(in: zone).count > 1
  }

  private func owner(of zone: ZoneID, _ reader: any HubReader) throws -> AccountID? {
    try reader.grants(in: zone).first { $0.role == .owner }?.account
  }
}

extension Hub {
  /// Checks whether an account may begin to share: by the flag, and by its plan.
  func checkBeginning(
    in zone: ZoneID, by account: AccountID, _ reader: any HubReader
  ) throws {
    try gate.check(.begin, by: account, in: zone, reader)
    if try needsPlan(account, reader) { throw InviteError.planRequired }
  }

  /// The most versions of the flag that are kept.
  public static let maxFlagHistory = 500

  /// The stored flag, however the hub was started.
  public func sharingFlag() throws -> SharingFlag {
    try store.read { try $0.sharingFlag() ?? SharingFlag() }
  }

  /// Whether the hub was started with sharing switched on.
  public var isSharingStarted: Bool { gate.isStarted }

  /// Whether anybody may begin to share or join now.
  public func isSharingOpen() throws -> Bool {
    let state = try store.read { try gate.flag($0).state }
    return state == .open || state == .cohort
  }

  /// Whether shared zones can only be read now: for pages, each of which asks. Cached; judging a
  /// change set reads the store instead.
  public var isPaused: Bool { get throws { try pause != .none } }

  /// Whether shared zones are not even shown now: for everything that is read for an account.
  public var hidesShared: Bool { get throws { try pause == .hiding } }

  /// Whether an account has zones that are hidden now.
  public func hidesZones(of account: AccountID) throws -> Bool {
    guard try hidesShared else { return false }
    return try store.read { reader in
      try reader.memberships(of: account).contains { try gate.isShared($0.zone.id, reader) }
    }
  }

  /// The pause that the flag causes, read from the store after each change of the flag.
  private var pause: Pause {
    get throws {
      let (known, changes) = pauseAsRead.withLock { $0 }
      if let known { return known }
      let flag = try store.read { try gate.flag($0) }
      let pause: Pause = flag.state != .killed ? .none : flag.hidesShared ? .hiding : .reading
      pauseAsRead.withLock { if $0.changes == changes { $0.pause = pause } }
      return pause
    }
  }

  /// The versions of the flag, newest first.
  public func sharingFlags(limit: Int = maxFlagHistory) throws -> [SharingFlag] {
    try store.read { try $0.sharingFlags(limit: limit) }
  }

  /// What sharing allows one account now.
  public func sharingNews(for account: AccountID) throws -> SharingNews {
    try store.read { reader in
      let flag = try gate.flag(reader)
      let isIncluded = flag.includes(account)
      return SharingNews(
        version: flag.version, canInvite: isIncluded,
        canJoin: flag.state == .open || flag.state == .cohort, isPaused: flag.state == .killed,
        allowsOverride: flag.allowsOverride,
        needsPlan: try isIncluded && needsPlan(account, reader),
        hidesShared: flag.state == .killed && flag.hidesShared)
    }
  }

  /// Changes the flag. A change that makes no difference adds no version. Throws `GateError`, and
  /// `AccountError.notAllowed` if the actor may not do this.
  @discardableResult
  public func changeSharingFlag(
    _ change: SharingFlagChange, by actor: Accounts.Actor
  ) throws -> SharingFlag {
    let now = now()
    let (flag, isNew) = try store.write { writer in
      let old = try writer.sharingFlag() ?? SharingFlag()
      var flag = old
      flag.state = change.state
      if let percent = change.percent {
        guard (0...100).contains(percent) else { throw GateError.percentOutOfRange }
        flag.percent = percent
      }
      if let names = change.names {
        guard names.count <= SharingFlag.maxListed else { throw GateError.tooManyListed }
        flag.listed = Set(try names.map { try writer.account(listed: $0).id }).sorted()
      }
      if let allows = change.allowsOverride { flag.allowsOverride = allows }
      flag.hidesShared = flag.state == .killed && (change.hidesShared ?? flag.hidesShared)
      let changedBy = try name(of: actor, writer)
      guard flag != old else { return (old, false) }
      flag.version = old.version + 1
      flag.changedAt = now
      flag.changedBy = changedBy
      try writer.add(flag, keeping: Self.maxFlagHistory)
      return (flag, true)
    }
    if isNew {
      announceFlags()
      try letInByFamilies()
    }
    return flag
  }

  /// The names of the accounts that a flag lists, without those that are gone.
  public func names(listedIn flag: SharingFlag) throws -> [String] {
    try store.read { reader in try flag.listed.compactMap { try reader.account($0)?.name } }
  }

  /// The name of an actor; empty for the command line. Throws `AccountError.notAllowed` if the
  /// actor is not an administrator.
  func name(of actor: Accounts.Actor, _ reader: any HubReader) throws -> String {
    guard case .account(let id) = actor else { return "" }
    guard let account = try reader.account(id), account.isAdministrator, !account.isDisabled
    else { throw AccountError.notAllowed }
    return account.name
  }

  /// Has everybody ask for the flags anew, and send what waits.
  func announceFlags() {
    var notice = Notice()
    notice.isAboutFlags = true
    announce(notice)
  }
}
