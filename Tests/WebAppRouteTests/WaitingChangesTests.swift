import Backends
import Finances
import Foundation
import Household
import Replica
import SyncProtocol
import TestSupport
import Testing
import Threads

@testable import MoneyWeb

/// What a device marks as not sent, and what asking for that costs.
@Suite struct WaitingChangesTests {
  /// Writes expenses that wait, each in a change set of its own.
  private func add(_ count: Int, _ world: MoneyWorld) throws {
    let (group, member) = (world.group, world.member("Anna"))
    for index in 0..<count {
      try world.replica.write { transaction in
        let money = try ExpenseDraft(
          currency: "EUR", amountMinor: Int64(100 + index),
          payers: [.init(member, 100 + Int64(index))],
          sharers: [.init(member)]
        ).money()
        try AddExpense(
          groupID: group, ExpenseDetails(title: "Bread", day: "2026-06-01"), money)(transaction)
      }
    }
  }

  @Test("marks cost the same steps however much waits, and decode each change set once")
  func cost() async throws {
    let world = try await MoneyWorld()
    let file = world.replica.file
    let waiting = WaitingChanges(file)
    func ids() throws -> Int {
      try file.readAll(waiting.read).derive(WaitingExpenses.init).ids.count
    }
    var steps: [Int] = []
    var decoded = 0
    for count in [10, 1, 200, 1] {
      try add(count, world)
      decoded += count
      #expect(try ids() == decoded)
      #expect(waiting.decodedCount == decoded)
      steps.append(
        try file.readAll { connection in
          try connection.steps { _ = try waiting.read(in: connection) }
        })
      // Each page has what the one before has derived.
      let derivations = Lock(0)
      for _ in 0..<3 {
        _ = try file.readAll(waiting.read).derive { mutations in
          derivations.withLock { $0 += 1 }
          return Derived(count: mutations.count)
        }
      }
      #expect(derivations.withLock { $0 } == 1)
    }
    #expect(Set(steps).count == 1 && steps[0] < 50, "\(steps)")
    try await world.replica.sync()
    #expect(try ids() == 0)
    #expect(waiting.decodedCount == decoded)
    try add(1, world)
    #expect(try ids() == 1)
  }

  private struct Derived: Sendable { var count: Int }

  @Test("what is kept of a change set that waits says which registers it sets, and no values")
  func values() throws {
    let update = Mutation(
      .update, "expenses", "e", in: "g", registers: ["money": .text("secret"), "title": .text("x")])
    #expect(update.withoutValues.registers.map(\.key) == ["money", "title"])
    #expect(update.withoutValues.registers.allSatisfy { $0.value == .null })
    #expect(update.withoutValues.zone == "g" && update.withoutValues.kind == .update)
    let insert = Mutation(.insert, "expenses", "e", in: "g", registers: ["money": .text("x")])
    #expect(insert.withoutValues.registers.isEmpty)
  }

  @Test(
    "how long marks take", .enabled(if: ProcessInfo.processInfo.environment["WAITING"] != nil))
  func probe() async throws {
    let world = try await MoneyWorld()
    let file = world.replica.file
    let waiting = WaitingChanges(file)
    let clock = ContinuousClock()
    var total = 0
    for count in [100, 1000, 10_000] {
      try add(count - total, world)
      total = count
      let before = try clock.measure {
        let all = try file.readAll { connection in
          try connection.query("SELECT body FROM syncPending ORDER BY number") {
            try ChangeSet(wireBytes: $0.blob(0)).mutations
          }.flatMap(\.self)
        }
        #expect(WaitingExpenses(all).ids.count == count)
      }
      func ask() throws -> Duration {
        try clock.measure {
          let found = try file.readAll(waiting.read).derive(WaitingExpenses.init)
          #expect(found.ids.count == total)
        }
      }
      let first = try ask()
      let again = try ask()
      try add(1, world)
      total += 1
      let after = try ask()
      print("WAITING", count, "before", before, "first", first, "again", again, "one more", after)
    }
  }
}
