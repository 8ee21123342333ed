import Hub
import SyncProtocol
import TestSupport
import Testing

/// What plans decide, in both modes: the names of the tests are the policy (S1-10-d).
@Suite struct PlanTests {
  private static let day: Int64 = 86_400_000

  private func world(_ mode: PlanMode) throws -> (SyncWorld, home: ZoneID) {
    let world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.hub.setPlanMode(mode)
    return (world, home)
  }

  @Test("S1-10-d plans off: whoever owns a home shares it, and nobody is asked for a plan")
  func off() throws {
    let (world, home) = try world(.off)
    #expect(try world.hub.planMode() == .off)
    #expect(try !world.hub.sharingNews(for: "ann").needsPlan)
    try world.admit("bob", to: home, by: "ann")
    #expect(throws: Never.self) {
      try world.hub.offerOwnership(of: home, to: "bob", by: "ann")
    }
  }

  @Test("X09 S1-10-d plans enforced: beginning to share needs a plan of one's own")
  func enforced() throws {
    let (world, home) = try world(.enforced)
    #expect(try world.hub.sharingNews(for: "ann").needsPlan)
    #expect(throws: InviteError.planRequired) { try world.invite(to: home, by: "ann") }
    try world.hub.givePlan(.household, toAccountNamed: "ann", until: nil)
    #expect(try !world.hub.sharingNews(for: "ann").needsPlan)
    #expect(throws: Never.self) { try world.invite(to: home, by: "ann") }
  }

  @Test("X09 S1-2.1-sub-b S1-10-d plans enforced: joining needs none, and gives none")
  func joining() throws {
    let (world, home) = try world(.enforced)
    try world.hub.givePlan(.household, toAccountNamed: "ann", until: nil)
    try world.admit("bob", to: home, by: "ann")
    let bob = try world.device("bob")
    let own = try bob.addHome("Hut")
    try bob.sync()
    #expect(try world.hub.sharingNews(for: "bob").needsPlan)
    #expect(throws: InviteError.planRequired) { try world.invite(to: own, by: "bob") }
  }

  @Test(
    "D-GAT-5 D-SHR-4 S1-10-d a plan that ends stops no share, and new ones 14 days later"
  )
  func lapse() throws {
    let (world, home) = try world(.enforced)
    try world.hub.givePlan(.household, toAccountNamed: "ann", until: world.now + Self.day)
    try world.admit("bob", to: home, by: "ann")
    world.now += 14 * Self.day
    let invite = try world.invite(to: home, by: "ann")
    world.now += Self.day
    #expect(throws: InviteError.planRequired) { try world.invite(to: home, by: "ann") }
    #expect(throws: InviteError.planRequired) {
      try world.hub.offerOwnership(of: home, to: "bob", by: "ann")
    }
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    try world.hub.revokeInvite(invite, by: "ann")
    #expect(throws: GateError.dateInThePast) {
      try world.hub.givePlan(.household, toAccountNamed: "ann", until: world.now)
    }
  }

  @Test("S1-10-d taking a plan, or switching plans off again, deletes nothing")
  func taken() throws {
    let (world, home) = try world(.enforced)
    try world.hub.givePlan(.household, toAccountNamed: "ann", until: nil)
    try world.admit("bob", to: home, by: "ann")
    try world.hub.takePlan(fromAccountNamed: "ann")
    #expect(try world.hub.plans().isEmpty)
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    try world.hub.setPlanMode(.off)
    #expect(throws: Never.self) { try world.invite(to: home, by: "ann") }
    #expect(throws: GateError.noSuchAccount("dee")) {
      try world.hub.givePlan(.household, toAccountNamed: "dee", until: nil)
    }
  }
}
