import Finances
import SQLite
import SyncProtocol
import Web

/// A member of a group by name.
package struct MemberName: Equatable, Sendable, Identifiable {
  package var id: RecordID
  package var name: String
  package var isYou: Bool

  package init(id: RecordID, name: String, isYou: Bool = false) {
    self.id = id
    self.name = name
    self.isYou = isYou
  }

  init(_ member: GroupMember, you account: AccountID) {
    self.init(id: member.id, name: member.details.name, isYou: member.accountID == account)
  }

  package var badge: PersonBadge { PersonBadge(id: id, name: name) }
}

/// The names of the members of a group.
struct MemberNames: Sendable {
  let all: [GroupMember]
  private let byID: [RecordID: MemberName]

  init(of group: ZoneID, _ reader: PageReader) throws {
    try self.init(of: group, you: reader.accountID, reader.connection)
  }

  init(of group: ZoneID, you account: AccountID, _ connection: Connection) throws {
    all = try GroupMember.of(group, in: connection)
    byID = all.reduce(into: [:]) { $0[$1.id] = MemberName($1, you: account) }
  }

  /// A member who is gone has no name; nothing of a group is without its member.
  subscript(_ id: RecordID) -> MemberName { byID[id] ?? MemberName(id: id, name: "") }

  var you: MemberName? { byID.values.first(where: \.isYou) }
}
