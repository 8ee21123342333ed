import Hub
import SyncProtocol
import TestSupport
import Testing

@Suite struct SharingGateTests {
  private func shared() throws -> (SyncWorld, ann: SyncDevice, home: ZoneID) {
    let world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    return (world, ann, home)
  }

  private func set(
    _ world: SyncWorld, _ state: SharingFlag.State, percent: Int? = nil, names: [String]? = nil
  ) throws {
    try world.hub.changeSharingFlag(
      SharingFlagChange(state: state, percent: percent, names: names), by: .commandLine)
  }

  @Test("S1-8.1-f S1-2.1-gate-a A18 who is in a cohort follows from the account alone")
  func cohort() {
    let accounts = (0..<2000).map { "account-\($0)" }
    let places = accounts.map(SharingFlag.place)
    #expect(places.allSatisfy { (0..<100).contains($0) })
    // The first 32 bits of the SHA-256 of "sharedHomesEnabled " and the id, modulo 100, worked out
    // by another program: a different rule would take people out of a cohort that they are in.
    #expect(SharingFlag.place(of: "account-0") == 59)
    #expect(SharingFlag.place(of: "account-1") == 34)
    #expect(SharingFlag.place(of: "ann") == 75)
    #expect(SharingFlag.place(of: "0197769a-90b9-78d6-b7cc-3406b4d24e0a") == 56)
    func members(_ percent: Int) -> Set<String> {
      let flag = SharingFlag(state: .cohort, percent: percent)
      return Set(accounts.filter(flag.includes))
    }
    #expect(members(0).isEmpty && members(100).count == accounts.count)
    #expect(members(10).isSubset(of: members(25)))
    #expect((350...650).contains(members(25).count))
    #expect(SharingFlag(state: .cohort, percent: 0, listed: ["ann"]).includes("ann"))
  }

  @Test("a hub ships with sharing open, and a change that changes nothing is no version")
  func shipsOpen() throws {
    let (world, _, home) = try shared()
    #expect(try world.hub.sharingFlag() == SharingFlag())
    #expect(try world.hub.sharingNews(for: "ann").canInvite)
    try set(world, .open)
    #expect(try world.hub.sharingFlag().version == 0)
    #expect(throws: Never.self) { try world.invite(to: home, by: "ann") }
  }

  @Test("S1-8.1-f a version says who changed what, and when")
  func history() throws {
    let (world, _, _) = try shared()
    try set(world, .cohort, percent: 5, names: ["bob"])
    world.now += 1000
    try set(world, .closed)
    let versions = try world.hub.sharingFlags()
    #expect(versions.map(\.version) == [2, 1])
    #expect(versions.map(\.state) == [.closed, .cohort])
    #expect(versions.map(\.listed) == [["bob"], ["bob"]])
    #expect(versions[0].changedAt == versions[1].changedAt + 1000)
    #expect(throws: AccountError.notAllowed) {
      try world.hub.changeSharingFlag(.init(state: .open), by: .account("bob"))
    }
    #expect(throws: GateError.noSuchAccount("dee")) { try set(world, .cohort, names: ["dee"]) }
    #expect(throws: GateError.percentOutOfRange) { try set(world, .cohort, percent: 101) }
    #expect(try world.hub.sharingFlag().version == 2)
  }

  @Test("S1-8.1-a D-GAT-6 the cohort decides who invites; whoever they invite may join")
  func cohortInvites() throws {
    let (world, _, home) = try shared()
    try set(world, .cohort, percent: 0, names: ["ann"])
    let invite = try world.invite(to: home, by: "ann")
    #expect(try !world.hub.sharingNews(for: "bob").canInvite)
    _ = try world.hub.preview(inviteID: invite, viewer: "bob")
    try world.hub.redeem(inviteID: invite, by: "bob")
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    // An owner outside of it invites nobody, and nobody joins by what they have made before.
    let open = try world.invite(to: home, by: "ann")
    try set(world, .cohort, percent: 0, names: ["cyd"])
    #expect(throws: InviteError.switchedOff) { try world.invite(to: home, by: "ann") }
    #expect(throws: InviteError.switchedOff) { try world.hub.redeem(inviteID: open, by: "cyd") }
    #expect(throws: InviteError.switchedOff) {
      try world.hub.preview(inviteID: open, viewer: "cyd")
    }
  }

  @Test("S1-8.1-g closed: nobody new, and what is shared goes on as before")
  func closed() throws {
    let (world, _, home) = try shared()
    try world.admit("bob", to: home, by: "ann")
    let bob = try world.device("bob")
    try bob.sync()
    try set(world, .closed)
    #expect(throws: InviteError.switchedOff) { try world.invite(to: home, by: "ann") }
    #expect(throws: InviteError.switchedOff) {
      try world.hub.offerOwnership(of: home, to: "bob", by: "ann")
    }
    try bob.addItem("kettle", in: home)
    try bob.sync()
    #expect(try bob.pendingCount == 0 && bob.refusals.isEmpty)
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    try world.hub.setRole(.readWrite, of: "bob", in: home, by: "ann")
  }

  @Test("S1-2.1-gate-c killed: nothing is given, everything can be taken back")
  func killed() throws {
    let (world, _, home) = try shared()
    try world.admit("bob", to: home, by: "ann", as: .readOnly)
    try world.admit("cyd", to: home, by: "ann")
    let open = try world.invite(to: home, by: "ann")
    try world.hub.offerOwnership(of: home, to: "cyd", by: "ann")
    let offer = try #require(
      try world.store.read { try $0.notices(of: "cyd") }.first { $0.kind == .ownershipOffered })
    try set(world, .killed)
    #expect(throws: InviteError.switchedOff) {
      try world.hub.setRole(.readWrite, of: "bob", in: home, by: "ann")
    }
    #expect(throws: InviteError.switchedOff) {
      try world.hub.acceptOwnership(notice: offer.id, by: "cyd")
    }
    try world.hub.setRole(.readOnly, of: "cyd", in: home, by: "ann")
    try world.hub.withdrawOffer(of: home, to: "cyd", by: "ann")
    try world.hub.revokeInvite(open, by: "ann")
    try world.hub.remove("bob", from: home, by: "bob")
    try world.hub.stopSharing(home, by: "ann")
    #expect(try world.store.read { try $0.grants(in: home).count } == 1)
  }

  @Test("I1-3 hiding goes with a pause, is kept by one that does not say, and ends with any other")
  func hiding() throws {
    let (world, ann, home) = try shared()
    try world.admit("bob", to: home, by: "ann")
    func change(_ state: SharingFlag.State, _ hides: Bool? = nil) throws -> Bool {
      try world.hub.changeSharingFlag(.init(state: state, hidesShared: hides), by: .commandLine)
        .hidesShared
    }
    #expect(try !change(.closed, true))
    #expect(try !change(.killed))
    #expect(try change(.killed, true))
    #expect(try change(.killed))
    #expect(try world.hub.hidesShared && world.hub.isPaused)
    let news = try world.hub.sharingNews(for: "ann")
    #expect(news.isPaused && news.hidesShared)
    #expect(try world.hub.hidesZones(of: "ann"))
    #expect(try SharingNews(wireBytes: news.wireBytes) == news)
    // Who does not know the field, or whose hub does not, hides nothing.
    let old = #"{"version":1,"invite":false,"join":false,"paused":true}"#
    #expect(try !SharingNews(wireBytes: Array(old.utf8)).hidesShared)
    #expect(try !change(.open, true))
    #expect(try !world.hub.hidesShared && !world.hub.hidesZones(of: "ann"))
    try ann.sync()
    #expect(try world.value("name", of: home, in: home) == "Flat")
  }

  @Test("I1-4 a hub that was started with sharing off is closed, and stays killed when it is")
  func startSwitch() throws {
    let (world, _, home) = try shared()
    let now = world.now
    let hub = Hub(
      store: world.store, schema: world.schema, isSharingOpen: false, now: { now })
    #expect(try !hub.sharingNews(for: "ann").canInvite && !hub.isPaused)
    #expect(throws: InviteError.switchedOff) {
      try hub.offerOwnership(of: home, to: "bob", by: "ann")
    }
    try hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    #expect(try hub.isPaused)
  }
}
