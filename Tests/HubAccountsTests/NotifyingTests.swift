import Hub
import HubSQLite
import SyncProtocol
import Testing

/// Switches, what an account was told, and mail.
@Suite struct NotifyingTests {
  /// Sets an address; returns the secrets of its first mail.
  private func address(
    _ text: String, of id: AccountID, _ accounts: Accounts
  ) throws -> (confirm: String, stop: String) {
    try accounts.setMailAddress(text, of: id) { ("Confirm", $0, $1) }
    let mail = try #require(try accounts.dueMail(limit: 10).first { $0.address == text })
    return (mail.body, mail.stopLink)
  }

  @Test(
    "only a plain address is taken",
    arguments: [
      ("ana@home.example", true), ("a.b+c@mail.home.example", true), ("ana", false),
      ("ana@", false), ("@home", false), ("a@b@c", false), ("ana@home\r\nBcc: x", false),
      ("ana @home", false), ("<ana@home>", false), ("ana,ben@home", false), ("a..b@home", false),
      ("ana@home.", false), ("añа@home.example", false), ("", false), ("-x@home", false),
    ])
  func addresses(_ text: String, _ isTaken: Bool) {
    #expect(MailAddress.isValid(text) == isTaken)
  }

  @Test(
    "an address gets no mail but the first before it is confirmed, and none after it is removed")
  func confirming() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let (confirm, stop) = try address("ann@home.example", of: ann.id, accounts)
    try #expect(accounts.mailAddresses(after: nil, limit: 10).addresses.isEmpty)
    try #expect(!accounts.confirmMailAddress(stop) && !accounts.confirmMailAddress(""))
    try #expect(accounts.confirmMailAddress(confirm))
    // It is used up.
    try #expect(!accounts.confirmMailAddress(confirm))
    let found = try #require(try accounts.mailAddresses(after: nil, limit: 10).addresses.first)
    try #expect(
      accounts.queueMail(
        to: found, subject: "News", body: "b", stopLink: stop,
        about: [Told(id: "x", at: 1, isMailed: true)]))
    try #expect(accounts.dueMail(limit: 10).count == 2)
    try #expect(!accounts.stopMail(confirm))
    try #expect(accounts.stopMail(stop))
    try #expect(accounts.dueMail(limit: 10).isEmpty)
    try #expect(
      !accounts.queueMail(to: found, subject: "News", body: "b", stopLink: stop, about: []))
  }

  @Test("an account is told once: what was mailed or seen stays so")
  func told() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann").id
    try accounts.putTold([Told(id: "a", at: 1, isMailed: true)], of: ann)
    try accounts.putTold([Told(id: "a", at: 1, isSeen: true)], of: ann)
    try #expect(accounts.told(of: ann) == [Told(id: "a", at: 1, isSeen: true, isMailed: true)])
    let many = (0..<(Told.maxPerAccount + 20)).map { Told(id: "n\($0)", at: Int64($0) + 10) }
    try accounts.putTold(many, of: ann)
    let kept = try accounts.told(of: ann)
    #expect(kept.count == Told.maxPerAccount && !kept.contains { $0.id == "a" })
    // Another account's are its own.
    try #expect(accounts.told(of: "nobody").isEmpty)
  }

  @Test("a mail that is not taken waits longer each time, and is given up after days")
  func waiting() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann").id
    _ = try address("ann@home.example", of: ann, accounts)
    var waits: [Int64] = []
    while let mail = try accounts.dueMail(limit: 1).first {
      try accounts.noteMail(mail, problem: "away")
      try #expect(accounts.dueMail(limit: 1).isEmpty)
      guard try accounts.mailState().waiting == 1 else { break }
      let next = try #require(
        try hub.store.connection.first("SELECT nextAt FROM mails") { $0.integer(0) })
      waits.append(next - hub.now)
      hub.advance(seconds: (next - hub.now) / 1000)
    }
    #expect(waits.count > 6 && zip(waits, waits.dropFirst()).allSatisfy { $0 <= $1 })
    let state = try accounts.mailState()
    #expect(
      state
        == MailState(waiting: 0, sent: 0, failed: 1, problem: "away", lastFailedAt: hub.now))
  }

  @Test("a mail that the server refuses is given up at once, one that it takes is sent")
  func ends() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann").id
    _ = try address("ann@home.example", of: ann, accounts)
    try accounts.noteMail(
      #require(try accounts.dueMail(limit: 1).first), problem: "550", isFinal: true)
    try #expect(accounts.mailState().failed == 1)
    _ = try address("ann2@home.example", of: ann, accounts)
    try accounts.noteMail(#require(try accounts.dueMail(limit: 1).first), problem: nil)
    try #expect(accounts.mailState().sent == 1)
    // No text is kept of either.
    let bodies = try hub.store.connection.query("SELECT body FROM mails") { $0.text(0) }
    #expect(bodies == ["", ""])
  }

  @Test("when a mail was sent last, and when one could not be, stays known while mails are kept")
  func times() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let (ann, bob) = (try accounts.add("ann").id, try accounts.add("bob").id)
    #expect(try accounts.mailState().lastSentAt == nil)
    #expect(try accounts.mailState().lastFailedAt == nil)
    _ = try address("ann@home.example", of: ann, accounts)
    // The server was down when it was due.
    hub.advance(seconds: 500)
    let sentAt = hub.now
    try accounts.noteMail(#require(try accounts.dueMail(limit: 1).first), problem: nil)
    _ = try address("bob@home.example", of: bob, accounts)
    var failedAt: [Int64] = []
    for _ in 0..<3 {
      hub.advance(seconds: 3600)
      failedAt.append(hub.now)
      try accounts.noteMail(#require(try accounts.dueMail(limit: 1).first), problem: "away")
      hub.advance(seconds: 7)
      try #expect(accounts.mailState().lastFailedAt == failedAt.last)
    }
    // The address is removed, what was tried stays.
    try accounts.removeMailAddress(of: bob)
    let state = try accounts.mailState()
    #expect(state.lastFailedAt == failedAt.last && state.lastSentAt == sentAt)
  }

  @Test("no more mails go to an account than a day allows")
  func daily() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann").id
    for _ in 0..<Accounts.maxUnconfirmedMailsPerDay {
      try accounts.setMailAddress("ann@home.example", of: ann) { ("Confirm", $0, $1) }
    }
    #expect(throws: MailAddressError.tooMany) {
      try accounts.setMailAddress("ann@home.example", of: ann) { ("Confirm", $0, $1) }
    }
    hub.advance(seconds: 86_401)
    try accounts.setMailAddress("ann@home.example", of: ann) { ("Confirm", $0, $1) }
  }
}
