import Finances
import Household
import SyncProtocol
import Values

// From what a request says to amounts that can be stored, by the rule of splitting that forms use.
extension AmountsDraft {
  /// The amounts with everybody's part. Throws the problem that names the wrong fields.
  func money(
    _ kind: ExpenseMoney.Kind = .expense, in group: Group, members: [GroupMember]
  ) throws(Problem) -> ExpenseMoney {
    let sharers = sharers ?? standardSharers(members)
    var faults = unknownMembers(sharers, Set(members.map(\.id)))
    let code = currency.isEmpty ? group.details.currency : InputText.line(currency).uppercased()
    if Currency(code: code) == nil { faults.append(AmountFaults().fault(.currency)) }
    let payers = readPayers(&faults)
    let weighed = readSharers(sharers, &faults)
    guard faults.isEmpty else { throw .invalid(faults) }
    let draft = ExpenseDraft(
      currency: code, amountMinor: amountMinor, mode: mode, payers: payers, sharers: weighed,
      lines: lines.map { line in
        ExpenseMoney.Line(
          name: line.name, amountMinor: line.amountMinor,
          sharers: (line.sharers ?? sharers.map { Sharer(memberID: $0.memberID, weight: 1) }).map {
            ExpenseMoney.Sharer($0.memberID, weight: $0.weight ?? 1)
          })
      })
    let places = AmountFaults(
      payers: payers.map(\.memberID), sharers: weighed.map(\.memberID))
    do throws(FinanceFailure) {
      // A problem of the lines where there should be none is told before they are lost.
      guard mode == .itemised || lines.isEmpty else { throw .unbalanced(.badLines) }
      guard amountMinor != 0 else { throw .unbalanced(.amountOutOfRange) }
      var money = try draft.money()
      money.kind = kind
      if kind == .transfer, money.payment == nil || money.shares.count != 2 {
        throw .unbalanced(.notAPayment)
      }
      if let problem = money.problem { throw .unbalanced(problem) }
      return money
    } catch {
      switch error {
      case .unbalanced(let problem): throw .invalid([places.fault(problem)])
      case .unsplit(let problem): throw .invalid([places.fault(problem)])
      default: throw error.problem
      }
    }
  }

  /// Everybody who is not archived.
  private func standardSharers(_ members: [GroupMember]) -> [Sharer] {
    members.filter { !$0.details.isArchived }.map {
      Sharer(memberID: $0.id, weight: mode == .shares ? $0.details.weight : nil)
    }
  }

  private func unknownMembers(_ sharers: [Sharer], _ known: Set<RecordID>) -> [Problem.Fault] {
    var faults: [Problem.Fault] = []
    func check(_ ids: [RecordID], _ place: String) {
      for (index, id) in ids.enumerated() where !known.contains(id) {
        faults.append(.notInThisGroup("\(place)[\(index)].memberID"))
      }
    }
    check(payers.map(\.memberID), "payers")
    check(sharers.map(\.memberID), "sharers")
    for (index, line) in lines.enumerated() {
      check((line.sharers ?? []).map(\.memberID), "lines[\(index)].sharers")
    }
    return faults
  }

  private func readPayers(_ faults: inout [Problem.Fault]) -> [ExpenseDraft.Payer] {
    if payers.isEmpty { faults.append(.init("payers", "missing", "somebody must have paid")) }
    return payers.enumerated().map { index, payer in
      let field = "payers[\(index)].amountMinor"
      if payer.minor == nil, payers.count > 1 {
        faults.append(.init(field, "missing", "must be there where several have paid"))
      }
      if let minor = payer.minor, !ExpenseMoney.amounts.contains(minor) {
        faults.append(.outOfRange(field, ExpenseMoney.amounts))
      }
      return ExpenseDraft.Payer(payer.memberID, payer.minor ?? amountMinor)
    }
  }

  private func readSharers(
    _ sharers: [Sharer], _ faults: inout [Problem.Fault]
  ) -> [ExpenseMoney.Sharer] {
    sharers.enumerated().map { index, sharer in
      let standard: Int64? =
        switch mode {
        case .equal, .shares, .itemised: 1
        case .adjustment: 0
        case .percentage, .exact: nil
        }
      if sharer.weight == nil, standard == nil {
        faults.append(
          .init("sharers[\(index)].weight", "missing", "must be there where the split is \(split)"))
      }
      return ExpenseMoney.Sharer(sharer.memberID, weight: sharer.weight ?? standard ?? 0)
    }
  }
}

// What a change says of amounts that are stored.
extension AmountsDraft {
  /// The amounts after a change. Those that nobody touched stay to the cent, however they came
  /// about.
  ///
  /// - Parameters:
  ///   - sent: the fields that the request has.
  ///   - stored: what the old draft was made of.
  func changed(
    from old: AmountsDraft, _ sent: Set<String>, _ stored: ExpenseMoney, in group: Group,
    members: @autoclosure () throws -> [GroupMember]
  ) throws -> ExpenseMoney {
    guard !sent.isDisjoint(with: AmountsDraft.names), self != old else { return stored }
    var settled = self
    try settled.settle(since: old, sent: sent)
    return try settled.money(stored.kind, in: group, members: members())
  }

  /// Lets what is not sent follow from what is: whoever alone has paid or owes all of an amount
  /// still does. Throws for what would mean something else than it did.
  mutating func settle(since old: AmountsDraft, sent: Set<String>) throws(Problem) {
    if sent.contains("amountMinor"), !sent.contains("payers"), payers.count == 1 {
      payers[0].minor = nil
    }
    if sent.contains("amountMinor"), !sent.contains("sharers"), mode == .exact,
      old.mode == .exact, let only = sharers, only.count == 1
    {
      sharers = [Sharer(memberID: only[0].memberID, weight: amountMinor)]
    }
    if mode != .itemised, !sent.contains("lines") { lines = [] }
    var faults: [Problem.Fault] = []
    func unsaid(_ name: String, _ reason: String, _ what: String) {
      if !sent.contains(name) {
        faults.append(.init(name, reason, "say it anew with the \(what)"))
      }
    }
    if mode != old.mode, mode != .equal, mode != .itemised {
      unsaid("sharers", "other_split", "split")
    }
    if currency.uppercased() != old.currency {
      if payers.count > 1 { unsaid("payers", "other_currency", "currency") }
      if mode == old.mode, mode == .adjustment || mode == .exact, sharers?.count != 1 {
        unsaid("sharers", "other_currency", "currency")
      }
      if mode == .itemised { unsaid("lines", "other_currency", "currency") }
    }
    guard faults.isEmpty else { throw .invalid(faults) }
  }
}
