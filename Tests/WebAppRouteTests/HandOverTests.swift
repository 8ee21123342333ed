import Hub
import SyncProtocol
import Testing

@testable import SharingWeb
@testable import Web

@Suite("Handing a home over") struct HandOverTests {
  @Test("D-SHR-2 a home changes hands when a member accepts; the old owner edits, both are told")
  func accepted() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    try await hearth.admit(ben, to: flat, of: owner)
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let path = "/homes/\(flat)/settings/people/\(account)/hand-over"
    func roles() throws -> [AccountID: SyncProtocol.Role] {
      try hearth.hub.store.read { try $0.grants(in: flat) }
        .reduce(into: [:]) { $0[$1.account] = $1.role }
    }
    #expect(try await ben.get(path).status == 403)
    #expect(try await owner.get("/homes/\(flat)/settings").main.contains(path))
    #expect(try await owner.get(path).main.contains(catalogue.handOverTitle("Flat", to: "Ben")))
    #expect(try await owner.submit(path).status == 303)
    // Whom the former owner invites is not whom the new one has invited.
    let invite = try await hearth.invite(owner, flat)
    func openInvites() throws -> Int {
      try hearth.hub.store.read { reader in
        try reader.invites(in: flat).count { $0.state(now: Hearth.start) == .active }
      }
    }
    #expect(try openInvites() == 1)
    // Offered is not given.
    #expect(try roles() == [anna: .owner, account: .readWrite])
    let people = try await ben.get("/people").main
    #expect(people.contains("Anna wants to hand Flat over to you"))
    let accept = try #require(people.firstMatch(of: /action="(\/notices\/[^"\/]+\/accept)"/)).1
    #expect(people.contains("name=\"home\" value=\"\(flat)\""))
    let stranger = try await hearth.person("stan")
    try await stranger.get("/account")
    #expect(try await stranger.submit(String(accept), ["home": flat]).status == 410)
    #expect(
      try await ben.submit(String(accept), ["home": flat]).location == "/homes/\(flat)/settings")
    #expect(try roles() == [anna: .readWrite, account: .owner])
    #expect(try openInvites() == 0)
    let late = try await hearth.person("lara")
    try await late.get("/i/\(invite)")
    #expect(try await late.submit("/i/\(invite)").location != "/homes/\(flat)/joined")
    #expect(try roles() == [anna: .readWrite, account: .owner])
    #expect(try await owner.get("/people").main.contains("Ben is now the owner of Flat"))
    #expect(try await !ben.get("/people").main.contains("wants to hand"))
    #expect(try await owner.get("/homes/\(flat)/items/new").status == 200)
    #expect(try await owner.get("/homes/\(flat)/delete").status == 403)
    #expect(try await ben.get("/homes/\(flat)/settings/stop-sharing").status == 200)
    // Pressed once more, in another tab, it is theirs already.
    #expect(
      try await ben.submit(String(accept), ["home": flat]).location == "/homes/\(flat)/settings")
    #expect(try await owner.submit(String(accept), ["home": flat]).status == 410)
    // What the old owner still has open says whose it is to do now.
    for refused in [
      try await owner.submit(path, ["withdraw": "yes"]),
      try await owner.submit(
        "/homes/\(flat)/settings/invites", ["role": "viewer", "hours": "1", "uses": "1"]),
    ] { #expect(refused.status == 403 && refused.main.contains("Only the owner can do this")) }
  }

  @Test("an owner sees to whom a home is offered and can take the offer back")
  func withdrawn() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    try await hearth.admit(ben, to: flat, of: owner)
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let path = "/homes/\(flat)/settings/people/\(account)/hand-over"
    try await owner.get(path)
    try await owner.submit(path)
    let offered = try await owner.get("/homes/\(flat)/settings").main
    #expect(offered.contains(catalogue.offered) && offered.contains("name=\"withdraw\""))
    let people = try await ben.get("/people").main
    let accept = try #require(people.firstMatch(of: /action="(\/notices\/[^"\/]+\/accept)"/)).1
    // Nobody else hears of it, or may take it back.
    #expect(try await !ben.get("/homes/\(flat)/settings").main.contains(catalogue.offered))
    #expect(throws: SharingError.notOwner) {
      try hearth.hub.withdrawOffer(of: flat, to: account, by: account)
    }
    try await owner.get("/homes/\(flat)/settings")
    #expect(try await owner.submit(path, ["withdraw": "yes"]).status == 303)
    let after = try await owner.get("/homes/\(flat)/settings").main
    #expect(!after.contains(catalogue.offered) && after.contains(path))
    let late = try await ben.submit(String(accept), ["home": flat])
    #expect(late.status == 410 && late.main.contains("This offer has ended"))
    #expect(try await !ben.get("/people").main.contains("wants to hand"))
    #expect(try hearth.hub.role(of: anna, in: flat) == .owner)
    // Once more is the same; and it can be offered anew.
    try hearth.hub.withdrawOffer(of: flat, to: account, by: anna)
    try hearth.hub.offerOwnership(of: flat, to: account, by: anna)
    #expect(try hearth.hub.share(of: flat, by: anna).members.map(\.isOffered) == [false, true])
    #expect(
      try hearth.hub.share(of: flat, by: account).members.map(\.isOffered) == [false, false])
    hearth.advance(milliseconds: Hub.offerMilliseconds)
    #expect(try hearth.hub.share(of: flat, by: anna).members.map(\.isOffered) == [false, false])
  }

  @Test("an offer ends after seven days, when its person goes, and at the limit of homes")
  func notAccepted() async throws {
    let hearth = try Hearth(signUps: .open, maxOwnedHomes: 2)
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    _ = try await ben.addHome("Den")
    try await hearth.admit(ben, to: flat, of: owner)
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let hub = hearth.hub
    func offers() throws -> [String] {
      try hub.notices(of: account).filter { $0.kind == .ownershipOffered }.map(\.id)
    }
    func offer() throws -> String {
      try hub.offerOwnership(of: flat, to: account, by: anna)
      let offers = try offers()
      #expect(offers.count == 1)
      return offers.first ?? ""
    }
    #expect(throws: SharingError.notOwner) {
      try hub.offerOwnership(of: flat, to: anna, by: account)
    }
    #expect(throws: SharingError.noSuchParticipant) {
      try hub.offerOwnership(of: flat, to: "nobody", by: anna)
    }
    let late = try offer()
    hearth.advance(milliseconds: Hub.offerMilliseconds)
    #expect(try offers() == [])
    #expect(throws: SharingError.notFound) { try hub.acceptOwnership(notice: late, by: account) }
    let again = try offer()
    try hub.remove(account, from: flat, by: anna)
    // What can no longer be accepted is no longer offered.
    #expect(try offers() == [])
    #expect(throws: SharingError.notFound) { try hub.acceptOwnership(notice: again, by: account) }
    try await hearth.admit(ben, to: flat, of: owner)
    _ = try await ben.addHome("Cabin")
    let full = try offer()
    #expect(throws: SharingError.tooManyOwned) {
      try hub.acceptOwnership(notice: full, by: account)
    }
    #expect(try hub.role(of: anna, in: flat) == .owner)
    #expect(try hub.role(of: account, in: flat) == .readWrite)
  }
}
