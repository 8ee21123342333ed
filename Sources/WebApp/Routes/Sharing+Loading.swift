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
