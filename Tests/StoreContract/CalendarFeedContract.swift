import Hub
import SyncProtocol
import Testing

/// The contract about the addresses of calendars.
struct CalendarFeedContract {
  static let cases = [
    ContractCase("a feed is found by its hash and its account, replaced and removed") {
      try Self().feeds($0)
    },
    ContractCase("a secret's hash belongs to one account") { try Self().unique($0) },
  ]

  private func feeds(_ factory: StoreFactory) throws {
    try factory.with { store in
      let ann = CalendarFeed(account: "ann", secretHash: "ha", createdAt: 1)
      let ben = CalendarFeed(account: "ben", secretHash: "hb", createdAt: 2, lastUsedAt: 3)
      try store.write { writer in for feed in [ann, ben] { try writer.putCalendarFeed(feed) } }
      try store.read { reader in
        for feed in [ann, ben] {
          try #expect(reader.calendarFeed(secretHash: feed.secretHash) == feed)
          try #expect(reader.calendarFeed(of: feed.account) == feed)
        }
        try #expect(reader.calendarFeed(secretHash: "none") == nil)
        try #expect(reader.calendarFeed(of: "cleo") == nil)
      }
      let new = CalendarFeed(account: "ann", secretHash: "hc", createdAt: 9, lastUsedAt: 10)
      try store.write { try $0.putCalendarFeed(new) }
      try store.read { reader in
        try #expect(reader.calendarFeed(secretHash: "ha") == nil)
        try #expect(reader.calendarFeed(secretHash: "hc") == new)
        try #expect(reader.calendarFeed(of: "ann") == new)
      }
      try store.write { try $0.removeCalendarFeed(of: "ann") }
      try store.read { reader in
        try #expect(reader.calendarFeed(of: "ann") == nil)
        try #expect(reader.calendarFeed(of: "ben") == ben)
      }
    }
  }

  private func unique(_ factory: StoreFactory) throws {
    try factory.with { store in
      func put(_ account: AccountID) throws {
        try store.write {
          try $0.putCalendarFeed(
            CalendarFeed(account: account, secretHash: "h", createdAt: 1))
        }
      }
      try put("ann")
      #expect(throws: (any Error).self) { try put("ben") }
    }
  }
}
