/// A receipt split line by line. Tax, tip, or whatever else the total differs by from its lines, is
/// spread in proportion to what each person's lines come to.
package struct ItemisedSplit: Equatable, Sendable {
  /// A line of the receipt, shared by those who had it, in equal parts or by shares.
  package struct Line: Equatable, Sendable {
    package let amount: Int64
    package let mode: SplitMode
    package let participants: [Participant]

    /// - Precondition: `mode` is `equal` or `shares`.
    package init(amount: Int64, mode: SplitMode = .equal, participants: [Participant]) {
      precondition(mode == .equal || mode == .shares, "a line is not split by \(mode)")
      self.amount = amount
      self.mode = mode
      self.participants = participants
    }
  }

  package static let maxLines = 1000

  /// With tax, tip and discounts.
  package let total: Int64
  package let lines: [Line]
  /// Everybody who takes part, in their stored order.
  package let people: [String]

  package init(total: Int64, lines: [Line], people: [String]) {
    self.total = total
    self.lines = lines
    self.people = people
  }

  /// A receipt that names its tax and its tip instead of a total.
  package init(
    lines: [Line], tax: Int64, tip: Int64, people: [String]
  ) throws(SplitProblem) {
    for extra in [tax, tip] { try Split.check(extra) }
    let total = Split.sum(lines.map(\.amount)) + Int128(tax) + Int128(tip)
    guard total.magnitude <= Split.maxAmount else { throw .amountOutOfRange }
    self.init(total: Int64(total), lines: lines, people: people)
  }

  /// What each of ``people`` owes, in their order. The sum is exactly the total.
  package func owed() throws(SplitProblem) -> [PersonAmount] {
    try Split.check(total)
    try Split.check(people.map { Participant($0) }, weighed: false)
    guard !lines.isEmpty else { throw .noLines }
    guard lines.count <= Self.maxLines else { throw .tooManyLines(max: Self.maxLines) }
    let subtotals = try subtotals()
    let rest = Int128(total) - Split.sum(subtotals)
    guard rest.magnitude <= Split.maxAmount else { throw .amountOutOfRange }
    let extras = try spread(Int64(rest), over: subtotals)
    return zip(people, zip(subtotals, extras)).map { PersonAmount($0, $1.0 + $1.1) }
  }

  /// What each person's lines come to.
  private func subtotals() throws(SplitProblem) -> [Int64] {
    let positions = Dictionary(zip(people, people.indices)) { first, _ in first }
    var subtotals = [Int64](repeating: 0, count: people.count)
    for (index, line) in lines.enumerated() {
      for (place, part) in try owed(of: line, at: index).enumerated() {
        guard let position = positions[part.person] else {
          throw .unknownParticipant(line: index, participant: place)
        }
        let (sum, overflow) = subtotals[position].addingReportingOverflow(part.amount)
        guard !overflow, sum.magnitude <= Split.maxAmount else { throw .amountOutOfRange }
        subtotals[position] = sum
      }
    }
    return subtotals
  }

  private func owed(of line: Line, at index: Int) throws(SplitProblem) -> [PersonAmount] {
    do throws(SplitProblem) {
      return try Split(amount: line.amount, mode: line.mode, participants: line.participants)
        .owed()
    } catch {
      throw .line(index, error)
    }
  }

  /// Somebody whose lines come to less than nothing, as by a voucher, gets no part of tax and tip.
  private func spread(_ rest: Int64, over subtotals: [Int64]) throws(SplitProblem) -> [Int64] {
    guard rest != 0 else { return subtotals.map { _ in 0 } }
    let sign: Int64 = Split.sum(subtotals) < 0 ? -1 : 1
    let weights = subtotals.map { max(0, $0 * sign) }
    guard weights.contains(where: { $0 > 0 }) else { throw .nothingToSpreadBy }
    return Apportionment.parts(of: rest, by: weights)
  }
}
