import SyncProtocol

/// The progress of a restore, for an administrator: what has come back, and which devices are
/// awaited.
public struct RecoveryReport: Equatable, Sendable {
  /// A device and its account.
  public struct Device: Equatable, Sendable {
    public var device: AwaitedDevice
    /// The account's name for signing in, and its display name.
    public var name: String
    public var displayName: String

    public init(device: AwaitedDevice, name: String, displayName: String) {
      self.device = device
      self.name = name
      self.displayName = displayName
    }
  }

  public var restore: HubRestore
  /// Until when change sets wait that may depend on something lost, milliseconds since 1970.
  public var recoveringUntil: Int64
  /// Whether the hub is still waiting.
  public var isWaiting: Bool
  /// The awaited devices first, each group ordered by account name and label.
  public var devices: [Device]

  public init(
    restore: HubRestore, recoveringUntil: Int64, isWaiting: Bool, devices: [Device]
  ) {
    self.restore = restore
    self.recoveringUntil = recoveringUntil
    self.isWaiting = isWaiting
    self.devices = devices
  }

  /// The devices that have not returned.
  public var awaited: [Device] { devices.filter { $0.device.returnedAt == nil } }
  public var returned: [Device] { devices.filter { $0.device.returnedAt != nil } }
  /// The number of changes that came back.
  public var takenCount: Int { devices.reduce(0) { $0 + $1.device.taken } }
  /// The number of changes that could not be taken back.
  public var refusedCount: Int { devices.reduce(0) { $0 + $1.device.refused } }
}

/// A hub that was restored from a backup: what becomes void, who is told, and until when the hub
/// waits for what it has lost.
extension Hub {
  /// How long an administrator is shown the progress of a restore.
  public static let recoveryShownMilliseconds: Int64 = 14 * 86_400_000

  /// Declares that the store's content is that of a backup; replicas that have seen more notice the
  /// new epoch.
  ///
  /// In one transaction everything that admits somebody becomes void: sessions, access tokens,
  /// calendar links, open invites and offers of ownership. People may have ended these after the
  /// backup was made, and whoever holds them must not be admitted again. The devices that were
  /// signed in are awaited, and everybody is notified. Call it once, before anybody is admitted.
  ///
  /// - Parameters:
  ///   - until: until when change sets wait that may depend on something lost, milliseconds since
  ///     1970.
  ///   - stateAt: when the backup was made; `nil` if unknown: then the time of its last change.
  ///   - epoch: the hub's epoch from now on, which it has never had before.
  @discardableResult
  public func beginRecovery(
    until: Int64, stateAt: Int64? = nil, epoch: String = HubState.randomEpoch()
  ) throws -> HubRestore {
    let now = now()
    var notice = Notice()
    let restore = try store.write { writer in
      notice = Notice()
      let latest = try writer.latestTime()
      let lastChange = latest == .zero ? nil : min(latest.milliseconds, now)
      let epoch = isPlanted(.epochCounted) ? try countedEpoch(writer) : epoch
      try writer.begin(epoch: epoch, recoveringUntil: until)
      var restore = HubRestore(
        epoch: epoch, restoredAt: now, stateAt: stateAt ?? lastChange)
      restore.voided.invites = try revokeOpenInvites(writer, &notice)
      var devices: [AwaitedDevice] = []
      for account in try writer.allAccounts() {
        devices += try void(of: account.id, in: &restore.voided, at: now, writer)
        try tell(account, of: restore, writer)
        notice.accounts.insert(account.id)
      }
      try writer.putRestore(restore, awaiting: devices)
      return restore
    }
    announce(notice)
    return restore
  }

  /// The bug `epochCounted`: an epoch that follows from the backup's own can be used twice.
  private func countedEpoch(_ reader: any HubReader) throws -> String {
    "epoch\((Int(try reader.state().epoch.drop { !$0.isNumber }) ?? 0) + 1)"
  }

  /// Revokes every open invite, in one change set for each zone. The invites of a deleted zone are
  /// revoked when the zone is restored.
  private func revokeOpenInvites(_ writer: any HubWriter, _ notice: inout Notice) throws -> Int {
    var count = 0
    let zones = Dictionary(grouping: try writer.openInvites(at: now()), by: \.zone)
    for (id, invites) in zones.sorted(by: { $0.key < $1.key }) {
      guard try writer.zone(id)?.isAlive == true else { continue }
      let draft = Draft(writer: writer, schema: schema)
      let stamp = try ownStamp(writer, for: try writer.owner(ofZone: id) ?? "")
      for invite in invites {
        try revoke(invite, writer: writer, draft: draft, stamp: stamp)
      }
      count += invites.count
      // Without an author: the zone's owner has not revoked anything.
      let heads = try draft.commit(stamp: stamp, author: "", now: now())
      notice.zones.merge(heads) { max($0, $1) }
    }
    return count
  }

  /// Voids what an account had, and counts it. Returns the devices that were signed in.
  private func void(
    of account: AccountID, in voided: inout HubRestore.Voided, at now: Int64,
    _ writer: any HubWriter
  ) throws -> [AwaitedDevice] {
    let sessions = try writer.sessions(of: account).filter { $0.expiresAt > now }
    voided.sessions += sessions.count
    voided.accessTokens += try writer.accessTokens(of: account).count {
      $0.expiresAt.map { $0 > now } ?? true
    }
    if try writer.calendarFeed(of: account) != nil { voided.calendarFeeds += 1 }
    try writer.removeSessions(of: account, except: nil)
    try writer.removeAccessTokens(of: account)
    try writer.removeCalendarFeed(of: account)
    try writer.removeAdmission(of: account)
    try writer.removeKiosks(madeBy: account)
    for notice in try writer.notices(of: account) {
      switch notice.kind {
      case .ownershipOffered:
        if try Self.isOpen(notice, to: account, at: now, writer) { voided.offers += 1 }
        try writer.removeNotice(notice.id, of: account)
      case .hubRestored:
        // It is about an earlier restore; the new notice replaces it.
        try writer.removeNotice(notice.id, of: account)
      default: break
      }
    }
    let devices = Dictionary(grouping: sessions.filter { $0.kind == .device }, by: \.label)
    return devices.sorted { $0.key < $1.key }.map { label, sessions in
      AwaitedDevice(
        account: account, label: label, lastUsedAt: sessions.map(\.lastUsedAt).max())
    }
  }

  private func tell(
    _ account: Account, of restore: HubRestore, _ writer: any HubWriter
  ) throws {
    guard !account.isDisabled else { return }
    try writer.keep(
      AccountNotice(
        id: UUIDs.v5(restore.epoch, account.id), kind: .hubRestored, zone: "", title: "",
        person: "", personID: "", at: restore.restoredAt, stateAt: restore.stateAt),
      for: account.id)
  }

  /// The progress of the last restore; `nil` for a hub that was never restored.
  public func recovery() throws -> RecoveryReport? {
    let now = now()
    return try store.read { reader in
      guard let restore = try reader.lastRestore() else { return nil }
      let devices = try reader.awaitedDevices().map { device in
        let account = try reader.account(device.account)
        return RecoveryReport.Device(
          device: device, name: account?.name ?? "", displayName: account?.displayName ?? "")
      }
      let until = try reader.state().recoveringUntil
      let order = { (device: RecoveryReport.Device) in
        (device.device.returnedAt == nil ? 0 : 1, device.name, device.device.label)
      }
      return RecoveryReport(
        restore: restore, recoveringUntil: until, isWaiting: until > now,
        devices: devices.sorted { order($0) < order($1) })
    }
  }

  /// Whether a restore is still shown to administrators.
  public func isShown(_ report: RecoveryReport) -> Bool {
    report.restore.restoredAt > now() - Self.recoveryShownMilliseconds
  }

  /// Ends the wait after a restore: waiting change sets are judged as soon as they are sent again.
  /// Devices that return later still hand back what they have. Throws `AccountError.notAllowed`.
  ///
  /// - Returns: whether the hub was waiting.
  @discardableResult
  public func closeRecovery(by actor: Accounts.Actor) throws -> Bool {
    let now = now()
    let accounts = try store.write { writer -> Set<AccountID>? in
      _ = try name(of: actor, writer)
      var state = try writer.state()
      guard state.recoveringUntil > now else { return nil }
      state.recoveringUntil = now
      try writer.setState(state)
      return Set(try writer.allAccounts().map(\.id))
    }
    guard let accounts else { return false }
    var notice = Notice()
    // Replicas with waiting change sets send them again.
    notice.accounts = accounts
    announce(notice)
    return true
  }
}

extension HubReader {
  fileprivate func allAccounts() throws -> [Account] {
    var all: [Account] = []
    while true {
      let page = try accounts(after: all.last?.nameKey, limit: 500)
      guard !page.isEmpty else { return all }
      all += page
    }
  }
}
