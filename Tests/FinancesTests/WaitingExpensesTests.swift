import Finances
import SyncProtocol
import Testing

/// Which expenses a device marks as not sent, and how many of them its sums contain.
@Suite struct WaitingExpensesTests {
  private func change(
    _ kind: Mutation.Kind, _ id: RecordID, in zone: ZoneID = "flat", money: Bool = false,
    table: String = "expenses"
  ) -> Mutation {
    Mutation(kind, table, id, in: zone, registers: [money ? "money" : "title": .text("x")])
  }

  private func counts(_ mutations: [Mutation]) -> [Int] {
    let waiting = WaitingExpenses(mutations)
    return [waiting.ids.count, waiting.count(in: "flat"), waiting.count(in: "trip")]
  }

  @Test("what was changed is marked; only other amounts are in the sums, each group for itself")
  func changes() {
    #expect(counts([]) == [0, 0, 0])
    #expect(counts([change(.insert, "a"), change(.insert, "b", in: "trip")]) == [2, 1, 1])
    #expect(counts([change(.update, "a")]) == [1, 0, 0])
    #expect(counts([change(.update, "a", money: true), change(.update, "a")]) == [1, 1, 0])
    #expect(counts([change(.insert, "a"), change(.update, "a", money: true)]) == [1, 1, 0])
    #expect(counts([change(.insert, "a", table: "expenseComments")]) == [0, 0, 0])
  }

  @Test("what is deleted is in the sums, unless it was added here; restored and deleted again, too")
  func deletions() {
    #expect(counts([change(.delete, "a")]) == [0, 1, 0])
    #expect(counts([change(.insert, "a"), change(.delete, "a")]) == [0, 0, 0])
    let again = [change(.delete, "a"), change(.insert, "a")]
    #expect(counts(again) == [1, 1, 0])
    #expect(counts(again + [change(.delete, "a")]) == [0, 1, 0])
    let added = [change(.insert, "a"), change(.delete, "a"), change(.insert, "a")]
    #expect(counts(added) == [1, 1, 0])
    #expect(counts(added + [change(.delete, "a")]) == [0, 0, 0])
  }
}
