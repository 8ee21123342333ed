import Hub
import SyncProtocol

extension WatchedTransaction {
  func accessToken(secretHash: String) throws -> AccessToken? {
    try note("accessToken")
    return try base.accessToken(secretHash: secretHash)
  }

  func accessTokens(of account: AccountID) throws -> [AccessToken] {
    try note("accessTokens")
    return try base.accessTokens(of: account)
  }
}

extension WatchedTransaction {
  func putAccessToken(_ token: AccessToken) throws {
    try note("putAccessToken")
    try base.putAccessToken(token)
  }

  func removeAccessToken(_ id: String) throws {
    try note("removeAccessToken")
    try base.removeAccessToken(id)
  }

  func removeAccessTokens(of account: AccountID) throws {
    try note("removeAccessTokens")
    try base.removeAccessTokens(of: account)
  }
}

extension WatchedTransaction {
  func account(_ id: AccountID) throws -> Account? {
    try note("account")
    return try base.account(id)
  }

  func account(named nameKey: String) throws -> Account? {
    try note("account")
    return try base.account(named: nameKey)
  }

  func accountCount() throws -> Int {
    try note("accountCount")
    return try base.accountCount()
  }

  func accounts(after: String?, limit: Int) throws -> [Account] {
    try note("accounts")
    return try base.accounts(after: after, limit: limit)
  }

  func session(tokenHash: String) throws -> Session? {
    try note("session")
    return try base.session(tokenHash: tokenHash)
  }

  func sessions(of account: AccountID) throws -> [Session] {
    try note("sessions")
    return try base.sessions(of: account)
  }
}

extension WatchedTransaction {
  func putAccount(_ account: Account) throws {
    try note("putAccount", accounts: [account.id])
    try base.putAccount(account)
  }

  func putSession(_ session: Session) throws {
    try note("putSession")
    try base.putSession(session)
  }

  func removeSession(_ id: String) throws {
    try note("removeSession")
    try base.removeSession(id)
  }

  func removeSessions(of account: AccountID, except kept: String?) throws {
    try note("removeSessions")
    try base.removeSessions(of: account, except: kept)
  }

  func removeExpiredSessions(now: Int64) throws {
    try note("removeExpiredSessions")
    try base.removeExpiredSessions(now: now)
  }
}

extension WatchedTransaction {
  func blobs(_ names: [String], thatMayBeNamedBy account: AccountID, now: Int64) throws -> Set<
    String
  > {
    try note("blobs")
    return try base.blobs(names, thatMayBeNamedBy: account, now: now)
  }

  func hasUploaded(_ blob: String, _ account: AccountID) throws -> Bool {
    try note("hasUploaded")
    return try base.hasUploaded(blob, account)
  }

  func hasCopy(of zone: ZoneID, for account: AccountID, naming blob: String, now: Int64) throws
    -> Bool
  {
    try note("hasCopy")
    return try base.hasCopy(of: zone, for: account, naming: blob, now: now)
  }
}

extension WatchedTransaction {
  func noteUpload(_ blob: String, by account: AccountID, now: Int64) throws {
    try note("noteUpload")
    try base.noteUpload(blob, by: account, now: now)
  }

  func forgetUploads(_ blob: String, before: Int64) throws {
    try note("forgetUploads")
    try base.forgetUploads(blob, before: before)
  }

  func countBlobNames(_ changes: [BlobNameCount]) throws {
    try note("countBlobNames", zones: changes.map(\.zone))
    try base.countBlobNames(changes)
  }
}

extension WatchedTransaction {
  func calendarFeed(secretHash: String) throws -> CalendarFeed? {
    try note("calendarFeed")
    return try base.calendarFeed(secretHash: secretHash)
  }

  func calendarFeed(of account: AccountID) throws -> CalendarFeed? {
    try note("calendarFeed")
    return try base.calendarFeed(of: account)
  }
}

extension WatchedTransaction {
  func putCalendarFeed(_ feed: CalendarFeed) throws {
    try note("putCalendarFeed")
    try base.putCalendarFeed(feed)
  }

  func removeCalendarFeed(of account: AccountID) throws {
    try note("removeCalendarFeed")
    try base.removeCalendarFeed(of: account)
  }
}

extension WatchedTransaction {
  func hasCounted(_ blob: String, for account: AccountID) throws -> Bool {
    try note("hasCounted")
    return try base.hasCounted(blob, for: account)
  }

  func countedBytes(of account: AccountID) throws -> Int64 {
    try note("countedBytes")
    return try base.countedBytes(of: account)
  }
}

extension WatchedTransaction {
  func count(_ blob: String, byteCount: Int64, for account: AccountID) throws {
    try note("count")
    try base.count(blob, byteCount: byteCount, for: account)
  }

  func uncount(_ blob: String, for account: AccountID) throws {
    try note("uncount")
    try base.uncount(blob, for: account)
  }

  func uncount(_ blob: String) throws {
    try note("uncount")
    try base.uncount(blob)
  }
}

extension WatchedTransaction {
  func deletedContent(before time: HybridTime, after: DeletedContent.Cursor?, limit: Int) throws
    -> [DeletedContent]
  {
    try note("deletedContent")
    return try base.deletedContent(before: time, after: after, limit: limit)
  }

  func removeContent(of place: RecordPlace, keeping registers: Registers) throws {
    try note("removeContent", zones: [place.zone])
    try base.removeContent(of: place, keeping: registers)
  }

  func rewriteLog(_ entry: StoredHistory) throws {
    try note("rewriteLog", zones: [entry.entry.zone])
    try base.rewriteLog(entry)
  }

  func entries(of zone: ZoneID, naming table: String) throws -> [Int64] {
    try note("entriesNaming", zones: [zone])
    return try base.entries(of: zone, naming: table)
  }

  func committedAt(_ zone: ZoneID, _ sequence: Int64) throws -> Int64? {
    try note("committedAt")
    return try base.committedAt(zone, sequence)
  }
}

extension WatchedTransaction {
  func deletedZone(_ id: ZoneID) throws -> DeletedZone? {
    try note("deletedZone", zones: [id])
    return try base.deletedZone(id)
  }

  func deletedZones(ownedBy account: AccountID) throws -> [DeletedZone] {
    try note("deletedZones")
    return try base.deletedZones(ownedBy: account)
  }

  func deletedZones(before moment: Int64) throws -> [ZoneID] {
    try note("deletedZones")
    return try base.deletedZones(before: moment)
  }

  func records(of zone: DeletedZone) throws -> [HubRecord] {
    try note("records", zones: [zone.zone])
    return try base.records(of: zone)
  }

  func liveCounts(of zone: ZoneID) throws -> [String: Int] {
    try note("liveCounts", zones: [zone])
    return try base.liveCounts(of: zone)
  }
}

extension WatchedTransaction {
  func putDeletedZone(_ zone: DeletedZone) throws {
    try note("putDeletedZone", zones: [zone.zone])
    try base.putDeletedZone(zone)
  }

  func removeDeletedZone(_ id: ZoneID) throws {
    try note("removeDeletedZone", zones: [id])
    try base.removeDeletedZone(id)
  }

  func purgeRecords(of zone: DeletedZone, limit: Int) throws -> Bool {
    try note("purgeRecords", zones: [zone.zone])
    return try base.purgeRecords(of: zone, limit: limit)
  }
}

extension WatchedTransaction {
  func sharingFlag() throws -> SharingFlag? {
    try note("sharingFlag")
    return try base.sharingFlag()
  }

  func sharingFlags(limit: Int) throws -> [SharingFlag] {
    try note("sharingFlags")
    return try base.sharingFlags(limit: limit)
  }

  func planMode() throws -> PlanMode {
    try note("planMode")
    return try base.planMode()
  }

  func plan(of account: AccountID) throws -> Plan? {
    try note("plan")
    return try base.plan(of: account)
  }

  func plans() throws -> [Plan] {
    try note("plans")
    return try base.plans()
  }
}

extension WatchedTransaction {
  func add(_ flag: SharingFlag, keeping kept: Int) throws {
    try note("add")
    try base.add(flag, keeping: kept)
  }

  func setPlanMode(_ mode: PlanMode) throws {
    try note("setPlanMode")
    try base.setPlanMode(mode)
  }

  func putPlan(_ plan: Plan) throws {
    try note("putPlan")
    try base.putPlan(plan)
  }

  func removePlan(of account: AccountID) throws {
    try note("removePlan")
    try base.removePlan(of: account)
  }
}

extension WatchedTransaction {
  func history(of zone: ZoneID, at sequence: Int64) throws -> StoredHistory? {
    try note("history", zones: [zone])
    return try base.history(of: zone, at: sequence)
  }

  func changes(of record: RecordPlace, before: Int64, limit: Int) throws -> [Int64] {
    try note("changes", zones: [record.zone])
    return try base.changes(of: record, before: before, limit: limit)
  }
}

extension WatchedTransaction {
  func noteChanges(_ notes: [RecordChangeNote]) throws {
    try note("noteChanges", zones: notes.map(\.place.zone))
    try base.noteChanges(notes)
  }
}

extension WatchedTransaction {
  func invite(_ id: String) throws -> Invite? {
    try note("invite")
    return try base.invite(id)
  }

  func invite(tokenHash: String) throws -> Invite? {
    try note("invite")
    return try base.invite(tokenHash: tokenHash)
  }

  func invites(codeHash: String) throws -> [Invite] {
    try note("invites")
    return try base.invites(codeHash: codeHash)
  }

  func invites(in zone: ZoneID) throws -> [Invite] {
    try note("invites")
    return try base.invites(in: zone)
  }

  func hasRedeemed(_ inviteID: String, account: AccountID) throws -> Bool {
    try note("hasRedeemed")
    return try base.hasRedeemed(inviteID, account: account)
  }
}

extension WatchedTransaction {
  func putInvite(_ invite: Invite) throws {
    try note("putInvite")
    try base.putInvite(invite)
  }

  func putRedemption(of inviteID: String, by account: AccountID, at: Int64) throws {
    try note("putRedemption")
    try base.putRedemption(of: inviteID, by: account, at: at)
  }
}

extension WatchedTransaction {
  func keptAnswer(keyHash: String, of account: AccountID) throws -> KeptAnswer? {
    try note("keptAnswer")
    return try base.keptAnswer(keyHash: keyHash, of: account)
  }
}

extension WatchedTransaction {
  func putKeptAnswer(_ answer: KeptAnswer) throws {
    try note("putKeptAnswer")
    try base.putKeptAnswer(answer)
  }

  func removeKeptAnswer(keyHash: String, of account: AccountID) throws {
    try note("removeKeptAnswer")
    try base.removeKeptAnswer(keyHash: keyHash, of: account)
  }

  func removeKeptAnswers(before oldest: Int64) throws {
    try note("removeKeptAnswers")
    try base.removeKeptAnswers(before: oldest)
  }

  func trimKeptAnswers(of account: AccountID, maxCount: Int, maxBytes: Int) throws {
    try note("trimKeptAnswers")
    try base.trimKeptAnswers(of: account, maxCount: maxCount, maxBytes: maxBytes)
  }
}

extension WatchedTransaction {
  func scanTexts(
    of zone: ZoneID, registers: [String: [String]],
    _ body: (_ table: String, _ record: RecordID, _ texts: [String?]) throws -> Void
  ) throws {
    try note("scanTexts")
    try base.scanTexts(of: zone, registers: registers, body)
  }
}

extension WatchedTransaction {
  func notices(of account: AccountID) throws -> [AccountNotice] {
    try note("notices")
    return try base.notices(of: account)
  }

  func zoneCopy(ofNotice id: String, of account: AccountID) throws -> ZoneCopy? {
    try note("zoneCopy")
    return try base.zoneCopy(ofNotice: id, of: account)
  }
}

extension WatchedTransaction {
  func putNotice(_ notice: AccountNotice, for account: AccountID, copy: String?) throws {
    try note("putNotice", accounts: [account])
    try base.putNotice(notice, for: account, copy: copy)
  }

  func removeNotice(_ id: String, of account: AccountID) throws {
    try note("removeNotice", accounts: [account])
    try base.removeNotice(id, of: account)
  }

  func trimNotices(of account: AccountID, to count: Int) throws {
    try note("trimNotices", accounts: [account])
    try base.trimNotices(of: account, to: count)
  }

  func putZoneCopy(_ copy: ZoneCopy) throws {
    try note("putZoneCopy", zones: [copy.zone])
    try base.putZoneCopy(copy)
  }

  func putZoneCopyPart(
    _ bytes: [UInt8], _ part: Int, ofCopy id: String, of zone: ZoneID, now: Int64
  ) throws {
    try note("putZoneCopyPart")
    try base.putZoneCopyPart(bytes, part, ofCopy: id, of: zone, now: now)
  }

  func removeZoneCopyPart(of zone: ZoneID, besides copy: String) throws -> Bool {
    try note("removeZoneCopyPart")
    return try base.removeZoneCopyPart(of: zone, besides: copy)
  }

  func trimZoneCopyParts(putBefore: Int64, count: Int) throws -> Int {
    try note("trimZoneCopyParts")
    return try base.trimZoneCopyParts(putBefore: putBefore, count: count)
  }

  func trimZoneCopies(now: Int64, perZone count: Int) throws {
    try note("trimZoneCopies")
    try base.trimZoneCopies(now: now, perZone: count)
  }
}

extension WatchedTransaction {
  func pendingJoin(_ id: String, of account: AccountID) throws -> KeptJoin? {
    try note("pendingJoin")
    return try base.pendingJoin(id, of: account)
  }

  func pendingJoins(of account: AccountID) throws -> [KeptJoin] {
    try note("pendingJoins")
    return try base.pendingJoins(of: account)
  }
}

extension WatchedTransaction {
  func putPendingJoin(_ join: KeptJoin) throws {
    try note("putPendingJoin")
    try base.putPendingJoin(join)
  }

  func removePendingJoin(_ id: String, of account: AccountID) throws {
    try note("removePendingJoin")
    try base.removePendingJoin(id, of: account)
  }

  func trimPendingJoins(of account: AccountID, to count: Int, keeping kept: String) throws {
    try note("trimPendingJoins")
    try base.trimPendingJoins(of: account, to: count, keeping: kept)
  }

  func removePendingJoins(endedBy moment: Int64) throws {
    try note("removePendingJoins")
    try base.removePendingJoins(endedBy: moment)
  }
}
