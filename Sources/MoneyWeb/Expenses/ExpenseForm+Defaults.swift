import Finances
import Splitting
import Web

extension ExpenseForm {
  /// Splits a new expense as the group usually does, by the usual shares of its members.
  mutating func beginSplit(like group: Group, _ names: MemberNames, words: Catalogue) {
    way = SplitWay(group.details.splitMode)
    let weights = names.all.reduce(into: [:]) { $0[$1.id] = $1.details.weight }
    guard way == .percentage else { return }
    // Members without shares take no part; where nobody has any, all have the same.
    let sharers = rows.map { Participant($0.member.id, weight: weights[$0.member.id] ?? 1) }
    let mode: SplitMode = sharers.contains { $0.weight > 0 } ? .shares : .equal
    let points: [PersonAmount]
    do throws(SplitProblem) {
      points = try Split(amount: 10_000, mode: mode, participants: sharers).owed()
    } catch {
      // A group without members has nothing to split by.
      return
    }
    for (index, point) in points.enumerated() {
      rows[index].weights[.percentage] = FieldValue(words.percentInput(point.amount))
    }
  }
}

extension SplitWay {
  init(_ mode: GroupDetails.SplitMode) {
    switch mode {
    case .equal: self = .equal
    case .shares: self = .shares
    case .percentage: self = .percentage
    }
  }
}
