import Finances
import Household
import Replica
import Splitting
import SyncProtocol
import Values

// Settling up from the command line.
extension BalanceCommands {
  private struct Plan: Encodable {
    /// Those in which somebody owes something.
    let currencies: [Currency]

    var transfers: [Transfer] { currencies.flatMap(\.transfers) }
  }

  private struct Currency: Encodable {
    let currency: String
    /// Whether fewer payments are impossible; with more than 20 people it is not known, and with
    /// --each it is not asked.
    let isExact: Bool
    let transfers: [Transfer]
  }

  private struct Transfer: Encodable {
    let currency: String
    let from: String
    let to: String
    let amountMinor: String
    /// With --why.
    let why: Why?

    var amount: Int128 { Int128(amountMinor) ?? 0 }
  }

  static let settle = Command(
    path: ["balance", "settle"], summary: "Propose the payments that settle a group, or record one",
    details: """
      The fewest payments after which nobody owes anything, for each currency. Once money has \
      changed hands, --record records the payment that --from, --to and --currency choose, if it \
      is still proposed: of two people who record it at the same time only one does. A device \
      needs its hub for that; hearth expense pay records a payment without one. --each shows and \
      records what each owes each instead, as hearth balance debts explains it. --why lists what \
      each payment comes from: the latest \(BalanceReasons.maxParts) expenses and payments of \
      both, what all before them come to, and how debts were joined.
      """,
    operands: [GroupCommands.group],
    options: [
      .value("from", "NAME", "only payments of this member"),
      .value("to", "NAME", "only payments to this member"),
      .value("currency", "CODE", "only payments in this currency"),
      .flag("each", "what each owes each, instead of the fewest payments"),
      .flag("why", "say of each payment why it is proposed; not with --each"),
      .flag("record", "record the one payment that is left"),
      .value("date", "DATE", "with --record: the day it was paid; by default today"),
    ] + MoneyPlace.options,
    examples: [
      .init("hearth balance settle Flat", "who should pay whom how much"),
      .init("hearth balance settle Flat --to Ana --why", "what all owe Ana, and for what"),
      .init("hearth balance settle Flat --from Ben --record", "Ben has paid what was proposed"),
    ]
  ) { invocation in
    let day = try ExpenseTyping.day(invocation)
    if invocation.has("each"), invocation.has("why") {
      throw CommandFailure.usage("--why is not for --each; see hearth balance debts")
    }
    guard invocation.has("record") else {
      guard day == nil else { throw CommandFailure.usage("--date goes with --record") }
      return try await read(invocation) { group, members, reader in
        let plan = try plan(invocation, group, members, reader)
        return (plan, try text(plan, members, group, reader))
      }
    }
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(ExpenseCommands.shown, saying: "Recorded.") { reader in
      let group = try reader.group(wanted)
      let members = try GroupMember.of(group.id, in: reader.connection)
      let plan = try plan(invocation, group, members, reader)
      guard let transfer = plan.transfers.first, plan.transfers.count == 1 else {
        let proposed = try text(plan, members, group, reader)
        throw CommandFailure.refused(
          plan.transfers.isEmpty
            ? "no such payment is proposed; see hearth balance settle without --record"
            : """
            --record is for one payment, and these are proposed:
            \(proposed)
            Say which with --from, --to or --currency
            """)
      }
      let settle = SettleUp(
        groupID: group.id, of: invocation.has("each") ? .each : .fewest, from: transfer.from,
        to: transfer.to,
        // Beyond what a payment can be, the use case refuses it.
        amountMinor: Int64(clamping: transfer.amount), currency: transfer.currency,
        day: day ?? reader.today.text, title: "Payment")
      return MoneyChange(relyingOn: Replica.Reliance(zones: [group.id])) { try settle($0) }
    }
  }

  private static func plan(
    _ invocation: Invocation, _ group: GroupList.Row, _ members: [GroupMember],
    _ reader: MoneyReader
  ) throws -> Plan {
    func member(_ option: String) throws -> RecordID? {
      try invocation[option].map {
        try reader.member($0, of: group, members, at: "--\(option)").id
      }
    }
    let (from, to) = (try member("from"), try member("to"))
    let currency = invocation["currency"]?.uppercased()
    if invocation.has("each") {
      return try planOfDebts(from: from, to: to, in: currency, of: group, reader)
    }
    let balances = try GroupBalances.of(group.id, in: reader.connection)
    let codes = balances.currencies.filter { currency == nil || currency == $0 }
    let debts = invocation.has("why") ? try GroupDebts.of(group.id, in: reader.connection) : nil
    return Plan(
      currencies: try codes.compactMap { code in
        let settlement = try balances.settlement(in: code)
        let transfers = settlement.transfers.filter {
          (from == nil || $0.from == from) && (to == nil || $0.to == to)
        }
        guard !transfers.isEmpty else { return nil }
        return Currency(
          currency: code, isExact: settlement.isExact,
          transfers: try transfers.map { transfer in
            let why = try debts.map { debts in
              try TransferReasons(
                transfer, of: settlement, in: code, balances, debts, of: group.id,
                reader.connection)
            }
            return Transfer(
              currency: code, from: transfer.from, to: transfer.to,
              amountMinor: "\(transfer.amount)", why: why.map { Why($0) })
          })
      })
  }

  /// What each owes each.
  private static func planOfDebts(
    from: RecordID?, to: RecordID?, in currency: String?, of group: GroupList.Row,
    _ reader: MoneyReader
  ) throws -> Plan {
    let debts = try GroupDebts.of(group.id, in: reader.connection).debts.filter {
      (from == nil || $0.debtor == from) && (to == nil || $0.creditor == to)
        && (currency == nil || $0.currency == currency)
    }
    return Plan(
      currencies: Dictionary(grouping: debts, by: \.currency).sorted { $0.key < $1.key }.map {
        code, debts in
        Currency(
          currency: code, isExact: true,
          transfers: debts.map {
            Transfer(
              currency: code, from: $0.debtor, to: $0.creditor, amountMinor: "\($0.amount)",
              why: nil)
          })
      })
  }

  private static func text(
    _ plan: Plan, _ members: [GroupMember], _ group: GroupList.Row, _ reader: MoneyReader
  ) throws -> String {
    guard !plan.transfers.isEmpty else { return "Nobody has to pay anybody." }
    let names = MoneyNames(members, own: group.ownMemberID, reader.words)
    let known = try PaymentDetails(in: group.id, reader.connection)
    let payments = members.reduce(into: [:]) { $0[$1.id] = known.shown($1).details.payment }
    var lines = TextColumns(
      plan.transfers.map { transfer in
        let payment = payments[transfer.to] ?? ""
        return [
          "\(names[transfer.from]) pays \(names[transfer.to])",
          names.money(transfer.amount, transfer.currency), payment.isEmpty ? "" : "to \(payment)",
        ]
      }, right: [1]
    ).lines
    // Below each line; without --why there is nothing.
    lines = zip(lines, plan.transfers).flatMap { line, transfer in
      [line]
        + (transfer.why.map {
          Self.lines($0, from: transfer.from, to: transfer.to, transfer.currency, names)
        } ?? [])
    }
    if plan.currencies.contains(where: { !$0.isExact }) {
      lines.append("With more than 20 people who owe or are owed, fewer payments may be possible.")
    }
    return lines.joined(separator: "\n")
  }
}
