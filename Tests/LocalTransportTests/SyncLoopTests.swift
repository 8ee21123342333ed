import Replica
import SyncProtocol
import SyncTestSupport
import Testing
import Threads

@Suite struct SyncLoopTests {
  @Test("what one device writes comes to another by itself, poked by the hub")
  func converges() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let files = [try hub.replica(account, "laptop"), try hub.replica(account, "phone")]
    // Nothing but pokes and writes ends a rest.
    let loops = files.map { file in
      SyncLoop(
        file: file, transport: hub.transport(account), now: wallClock,
        pause: { _ in try await Task.sleep(for: .seconds(3600)) })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for loop in loops { group.addTask { await loop.run() } }
      let home = try await files[0].write { try $0.addHome("Flat") }
      try await files[1].wait(for: Barrier(zones: [home: 1]), timeoutSeconds: 20)
      #expect(try files[1].homes() == ["Flat"])
      for loop in loops { loop.stop() }
      try await group.waitForAll()
    }
    #expect(loops[1].status.pendingCount == 0)
    guard case .synced = loops[1].status.connection else {
      Issue.record("not synced")
      return
    }
  }

  @Test("a loop goes on when its rest ends and something happens at the same moment")
  func coincidence() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account, "laptop")
    let (rests, woken) = (Lock(0), Lock<SyncLoop?>(nil))
    let (ends, signal) = AsyncStream.makeStream(of: Void.self)
    let loop = SyncLoop(
      file: file, transport: hub.transport(account), now: wallClock,
      pause: { _ in
        let count = rests.withLock { count in
          count += 1
          return count
        }
        if count <= 300 { return woken.withLock { $0 }?.wake() ?? () }
        signal.yield()
        try await Task.sleep(for: .seconds(3600))
      })
    woken.withLock { $0 = loop }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await loop.run()
        signal.yield()
      }
      _ = await ends.first { _ in true }
      let home = try await file.write { try $0.addHome("Flat") }
      try await file.wait(for: Barrier(zones: [home: 1]), timeoutSeconds: 20)
      loop.stop()
      try await group.waitForAll()
    }
    woken.withLock { $0 = nil }
  }

  @Test("a change that the hub refuses is counted, and what it changed is as the hub has it")
  func refusals() async throws {
    let hub = try TestHub()
    let (ada, bob) = (try hub.addAccount("ada"), try hub.addAccount("bob"))
    let home = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      try $0.addHome("Flat")
    }
    try hub.admit(bob, to: home, by: ada, as: .readWrite)
    let file = try hub.replica(bob)
    try await file.sync(via: hub.transport(bob))
    try hub.hub.setRole(.readOnly, of: bob, in: home, by: ada)
    try await file.write { try $0.rename(home, "Mine") }
    #expect(try file.homes() == ["Mine"])
    try await file.sync(via: hub.transport(bob))
    #expect(try file.homes() == ["Flat"])
    #expect(try file.parkedChanges().map(\.refusal.reason) == [.readOnly])
    try file.discard(parked: try #require(try file.parkedChanges().first).number)
    #expect(try file.status().parkedCount == 0)
  }

  @Test("a wait for what does not come ends with an error")
  func barrierNotReached() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let barrier = Barrier(zones: ["elsewhere": 1])
    await #expect(throws: ReplicaFile.BarrierNotReached.self) {
      try await file.wait(for: barrier, timeoutSeconds: 0.01)
    }
    await #expect(throws: ReplicaFile.BarrierNotReached.self) {
      try await file.catchUp(to: barrier, via: hub.transport(account), maxPulls: 2)
    }
  }
}
