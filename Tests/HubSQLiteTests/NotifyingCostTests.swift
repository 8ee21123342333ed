import Hub
import HubSQLite
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What a hub reads to tell somebody of something, and to send mail, costs what is due, and not
/// what was ever told: in the steps that SQLite takes, which are the same on every machine.
@Suite struct NotifyingCostTests {
  /// A hub that has sent many mails and told many accounts of much; five mails are due.
  private static func store(_ count: Int) throws -> HubSQLite {
    let store = try HubSQLite(
      connection: Connection(path: ":memory:"), maxWaitingWrites: 4, makeEpoch: { "e" })
    func mail(_ id: String, _ state: QueuedMail.State, at: Int64) -> QueuedMail {
      QueuedMail(
        id: id, account: "ann", address: "a@b", subject: "s", body: "", stopLink: "l",
        createdAt: at, nextAt: at, state: state)
    }
    try store.write { writer in
      for index in 0..<count {
        let at = Int64(index)
        try writer.putMail(mail("sent\(index)", .sent, at: at))
        try writer.putMail(mail("failed\(index)", .failed, at: at))
        try writer.putMail(mail("later\(index)", .waiting, at: 1_000_000 + at))
        try writer.putNotice(
          AccountNotice(
            id: "n\(index)", kind: .removed, zone: "z", title: "Flat", person: "Ben",
            personID: "ben", at: at), for: "ann", copy: nil)
        try writer.putNotice(
          AccountNotice(
            id: "o\(index)", kind: .removed, zone: "z", title: "Flat", person: "Ben",
            personID: "ben", at: at), for: "other\(index)", copy: nil)
        try writer.putTold(
          [Told(id: "t\(index)", at: at, isSeen: true, isMailed: false)], of: "ann")
        try writer.putTold(
          [Told(id: "t", at: at, isSeen: true, isMailed: false)], of: "other\(index)")
        try writer.putSwitch("app.joined", false, of: "other\(index)")
        try writer.putMailAddress(
          MailAddress(
            account: "other\(index)", address: "a@b", addedAt: 1, confirmedAt: 2, confirmHash: nil,
            stopSecret: "s\(index)"))
      }
      for index in 0..<5 { try writer.putMail(mail("due\(index)", .waiting, at: 500_000)) }
      try writer.putSwitch("app.joined", false, of: "ann")
      // As with each notice that is kept.
      try writer.trimNotices(of: "ann", to: Hub.maxNotices)
    }
    return store
  }

  /// What is looked at, and how much is found.
  private typealias Look = @Sendable (any HubReader) throws -> Int

  private static let looks: [(name: String, count: Int?, look: Look)] = [
    ("mails that are due", 5, { try $0.dueMail(now: 600_000, limit: 20).count }),
    ("a page of addresses", 50, { try $0.mailAddresses(after: nil, limit: 50).count }),
    ("notices", Hub.maxNotices, { try $0.notices(of: "ann").count }),
    ("what was told", Told.maxPerAccount, { try $0.told(of: "ann").count }),
    ("switches", 1, { try $0.switches(of: "ann").count }),
    ("a person's mails of a day", nil, { try $0.mailCount(of: "ann", since: 1_000_590) }),
  ]

  @Test("what is read to tell and to mail costs what is due, not what was ever told")
  func looks() throws {
    let (few, many) = (try Self.store(600), try Self.store(3_000))
    for (name, count, look) in Self.looks {
      let steps = try [few, many].map { store in
        var found = 0
        let steps = try store.connection.steps { found = try store.read { try look($0) } }
        if let count { #expect(found == count, "\(name)") }
        return count == nil ? steps / (found + 1) : steps
      }
      #expect(steps[1] <= steps[0] + steps[0] / 10, "\(name): \(steps)")
    }
  }
}
