import Finances
import Testing

/// Among whom an expense is split, as far as its stored parts tell it.
@Suite struct SharerTests {
  private func money(
    _ amount: Int64, by payer: String, among sharers: [String],
    mode: ExpenseMoney.Mode = .equal, weights: [Int64]? = nil
  ) throws -> ExpenseMoney {
    try ExpenseDraft(
      currency: "EUR", amountMinor: amount, mode: mode, payers: [.init(payer, amount)],
      sharers: sharers.enumerated().map { .init($1, weight: weights?[$0] ?? 1) }
    ).money()
  }

  @Test(
    "who shares an amount that is too small for everybody is one of those who share it",
    arguments: [-3, -1, 1, 2, 3, 4, 5, 400] as [Int64])
  func small(amount: Int64) throws {
    let all = ["a", "b", "c", "d"]
    for payer in all {
      let shared = try money(amount, by: payer, among: all)
      #expect(shared.takingPart.map(\.memberID) == all && shared.sharerCount == 4)
    }
    let others = ["b", "c", "d"]
    let paidFor = try money(amount, by: "a", among: others)
    #expect(paidFor.takingPart.map(\.memberID) == others && paidFor.sharerCount == 3)
  }

  @Test("parts that are no equal split do not make a sharer of who only paid")
  func otherOrder() {
    let money = ExpenseMoney(
      currency: "EUR", amountMinor: 1000, mode: .equal,
      shares: [
        .init("a", paidMinor: 1000), .init("b", owedMinor: 500), .init("c", owedMinor: 500),
      ])
    #expect(money.takingPart.map(\.memberID) == ["b", "c"] && money.sharerCount == 2)
  }

  @Test("who has no share, and who has nothing of a bill, is not counted")
  func weights() throws {
    let shares = try money(1, by: "a", among: ["a", "b", "c"], mode: .shares, weights: [1, 0, 2])
    #expect(shares.takingPart.map(\.memberID) == ["a", "b", "c"] && shares.sharerCount == 2)
    let exact = try money(5, by: "a", among: ["a", "b"], mode: .exact, weights: [0, 5])
    #expect(exact.takingPart.map(\.memberID) == ["b"] && exact.sharerCount == 1)
  }
}
