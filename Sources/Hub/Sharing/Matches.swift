import SyncProtocol

/// Reading from a store what `Hub.matches` needs.
public protocol MatchReader {
  /// Calls `body` for each live record of a zone in the given tables, ordered by id, with the texts
  /// of the registers named for its table; a value that is not a text is `nil`. One pass over the
  /// zone.
  func scanTexts(
    of zone: ZoneID, registers: [String: [String]],
    _ body: (_ table: String, _ record: RecordID, _ texts: [String?]) throws -> Void
  ) throws
}

extension Invitations {
  /// Which of an account's own names occur in the zone of an invite, and how many records it has:
  /// for somebody who is about to decide whether to join.
  ///
  /// Throws `InviteError`, `AttemptLimits.TooManyAttempts`, and `SharingError.notFound` for a join
  /// that is not the account's.
  public func matches(
    _ request: MatchRequest, by account: AccountID, address: String?
  ) throws -> MatchReply {
    if let seconds = matchLimit.take(account, now: hub.now()) {
      throw AttemptLimits.TooManyAttempts(retryAfterSeconds: seconds)
    }
    let inviteID =
      switch request.subject {
      case .key(let key): try find(key, by: account, address: address).id
      case .join(let id): try hub.inviteID(ofJoin: id, of: account)
      }
    return try hub.matches(inviteID: inviteID, queries: request.queries, by: account)
  }
}

extension Hub {
  func inviteID(ofJoin id: String, of account: AccountID) throws -> String {
    guard let join = try store.read({ try $0.pendingJoin(id, of: account) }) else {
      throw SharingError.notFound
    }
    return join.inviteID
  }

  /// The records of an invite's zone whose registers have the given values, and the number of
  /// records of each countable table. The reply contains no value that the asker has not named.
  ///
  /// Somebody who could not join is refused as by `redeem`. With queries, so is somebody who may
  /// only read (`InviteError.readOnly`), because they could not merge anything (D-INV-20). Throws
  /// `outOfRange` for a register that is not matchable, and for too many queries, values or
  /// matches.
  public func matches(
    inviteID: String, queries: [MatchQuery], by account: AccountID
  ) throws -> MatchReply {
    try checkBounds(of: queries)
    return try store.read { reader in
      guard let invite = try reader.invite(inviteID) else { throw InviteError.unknown }
      guard let zone = try reader.zone(invite.zone), zone.isAlive else {
        throw InviteError.zoneGone
      }
      let role = try reader.grant(in: zone.id, for: account)?.role
      if role == nil { try checkEntry(of: account, by: invite, reader) }
      guard queries.isEmpty || (role ?? invite.role).canWrite else { throw InviteError.readOnly }
      return try find(queries, in: zone, reader)
    }
  }

  /// Throws unless an account outside the zone may join it with the invite.
  private func checkEntry(
    of account: AccountID, by invite: Invite, _ reader: any HubReader
  ) throws {
    if try reader.hasRedeemed(invite.id, account: account) { throw InviteError.alreadyUsedByYou }
    try gate.check(.join, by: account, in: invite.zone, reader)
    try checkUsable(invite)
    guard invite.isFor(accountNamed: try reader.account(account)?.nameKey) else {
      throw InviteError.forOther
    }
  }

  private func checkBounds(of queries: [MatchQuery]) throws {
    var count = 0
    for query in queries {
      guard schema.table(query.table)?.matchable.contains(query.register) == true else {
        throw InviteError.outOfRange
      }
      count += query.values.count
      let isTooLong = query.values.contains { $0.utf8.count > MatchRequest.maxValueBytes }
      if isTooLong { throw InviteError.outOfRange }
    }
    guard queries.count <= MatchRequest.maxQueries, count <= MatchRequest.maxValues else {
      throw InviteError.outOfRange
    }
  }

  private func find(
    _ queries: [MatchQuery], in zone: HubZone, _ reader: any HubReader
  ) throws -> MatchReply {
    var lookups: [String: TableLookup] = [:]
    for table in schema.tables where table.isCounted && table.zoneKinds.contains(zone.kind) {
      lookups[table.name] = TableLookup(parent: table.matchParent)
    }
    for (index, query) in queries.enumerated() {
      lookups[query.table]?.add(query, at: index)
    }
    var results = [[Match]](repeating: [], count: queries.count)
    var found = 0
    try reader.scanTexts(of: zone.id, registers: lookups.mapValues(\.registers)) {
      table, record, texts in
      lookups[table]?.count += 1
      guard let lookup = lookups[table], !texts.isEmpty else { return }
      for (values, text) in zip(lookup.queries, texts) {
        guard let text, let indexes = values[text] else { continue }
        for index in indexes {
          results[index].append(
            Match(value: text, record: record, parent: lookup.parent.flatMap { _ in texts.last! }))
        }
        found += indexes.count
        guard found <= MatchRequest.maxMatches else { throw InviteError.outOfRange }
      }
    }
    return MatchReply(results: results, counts: lookups.mapValues(\.count))
  }
}

/// What is searched for in one table, and how many records it has.
private struct TableLookup {
  let parent: String?
  /// The registers to compare.
  private var names: [String] = []
  /// For each of them, the indexes of the queries that ask for a value.
  private(set) var queries: [[String: [Int]]] = []
  var count = 0

  init(parent: String?) { self.parent = parent }

  /// The registers to read of each record: those to compare and, last, its parent. Empty without
  /// queries.
  var registers: [String] { names.isEmpty ? [] : names + [parent].compactMap { $0 } }

  mutating func add(_ query: MatchQuery, at index: Int) {
    if !names.contains(query.register) {
      names.append(query.register)
      queries.append([:])
    }
    guard let place = names.firstIndex(of: query.register) else { return }
    for value in query.values where queries[place][value]?.last != index {
      queries[place][value, default: []].append(index)
    }
  }
}
