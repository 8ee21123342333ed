import Hub
import SyncProtocol
import TestSupport
import Testing
import Threads

/// What listeners are told of zones that their account has left.
@Suite struct PokeTests {
  /// Bob listens, and is taken out of Ann's home. Returns the pool that reads whose zones are
  /// whose, and what Bob hears.
  private func removed(
    maxWaiting: Int
  ) throws -> (SharedHome, Pokes, ThreadPool, Heard) {
    let shared = try SharedHome()
    let pool = ThreadPool(name: "reading", threads: 0, maxWaiting: maxWaiting)
    let pokes = Pokes(hub: shared.world.hub, pool: pool)
    let heard = Heard()
    heard.subscription = try pokes.listen(as: "bob") { poke in
      heard.pokes.withLock { $0.append(poke) }
    }
    try shared.world.hub.remove("bob", from: shared.home, by: "ann")
    return (shared, pokes, pool, heard)
  }

  /// What a listener has heard. `@unchecked` because the subscription is set once, before anything
  /// is told.
  private final class Heard: @unchecked Sendable {
    let pokes = Lock<[Pokes.Poke]>([])
    var subscription: Pokes.Subscription?

    func take() -> [Pokes.Poke] {
      pokes.withLock { pokes in
        defer { pokes = [] }
        return pokes
      }
    }
  }

  @Test(
    "whoever was removed from a home hears of no change in it, and nobody reads who is where",
    arguments: [0, 1])
  func lost(_ maxWaiting: Int) throws {
    let (shared, pokes, pool, heard) = try removed(maxWaiting: maxWaiting)
    _ = heard.take()
    for name in ["lamp", "sofa"] {
      try shared.ann.addItem(name, in: shared.home)
      try shared.ann.sync()
    }
    let told = heard.take()
    #expect(told.allSatisfy { $0 == .account })
    // Somebody for whom no job waits is told that there may be something.
    #expect(told.isEmpty == (maxWaiting > 0))
    #expect(pool.runNext() == (maxWaiting > 0))
    #expect(!pool.runNext())
    #expect(heard.take() == (maxWaiting > 0 ? [.account] : []))
    withExtendedLifetime(pokes) {}
  }

  @Test("once it was read who is where, an account hears of its own zones alone")
  func own() throws {
    let (shared, pokes, pool, heard) = try removed(maxWaiting: 8)
    while pool.runNext() {}
    _ = heard.take()
    try shared.ann.addItem("lamp", in: shared.home)
    try shared.ann.sync()
    #expect(heard.take().isEmpty)
    try shared.bob.addItem("sofa", in: shared.own)
    try shared.bob.sync()
    let head = try #require(try shared.world.head(of: shared.own))
    #expect(heard.take() == [.zone(shared.own, head: head)])
    withExtendedLifetime(pokes) {}
  }
}
