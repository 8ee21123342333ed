import SyncProtocol

/// Accounts that lose access to a zone with a change set are notified, and can for a while fetch a
/// copy of what they could see of the zone (D-HOM-12, D-SHR-3).
extension Draft {
  /// Called before anything is written, while the store still has what they could see.
  func tellOfLosses(author: AccountID, stamp: Stamp, now: Int64) throws {
    let losses = try losses(author: author)
    guard !losses.isEmpty else { return }
    try writer.trimZoneCopies(now: now, perZone: Hub.maxCopiesPerZone - 1)
    let person = try writer.account(author)?.displayName ?? ""
    for (id, accounts) in losses.sorted(by: { $0.key < $1.key }) {
      guard let zone = try writer.zone(id),
        let register = schema.zoneKinds[zone.kind]?.titleRegister, zone.kind != .personal
      else { continue }
      let root = try writer.record(RecordPlace(zone: id, id: id))
      let copy = try copy(of: id, stamp: stamp, now: now)
      for (account, kind) in accounts.sorted(by: { $0.key < $1.key }) {
        let notice = AccountNotice(
          id: UUIDs.v5(stamp.changeSet.description, id + account), kind: kind, zone: id,
          title: root?.registers[register]?.value.text ?? "", person: person, personID: author,
          at: now)
        try writer.keep(notice, for: account, copy: copy)
      }
    }
  }

  /// Notifies the owner of a zone into which another one was merged, unless the owner did it
  /// (D-MRG-16).
  func tellOfMerges(author: AccountID, stamp: Stamp, now: Int64) throws {
    for id in changedZones.sorted() {
      guard let target = try zone(id)?.mergedInto, try writer.zone(id)?.isAlive == true,
        let zone = try zone(target), let register = schema.zoneKinds[zone.kind]?.titleRegister
      else { continue }
      let root = try record(RecordPlace(zone: target, id: target))
      let notice = AccountNotice(
        id: UUIDs.v5(stamp.changeSet.description, id + target), kind: .zoneMerged, zone: target,
        title: root?.registers[register]?.value.text ?? "",
        person: try writer.account(author)?.displayName ?? "", personID: author, at: now)
      for grant in try writer.grants(in: target)
      where grant.role == .owner && grant.account != author {
        try writer.keep(notice, for: grant.account)
      }
    }
  }

  /// Notifies those who decide about a family of who has left it.
  func tellOfLeaving(author: AccountID, stamp: Stamp, now: Int64) throws {
    for (id, account) in removedGrants where account == author {
      guard let (zone, parents) = try parents(leftBy: account, in: id),
        let register = schema.zoneKinds[zone.kind]?.titleRegister
      else { continue }
      let root = try writer.record(RecordPlace(zone: id, id: id))
      let notice = AccountNotice(
        id: UUIDs.v5(stamp.changeSet.description, "left " + id), kind: .personLeft, zone: id,
        title: root?.registers[register]?.value.text ?? "",
        person: try writer.account(account)?.displayName ?? "", personID: account, at: now)
      for parent in parents { try writer.keep(notice, for: parent) }
    }
  }

  /// Who decides about a family that somebody leaves; `nil` for a zone of another kind, and for one
  /// that is dissolved.
  func parents(
    leftBy account: AccountID, in id: ZoneID
  ) throws -> (zone: HubZone, accounts: [AccountID])? {
    guard let zone = try writer.zone(id), schema.isFamily(zone.kind), zone.isAlive,
      try self.zone(id)?.isAlive == true
    else { return nil }
    let parents = try grantsAfter(in: id).values.filter {
      $0.role.canWrite && $0.account != account
    }
    return (zone, parents.map(\.account).sorted())
  }

  /// Which accounts lose which zone, and how. Not the author of a deletion, who knows; and nobody
  /// by a merge, after which the zone lives on in the other.
  private func losses(author: AccountID) throws -> [ZoneID: [AccountID: AccountNotice.Kind]] {
    var losses: [ZoneID: [AccountID: AccountNotice.Kind]] = [:]
    // The deletion of a zone was its own notice.
    for (zone, account) in removedGrants where try writer.zone(zone)?.isAlive == true {
      losses[zone, default: [:]][account] = account == author ? .left : .removed
    }
    for id in changedZones {
      guard let zone = try zone(id), !zone.isAlive, zone.mergedInto == nil,
        try writer.zone(id)?.isAlive == true
      else { continue }
      for grant in try writer.grants(in: id) where grant.account != author {
        losses[id, default: [:]][grant.account] = .zoneDeleted
      }
    }
    return losses
  }

  /// Stores a copy of a zone's content and returns its id; `nil` if it is too large.
  private func copy(of zone: ZoneID, stamp: Stamp, now: Int64) throws -> String? {
    func keep(_ id: String, _ bytes: [UInt8]) throws -> String {
      try writer.putZoneCopy(
        ZoneCopy(
          id: id, zone: zone, madeAt: now, expiresAt: now + Hub.copyMilliseconds, bytes: bytes))
      return id
    }
    if let copyAside, copyAside.zone == zone {
      guard try writer.zone(zone)?.head == copyAside.head else { throw CopyAside.Outdated() }
      return try copyAside.id.map { try keep($0, []) }
    }
    let records = try writer.storedRecords(
      of: zone, after: nil, maxBytes: Hub.maxCopyBytes, aggregates: [:])
    guard records.isComplete else { return nil }
    return try keep(UUIDs.v5(stamp.changeSet.description, zone), records.bytes)
  }
}

/// A copy of a large zone, stored before somebody loses access to it: copying in the transaction
/// that removes them would keep everybody else from writing.
struct CopyAside {
  let zone: ZoneID
  /// The id under which its parts are stored; `nil` if it is too large.
  let id: String?
  /// The zone's head when the copy was made.
  let head: Int64

  /// Thrown if the zone was written to since.
  struct Outdated: Error {}
}

extension Hub {
  /// The number of records from which a zone is copied in advance.
  public static let minRecordsAside = 2000
  /// The size of one part of a copy in bytes, which is written in one transaction.
  public static let copyPartBytes = 256 << 10
  /// How long a part waits for the copy that it belongs to, in milliseconds.
  static let copyPartMilliseconds: Int64 = 3_600_000
  /// How often a copy is started again because somebody wrote to the zone. After that the copy is
  /// made in the transaction itself.
  static let maxCopyTries = 4

  /// Removes somebody from a zone, which may be large.
  ///
  /// - Parameter check: throws if the actor may not do this; called before anything is copied, and
  ///   again in the transaction.
  func changeCopying(
    _ zone: ZoneID, by actor: AccountID, check: (any HubReader) throws -> Void,
    _ body: (any HubWriter, Draft, Stamp) throws -> Void
  ) throws {
    for _ in 0..<Self.maxCopyTries {
      let aside = try putAside(zone, check)
      do {
        return try change(by: actor, copyAside: aside) { writer, draft, stamp in
          try check(writer)
          try body(writer, draft, stamp)
        }
      } catch is CopyAside.Outdated { continue }
    }
    try change(by: actor) { writer, draft, stamp in
      try check(writer)
      try body(writer, draft, stamp)
    }
  }

  /// Stores a copy of a zone's content in parts; `nil` for a small zone.
  private func putAside(
    _ id: ZoneID, _ check: (any HubReader) throws -> Void
  ) throws -> CopyAside? {
    let found = try store.read { reader -> (head: Int64, epoch: String, records: StoredRecords)? in
      try check(reader)
      guard let zone = try reader.zone(id), zone.isAlive, zone.kind != .personal,
        zone.recordCount >= Self.minRecordsAside
      else { return nil }
      let records = try reader.storedRecords(
        of: id, after: nil, maxBytes: Self.maxCopyBytes, aggregates: [:])
      return (zone.head, try reader.state().epoch, records)
    }
    guard let (head, epoch, records) = found else { return nil }
    guard records.isComplete else { return CopyAside(zone: id, id: nil, head: head) }
    // The same id for everybody who loses the zone at this moment.
    let copy = UUIDs.v5(epoch + id, String(head))
    let now = now()
    // Otherwise somebody who leaves and is admitted again and again could fill the disk. Another
    // removal whose parts this deletes has seen an older head, and starts again.
    while try store.write({ try $0.removeZoneCopyPart(of: id, besides: copy) }) {}
    for (part, from) in stride(from: 0, to: records.bytes.count, by: Self.copyPartBytes)
      .enumerated()
    {
      let bytes = Array(records.bytes[from..<min(records.bytes.count, from + Self.copyPartBytes)])
      try store.write { try $0.putZoneCopyPart(bytes, part, ofCopy: copy, of: id, now: now) }
    }
    return CopyAside(zone: id, id: copy, head: head)
  }
}
