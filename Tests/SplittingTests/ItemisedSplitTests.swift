import SeededNoise
import Splitting
import Testing

@Suite("How a receipt is split line by line")
struct ItemisedSplitTests {
  private typealias Line = ItemisedSplit.Line

  private func people(_ names: String...) -> [Participant] { names.map { Participant($0) } }

  @Test("S2-V2 tax and tip go by what each person's lines come to")
  func taxAndTip() throws {
    let lines = [
      Line(amount: 1000, participants: people("a")),
      Line(amount: 3000, participants: people("b", "c")),
      Line(
        amount: 900, mode: .shares,
        participants: [Participant("c", weight: 1), Participant("a", weight: 2)]),
    ]
    let split = try ItemisedSplit(lines: lines, tax: 490, tip: 500, people: ["a", "b", "c"])
    #expect(split.total == 5890)
    // 1600, 1500 and 1800 of 4900, and 990 by those: 323.27, 303.06, 363.67.
    #expect(try split.owed().map(\.amount) == [1923, 1803, 2164])
    #expect(try split.owed().map(\.person) == ["a", "b", "c"])
  }

  @Test("S2-V2 a discount on the whole, and a voucher of one person, keep the sum")
  func discounts() throws {
    let lines = [
      Line(amount: 1000, participants: people("a", "b", "c")),
      Line(amount: -500, participants: people("c")),
    ]
    let split = ItemisedSplit(total: 450, lines: lines, people: ["a", "b", "c"])
    let owed = try split.owed().map(\.amount)
    #expect(owed == [308, 308, -166])
    #expect(owed.reduce(0, +) == 450)
  }

  @Test("D-GRP-5 what is wrong with a receipt is said by line")
  func problems() {
    func problem(_ total: Int64, _ lines: [Line], _ people: [String] = ["a"]) -> SplitProblem? {
      do throws(SplitProblem) {
        _ = try ItemisedSplit(total: total, lines: lines, people: people).owed()
        return nil
      } catch {
        return error
      }
    }
    let fine = Line(amount: 5, participants: people("a"))
    #expect(problem(5, []) == .noLines)
    #expect(problem(5, [fine], []) == .noParticipants)
    #expect(problem(5, [fine], ["a", "a"]) == .duplicateParticipant(1))
    #expect(problem(5, [fine, Line(amount: 5, participants: [])]) == .line(1, .noParticipants))
    #expect(
      problem(5, [fine, Line(amount: 5, participants: people("a", "x"))])
        == .unknownParticipant(line: 1, participant: 1))
    #expect(problem(5, [Line(amount: 0, participants: people("a"))]) == .nothingToSpreadBy)
    #expect(problem(.min, [fine]) == .amountOutOfRange)
    #expect(
      problem(5, [Line(amount: .max, participants: people("a"))]) == .line(0, .amountOutOfRange))
    let most = Line(amount: Split.maxAmount, participants: people("a"))
    #expect(problem(5, [most, most]) == .amountOutOfRange)
    #expect(
      problem(5, Array(repeating: fine, count: ItemisedSplit.maxLines + 1))
        == .tooManyLines(max: ItemisedSplit.maxLines))
    #expect(problem(0, [fine]) == nil)
  }

  @Test("S2-V2 the sum of an itemised split is always its total, and a refund its negation")
  func properties() throws {
    var numbers = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let names = (0..<Int.random(in: 1...6, using: &numbers)).map { "p\($0)" }
      let lines = (0..<Int.random(in: 1...8, using: &numbers)).map { _ in
        let those = names.shuffled(using: &numbers).prefix(
          Int.random(in: 1...names.count, using: &numbers))
        return Line(
          amount: Int64.random(in: 1...5000, using: &numbers), mode: .shares,
          participants: those.map {
            Participant($0, weight: Int64.random(in: 1...3, using: &numbers))
          })
      }
      let total = Int64.random(in: 0...50_000, using: &numbers)
      let owed = try ItemisedSplit(total: total, lines: lines, people: names).owed()
      #expect(owed.reduce(0) { $0 + $1.amount } == total)
      let negated = lines.map {
        Line(amount: -$0.amount, mode: .shares, participants: $0.participants)
      }
      let refund = try ItemisedSplit(total: -total, lines: negated, people: names).owed()
      #expect(refund.map(\.amount) == owed.map { -$0.amount })
    }
  }
}
