import Hub
import SyncProtocol
import TestSupport
import Testing

@Suite struct WrongCodeTests {
  /// Ann and Bob have homes of their own and invite to them; Cyd does not.
  private struct Guessed {
    let world: SyncWorld
    let invitations: Invitations
    let (homes, codes): ([AccountID: ZoneID], [AccountID: String])

    init() throws {
      world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
      invitations = Invitations(
        hub: world.hub, codeKey: [UInt8](repeating: 7, count: Invitations.codeKeyBytes))
      var (homes, codes): ([AccountID: ZoneID], [AccountID: String]) = ([:], [:])
      for account in ["ann", "bob", "cyd"] {
        let device = try world.device(account)
        homes[account] = try device.addHome("Home of \(account)")
        try device.sync()
      }
      for account in ["ann", "bob"] {
        codes[account] = try invitations.issue(
          InviteRequest(
            zone: homes[account] ?? "", role: .readWrite, maxUses: account == "bob" ? 1 : 2,
            boundTo: account == "bob" ? "cyd" : nil), by: account
        ).code
      }
      (self.homes, self.codes) = (homes, codes)
    }

    /// Tries as many codes that no invite has, each from another address.
    func guess(_ count: Int, by account: AccountID? = nil) {
      for number in 0..<count {
        world.now += 1000
        #expect(throws: InviteError.unknown) {
          try invitations.find(
            .code("ZZZ-9999"), by: account, address: "10.0.\(world.now % 250).\(number)")
        }
      }
    }

    func told(_ account: AccountID) throws -> [AccountNotice] {
      try world.hub.notices(of: account).filter { $0.kind == .codeGuessed }
    }
  }

  @Test(
    "who has made an invite that works is told once a day that codes are tried, and nobody else")
  func told() throws {
    let guessed = try Guessed()
    let few = Invitations.guessesUntilTold - 1
    guessed.guess(few)
    // What cannot be a code, and the codes of invites, are no guesses.
    #expect(throws: InviteError.unknown) {
      try guessed.invitations.find(.code("hello"), by: nil, address: "10.1.1.1")
    }
    for code in guessed.codes.values {
      _ = try guessed.invitations.find(.code(code), by: "cyd", address: "10.1.1.2")
    }
    #expect(try guessed.told("ann").isEmpty)
    guessed.guess(1)
    let notice = try #require(try guessed.told("ann").first)
    #expect(notice.zone == guessed.homes["ann"] && notice.title == "Home of ann")
    #expect(notice.person.isEmpty && notice.personID.isEmpty && notice.kind.since == 5)
    // Bob's invite is for Cyd alone, and Cyd has made none.
    #expect(try guessed.told("bob").isEmpty && guessed.told("cyd").isEmpty)
    guessed.guess(2 * few)
    #expect(try guessed.told("ann").count == 1)
    // The code goes on working.
    let found = try guessed.invitations.find(
      .code(guessed.codes["ann"] ?? ""), by: "cyd", address: "10.1.1.3")
    try guessed.world.hub.redeem(inviteID: found.id, by: "cyd")
  }

  @Test("who makes an invite after others have been told is told, too, while codes are tried on")
  func later() throws {
    let guessed = try Guessed()
    guessed.guess(Invitations.guessesUntilTold)
    let home = try #require(guessed.homes["cyd"])
    _ = try guessed.invitations.issue(
      InviteRequest(zone: home, role: .readOnly, lifeSeconds: 7 * 86_400), by: "cyd")
    #expect(try guessed.told("cyd").isEmpty)
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("cyd").count == 1 && guessed.told("ann").count == 1)
    guessed.world.now += 24 * 3_600_000
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("cyd").count == 2)
  }

  @Test("more people are told than one transaction holds, each once")
  func many() throws {
    let guessed = try Guessed()
    let home = try #require(guessed.homes["ann"])
    let others = (0..<250).map { "p\($0)" }
    try guessed.world.store.write { writer in
      for other in others {
        try writer.putGrant(
          HubGrant(zone: home, account: other, role: .readWrite, grantID: "hub.\(other)"))
        for number in 0..<2 {
          try writer.putInvite(
            Invite(
              id: "\(other) \(number)", zone: home, role: .readOnly, createdBy: other,
              createdAt: guessed.world.now, expiresAt: guessed.world.now + 86_400_000, maxUses: 1,
              tokenHash: "t\(other) \(number)", codeHash: "c\(other) \(number)"))
        }
      }
    }
    guessed.guess(Invitations.guessesUntilTold)
    for other in others + ["ann"] { #expect(try guessed.told(other).count == 1) }
  }

  @Test("one account that guesses is told of before its limit stops it; two that mistype are not")
  func ofOne() throws {
    let guessed = try Guessed()
    let few = Invitations.guessesOfOneUntilTold - 1
    guessed.guess(few / 2, by: "mia")
    guessed.guess(few / 2, by: "cyd")
    guessed.guess(few - few / 2, by: "mia")
    #expect(try guessed.told("ann").isEmpty)
    guessed.guess(1, by: "mia")
    #expect(try guessed.told("ann").count == 1)
    #expect(try guessed.told("bob").isEmpty)
  }

  @Test("wrong codes of more than an hour ago count no longer, nor does an invite that is over")
  func over() throws {
    let guessed = try Guessed()
    for _ in 0..<3 {
      guessed.guess(Invitations.guessesUntilTold / 2)
      guessed.world.now += 3_600_000
    }
    #expect(try guessed.told("ann").isEmpty)
    let invite = try #require(
      try guessed.world.store.read { try $0.invites(in: guessed.homes["ann"] ?? "") }.first)
    try guessed.world.hub.revokeInvite(invite.id, by: "ann")
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("ann").isEmpty)
  }

  @Test("a clock that is set back neither tells people again and again nor keeps them untold")
  func clockSetBack() throws {
    let guessed = try Guessed()
    let start = guessed.world.now
    guessed.guess(Invitations.guessesUntilTold - 1)
    // Those tried at a time that has not come count no longer.
    guessed.world.now = start - 10 * 3_600_000
    guessed.guess(1)
    #expect(try guessed.told("ann").isEmpty)
    guessed.guess(Invitations.guessesUntilTold - 1)
    #expect(try guessed.told("ann").count == 1)
    // That somebody was told tomorrow does not keep them from being told today.
    guessed.world.now = start - 20 * 3_600_000
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("ann").count == 2)
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("ann").count == 2)
  }

  @Test("who is no longer in the home to which they have invited is told nothing")
  func left() throws {
    let guessed = try Guessed()
    let home = try #require(guessed.homes["ann"])
    try guessed.world.store.write { writer in
      try writer.putInvite(
        Invite(
          id: "cyd's", zone: home, role: .readOnly, createdBy: "cyd",
          createdAt: guessed.world.now, expiresAt: guessed.world.now + 86_400_000, maxUses: 1,
          tokenHash: "cyd's token", codeHash: "cyd's code"))
    }
    guessed.guess(Invitations.guessesUntilTold)
    #expect(try guessed.told("ann").count == 1 && guessed.told("cyd").isEmpty)
  }
}
