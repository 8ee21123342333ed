import Hub
import SyncProtocol

/// The zones that nobody shares: each account has one, where the subject keeps something in it.
extension Simulation {
  static func personalZone(of account: AccountID) -> ZoneID { UUIDs.v5("personal", account) }

  func isPersonal(_ zone: ZoneID) -> Bool {
    accounts.contains { Self.personalZone(of: $0) == zone }
  }

  /// Makes them with their accounts, as signing up does.
  func makePersonalZones() throws {
    guard subject.hasPersonalZones else { return }
    for account in accounts {
      try trace("account", account, Self.personalZone(of: account))
      try store.write { writer in
        guard let found = try writer.account(account) else { return }
        try hub.createPersonalZone(for: found, writer: writer)
      }
    }
    zones.formUnion(accounts.map(Self.personalZone))
    try oracle.reset(zones: zones.sorted())
  }
}
