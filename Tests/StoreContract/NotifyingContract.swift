import Hub
import SyncProtocol
import Testing

/// The contract about switches, what accounts were told, and mail.
struct NotifyingContract {
  static let cases = [
    ContractCase("a switch is one account's, and its last state counts") {
      try Self().switches($0)
    },
    ContractCase("mail is found when it is due, counted, and trimmed once it is done") {
      try Self().mails($0)
    },
  ]

  private func switches(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.putSwitch("app.joined", false, of: "ann")
        try writer.putSwitch("app.joined", true, of: "ann")
        try writer.putSwitch("app.joined", false, of: "ben")
      }
      try store.read { reader in
        try #expect(reader.switches(of: "ann") == ["app.joined": true])
        try #expect(reader.switches(of: "ben") == ["app.joined": false])
      }
    }
  }

  private func mails(_ factory: StoreFactory) throws {
    try factory.with { store in
      func mail(_ id: String, at: Int64) -> QueuedMail {
        QueuedMail(
          id: id, account: "ann", address: "a@b", subject: "s", body: "b", stopLink: "l",
          createdAt: at, nextAt: at)
      }
      var first = mail("m1", at: 10)
      try store.write { [first] writer in
        try writer.putMail(mail("m2", at: 20))
        try writer.putMail(first)
      }
      try store.read { reader in
        try #expect(reader.dueMail(now: 15, limit: 9) == [first])
        try #expect(reader.dueMail(now: 20, limit: 9).map(\.id) == ["m1", "m2"])
        try #expect(reader.dueMail(now: 20, limit: 1).map(\.id) == ["m1"])
        try #expect(reader.mailCount(of: "ann", since: 11) == 1)
      }
      (first.state, first.body) = (.sent, "")
      try store.write { [first] writer in
        try writer.putMail(first)
        // What waits stays, however old it is.
        try writer.trimMail(before: 100)
      }
      try store.read { reader in
        try #expect(reader.dueMail(now: 99, limit: 9).map(\.id) == ["m2"])
        try #expect(
          reader.mailState() == MailState(waiting: 1, sent: 0, failed: 0, problem: ""))
      }
    }
  }
}
