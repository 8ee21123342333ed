import Finances
import Household
import Wording

extension LedgerCommands {
  /// A person's own currency, and what of their ledger is in it.
  private struct CurrencyRow: WrittenRow {
    let currency: String
    /// Rows that are in sums, and those of them that are in this currency.
    let rowCount: Int64
    let convertedCount: Int64
    /// Whether rows are still to be converted. What is left afterwards has no exchange rate.
    let isConverting: Bool
    var isSent: Bool?

    init(_ progress: LedgerProgress) {
      currency = progress.currency
      (rowCount, convertedCount) = (progress.all, progress.converted)
      isConverting = progress.isUnderWay
    }

    var text: String {
      let all = "\(convertedCount) of \(rowCount) amounts of the ledger are in it"
      if isConverting { return "\(all); the others are still to be converted." }
      return convertedCount == rowCount
        ? "\(all)." : "\(all); the others have no exchange rate, or are too large to be converted."
    }
  }

  static let currency = Command(
    path: ["ledger", "currency"], summary: "Show or change somebody's own currency",
    details: """
      All sums of the ledger are told in it. With CODE everything is converted by the rates of its \
      days; what has no rate stays in its own currency, is in no sum, and is counted. What was \
      interrupted goes on when this is done again.
      """,
    operands: [
      .init(name: "CODE", help: "three letters, such as USD", isOptional: true)
    ],
    options: MoneyPlace.options,
    examples: [
      .init("hearth ledger currency", "which one it is"),
      .init("hearth ledger currency USD --account ana", "from now on dollars"),
    ]
  ) { invocation in
    guard let typed = invocation.operand(0) else {
      return try await invocation.show(ofLedger: true) { reader in
        let row = CurrencyRow(try LedgerProgress(in: reader.connection))
        return (row, "\(row.currency): \(row.text)")
      }
    }
    let code = try Invocation.currency(typed, at: "CODE").code
    return try await MoneyPlace.open(invocation).write(converting: true) { _ in
      MoneyChange { try SetOwnCurrency(code)($0) }
    } show: { _, reader in
      CurrencyRow(try LedgerProgress(in: reader.connection))
    }.report(invocation) { "Sums are told in \($0.currency) now: \($0.text)" }
  }
}
