import Finances
import SyncProtocol

/// The amounts of an expense as clients send them, right or wrong.
enum MoneyContent {
  /// - Parameters:
  ///   - ids: what the ids of its rows begin with.
  ///   - table: where its rows are.
  static func of(
    _ money: ExpenseMoney, ids: String, rows table: String = "expenseParts"
  ) -> FieldValue {
    let rows = money.shares.enumerated().map { index, share in
      FieldValue.map([
        "id": .text("\(ids)-\(index)"), "kind": "share", "position": .integer(Int64(index)),
        "memberID": .text(share.memberID), "paidMinor": .integer(share.paidMinor),
        "owedMinor": .integer(share.owedMinor),
        "weight": share.weight.map { .integer($0) } ?? .null, "line": .null, "name": "",
        "amountMinor": 0,
      ])
    }
    return .map([
      "kind": .text(money.kind.rawValue), "currency": .text(money.currency),
      "amountMinor": .integer(money.amountMinor), "mode": .text(money.mode.rawValue),
      table: .list(rows),
    ])
  }

  /// Who pays whom; `nil` for what is no payment between two.
  static func payment(_ content: FieldValue) -> (from: RecordID, to: RecordID)? {
    guard content["kind"].text == "transfer" else { return nil }
    let rows = content["expenseParts"].list ?? []
    let from = rows.first { $0["paidMinor"].integer ?? 0 != 0 }?["memberID"].text
    let to = rows.first { $0["owedMinor"].integer ?? 0 != 0 }?["memberID"].text
    guard let from, let to, from != to else { return nil }
    return (from, to)
  }
}
