import Foundation
import Household
import SQLite
import SyncProtocol

extension HomeSettingsPage.Sharing {
  /// Who has a home and who is invited, as the hub last said: the page works without it, too.
  init(home: ZoneID, _ role: Role, _ reader: PageReader) throws {
    let members = try reader.connection.query(
      """
      SELECT accountID, name, role, joinedAt FROM participants WHERE zoneID = ?
        ORDER BY role <> 'owner', name, accountID
      """, .text(home)
    ) { row in
      Member(
        PersonBadge(id: row.text(0), name: row.text(1)),
        role: Role(Grant(rawValue: row.text(2)) ?? .readOnly),
        isYou: row.text(0) == reader.accountID, joinedAt: Date(milliseconds: row.integer(3)))
    }
    let invites = role == .owner ? try HomeSettingsPage.Invite.open(home: home, reader) : []
    self.init(members: members, invites: invites)
  }
}

extension HomeSettingsPage.Access {
  /// - Parameter news: `nil` when the hub has not said so lately.
  init(_ news: SharingNews?) {
    guard let news else {
      self = .unknown
      return
    }
    if news.isPaused {
      self = .paused
    } else if !news.canInvite {
      self = .switchedOff
    } else {
      self = news.needsPlan ? .needsPlan : .open
    }
  }
}

extension HomeSettingsPage.Sharing {
  /// What only the hub knows: for whom invites are and whether they allow merges, and to whom the
  /// home is offered.
  mutating func add(_ share: Share) {
    let open = share.invites.reduce(into: [:]) { $0[$1.id] = $1 }
    let offered = Set(share.members.filter(\.isOffered).map(\.account))
    for index in invites.indices {
      guard let invite = open[invites[index].id] else { continue }
      (invites[index].boundTo, invites[index].isApart) = (invite.boundTo, !invite.allowsMerge)
    }
    for index in members.indices {
      members[index].isOffered = offered.contains(members[index].person.id)
    }
  }
}

extension Member {
  /// On a device the page is there without the hub's answer, and does not wait for long.
  private static let shareSeconds = 2

  /// What the hub says of a home of one's own that is shared; `nil` when it cannot be asked now.
  func share(of home: ZoneID) async throws -> Share? {
    guard canAskHub, try await owns(home) else { return nil }
    // Without its answer the page says less; of a home that nobody shares there is none.
    if app.door.device == nil { return try? await hub.share(of: home) }
    return await withTaskGroup(of: Share?.self) { [hub] group in
      // The same here.
      group.addTask { try? await hub.share(of: home) }
      group.addTask {
        // Only a cancellation ends it early: the answer came first.
        try? await Task.sleep(for: .seconds(Self.shareSeconds))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  func owns(_ home: ZoneID) async throws -> Bool {
    let account = accountID
    return try await read { connection in
      let people = try Participant.all(home: home, in: connection)
      return people.contains { $0.accountID == account && $0.role == .owner }
    }
  }
}

extension HomeSettingsPage.Invite {
  /// The invites to a home that still work, the newest first.
  static func open(home: ZoneID, _ reader: PageReader) throws -> [HomeSettingsPage.Invite] {
    try reader.connection.query(
      """
      SELECT id, role, usedCount, maxUses, expiresAt, createdAt FROM invites
        WHERE zoneID = ? AND revokedAt IS NULL AND expiresAt > ? AND usedCount < maxUses
        ORDER BY createdAt DESC, id
      """, .text(home), .integer(reader.hubNow)
    ) { row in
      HomeSettingsPage.Invite(
        id: row.text(0), role: Role(Grant(rawValue: row.text(1)) ?? .readOnly),
        usedCount: Int(row.integer(2)), maxUses: Int(row.integer(3)),
        expiresAt: Date(milliseconds: row.integer(4)), madeAt: Date(milliseconds: row.integer(5)))
    }
  }
}
