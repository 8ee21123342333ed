import Finances
import Splitting
import SyncProtocol
import Values

// Why settling up proposes a payment, with the names of the JSON API.
extension BalanceCommands {
  struct Why: Encodable {
    struct Debt: Encodable {
      let debtorID: String
      let creditorID: String
      let amountMinor: String
    }

    /// `direct`, `partly`, `chain` or `pooled`.
    let link: String
    /// Those that the link is about.
    let debts: [Debt]
    let payer: Side
    let receiver: Side

    init(_ reasons: TransferReasons) {
      let found: [GroupDebts.Debt]
      switch reasons.link {
      case .direct: (link, found) = ("direct", [])
      case .partly(let debt): (link, found) = ("partly", [debt])
      case .chain(let debts): (link, found) = ("chain", debts)
      case .pooled: (link, found) = ("pooled", [])
      }
      debts = found.map {
        Debt(debtorID: $0.debtor, creditorID: $0.creditor, amountMinor: "\($0.amount)")
      }
      payer = Side(reasons.payer)
      receiver = Side(reasons.receiver)
    }
  }

  struct Side: Encodable {
    struct Part: Encodable {
      let expenseID: String
      let title: String
      let day: OrNull<String>
      /// `expense`, `refund` or `payment`.
      let kind: String
      let amountMinor: Int64
    }

    let memberID: String
    let paidMinor: String
    let owedMinor: String
    let sentMinor: String
    let receivedMinor: String
    let netMinor: String
    /// The latest ones; with what is earlier they come to the balance.
    let parts: [Part]
    let earlierMinor: String
    let hasEarlier: Bool

    init(_ side: BalanceReasons) {
      let sums = side.sums
      memberID = side.memberID
      (paidMinor, owedMinor) = ("\(sums.paid)", "\(sums.owed)")
      (sentMinor, receivedMinor) = ("\(sums.sent)", "\(sums.received)")
      netMinor = "\(sums.net)"
      parts = side.parts.map {
        Part(
          expenseID: $0.expenseID, title: $0.title, day: OrNull($0.day), kind: $0.kind.rawValue,
          amountMinor: $0.amount)
      }
      (earlierMinor, hasEarlier) = ("\(side.earlier)", side.hasEarlier)
    }
  }

  /// The same as lines that stand below the payment.
  static func lines(
    _ why: Why, from: RecordID, to: RecordID, _ currency: String, _ names: MoneyNames
  ) -> [String] {
    var lines = [sentence(why, from: from, to: to, currency, names)]
    for side in [why.payer, why.receiver] {
      func money(_ minor: String) -> String {
        names.words.signed(Money(Int128(minor) ?? 0, currency))
      }
      var rows = side.parts.map { part in
        [part.day.value ?? "", part.title, money("\(part.amountMinor)")]
      }
      if side.hasEarlier { rows.append(["", "everything before", money(side.earlierMinor)]) }
      rows.append(["", "balance", money(side.netMinor)])
      lines.append("\(names.inList(side.memberID)):")
      lines += TextColumns(rows, right: [2]).lines.map { "  " + $0 }
    }
    return lines.map { "  " + $0 }
  }

  private static func sentence(
    _ why: Why, from: RecordID, to: RecordID, _ currency: String, _ names: MoneyNames
  ) -> String {
    func owes(_ debt: Why.Debt) -> String {
      "\(names[debt.debtorID]) owes \(names[debt.creditorID])"
    }
    switch why.link {
    case "direct": return "\(names[from]) owes \(names[to]) exactly this."
    case "chain":
      return why.debts.map(owes).joined(separator: ", ")
        + ", so \(names[from]) pays \(names[to])."
    case "partly":
      let amount = why.debts.first.map { names.money(Int128($0.amountMinor) ?? 0, currency) } ?? ""
      return
        "\(names[from]) owes \(names[to]) \(amount) directly; that was joined with other debts."
    default: return "Everybody's debts were added up, so that few payments are needed."
    }
  }
}
