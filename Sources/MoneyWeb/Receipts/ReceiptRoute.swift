import Web

/// The receipts of expenses.
package enum ReceiptRoute: RouteFamily {
  /// Where receipts are added; they are shown on the expense's own page.
  case receipts(group: String, expense: String)
  /// The bytes of a receipt; a PDF has only its original.
  case receipt(group: String, receipt: String, PhotoSize)
  case deleteReceipt(group: String, receipt: String)

  package static let readers = [
    of(receipts), of { receipt(group: $0, receipt: $1, $2) }, of(deleteReceipt),
  ]

  package var place: Place {
    switch self {
    case .receipts(let group, let expense):
      at(
        "groups", group, "expenses", expense, "receipts",
        get: { $0.receiptsPage(group, expense) }, makes: { $0.addReceipts(group, expense) }
      ).taking(.papers)
    case .receipt(let group, let receipt, let size):
      at(
        "groups", group, "receipts", receipt, size.rawValue,
        get: { $0.receipt(group, receipt, size) })
    case .deleteReceipt(let group, let receipt):
      at(
        "groups", group, "receipts", receipt, "delete",
        post: { $0.deleteReceipt(group, receipt) })
    }
  }
}

extension Route {
  package static func receipts(_ route: ReceiptRoute) -> Route { Route(route) }
}
