import SyncProtocol

/// Who loses a zone with a change set is told, and can fetch for a while what they could see of it
/// (D-HOM-12, D-SHR-3).
extension Draft {
  /// Called before anything is written: the store still has what they could see.
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

  /// Who owns a zone that another one was merged into is told, unless it was their own doing
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

  /// Who loses which zone, and how. Whoever deletes a home knows; where it was merged it lives on.
  private func losses(author: AccountID) throws -> [ZoneID: [AccountID: AccountNotice.Kind]] {
    var losses: [ZoneID: [AccountID: AccountNotice.Kind]] = [:]
    // Of a zone that is deleted they were told when it was.
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

  /// Keeps what is in a zone; `nil` when it is too much.
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

/// What is in a large zone, stored before somebody loses the zone: copying it in the transaction
/// that takes them out would keep everybody else from writing.
struct CopyAside {
  let zone: ZoneID
  /// What its parts are stored under; `nil` when it is too much.
  let id: String?
  /// The zone's head when it was made.
  let head: Int64

  /// Something was written to the zone since.
  struct Outdated: Error {}
}

extension Hub {
  /// Records of a zone of which a copy is put aside before.
  public static let minRecordsAside = 2000
  /// Bytes of a part of a copy: what one transaction writes of it.
  public static let copyPartBytes = 256 << 10
  /// How long a part waits for the copy that it is made for.
  static let copyPartMilliseconds: Int64 = 3_600_000
  /// How often a copy is begun anew because somebody was writing to the zone. After that the copy is
  /// made in the transaction itself.
  static let maxCopyTries = 4

  /// Takes somebody out of a zone, which may be large.
  ///
  /// - Parameter check: whether the actor may: asked before anything is copied, and in the
  ///   transaction again.
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

  /// Stores what is in a zone a part at a time; `nil` for a small one.
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
    // The same of everybody who loses the zone at this moment.
    let copy = UUIDs.v5(epoch + id, String(head))
    let now = now()
    // Else whoever leaves and is admitted again and again could fill the disk. Another removal that
    // puts parts aside has seen an older head, and begins anew.
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
