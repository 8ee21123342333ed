import Hub
import TestSupport
import Testing

/// How much the devices of one account may send in a minute.
@Suite struct MutationRateTests {
  @Test("an account sends a minute's worth at once, and then as much as comes back")
  func rate() throws {
    let world = try SyncWorld(limits: AccountLimits(maxMutationsPerMinute: 60))
    let hub = world.hub
    #expect(hub.wait(forMutations: 60, of: "ann") == nil)
    #expect(hub.wait(forMutations: 1, of: "ann") == 1)
    #expect(hub.wait(forMutations: 60, of: "bob") == nil)
    world.now += 1000
    #expect(hub.wait(forMutations: 1, of: "ann") == nil)
    #expect(hub.wait(forMutations: 1, of: "ann") == 1)
  }

  @Test("what is larger than a minute's worth goes, and is made up for by waiting")
  func large() throws {
    let world = try SyncWorld(limits: AccountLimits(maxMutationsPerMinute: 60))
    let hub = world.hub
    #expect(hub.wait(forMutations: 90, of: "ann") == nil)
    #expect(hub.wait(forMutations: 1, of: "ann") == 31)
    world.now += 30_000
    #expect(hub.wait(forMutations: 1, of: "ann") == 1)
    world.now += 1000
    #expect(hub.wait(forMutations: 1, of: "ann") == nil)
    #expect(hub.wait(forMutations: 200_000, of: "cyd") == nil)
    #expect(hub.wait(forMutations: 1, of: "cyd") == 60)
  }

  @Test("a clock that is set back gives nothing and keeps nobody waiting for longer")
  func clock() throws {
    let world = try SyncWorld(limits: AccountLimits(maxMutationsPerMinute: 60))
    let hub = world.hub
    #expect(hub.wait(forMutations: 60, of: "ann") == nil)
    world.now -= 86_400_000
    #expect(hub.wait(forMutations: 1, of: "ann") == 1)
    world.now += 1000
    #expect(hub.wait(forMutations: 1, of: "ann") == nil)
  }
}
