import Web

/// The expenses and payments of a group.
package enum ExpenseRoute: RouteFamily {
  /// - Parameters:
  ///   - like: an expense that the form begins with.
  ///   - split: an expense that the form is split like.
  case newExpense(group: String, like: String? = nil, split: String? = nil)
  /// The form as it was sent, with everybody's share; nothing is saved.
  case previewExpense(group: String)
  case expense(group: String, expense: String)
  case editExpense(group: String, expense: String)
  case deleteExpense(group: String, expense: String)
  /// A change that the hub refused, beside what is stored.
  case refusedExpense(group: String, expense: String, change: String)
  case newPayment(group: String, PaymentQuery)

  package static let readers = [
    of { newExpense(group: $0, like: $1, split: $2) }, of(previewExpense), of(expense),
    of(editExpense), of(deleteExpense), of(refusedExpense), of { newPayment(group: $0, $1) },
  ]

  package var place: Place {
    switch self {
    case .newExpense(let group, let like, let split):
      at(
        "groups", group, "expenses", "new", query: ["like": like, "split": split],
        get: { $0.newExpensePage(group, like: like, split: split) },
        post: { $0.addExpense(group) }
      ).marked([.makesNew, .usesLocation])
    case .previewExpense(let group):
      at("groups", group, "expenses", "preview", post: { $0.previewExpense(group) })
        .marked(.usesLocation)
    case .expense(let group, let expense):
      at("groups", group, "expenses", expense, get: { $0.expensePage(group, expense) })
    case .editExpense(let group, let expense):
      at(
        "groups", group, "expenses", expense, "edit",
        get: { $0.editExpensePage(group, expense) },
        post: { $0.editExpense(group, expense) }
      ).marked(.usesLocation)
    case .deleteExpense(let group, let expense):
      at(
        "groups", group, "expenses", expense, "delete",
        post: { $0.deleteExpense(group, expense) })
    case .refusedExpense(let group, let expense, let change):
      at(
        "groups", group, "expenses", expense, "refused", change,
        get: { $0.refusedExpensePage(group, expense, change: change) },
        post: { $0.editExpense(group, expense, change: change) }
      ).marked(.usesLocation)
    case .newPayment(let group, let query):
      at(
        "groups", group, "payments", "new", fields: query.fields,
        get: { $0.newPaymentPage(group, query) }, post: { $0.addPayment(group) }
      ).marked(.makesNew)
    }
  }
}

extension ExpenseRoute {
  /// Where an expense is saved.
  ///
  /// - Parameter change: the refused change that the form began with.
  static func edit(_ expense: String, in group: String, change: String?) -> ExpenseRoute {
    change.map { .refusedExpense(group: group, expense: expense, change: $0) }
      ?? .editExpense(group: group, expense: expense)
  }
}

extension Route {
  package static func expenses(_ route: ExpenseRoute) -> Route { Route(route) }
}

/// What the form of a payment begins with.
package struct PaymentQuery: RouteQuery, Equatable, Hashable, Sendable {
  package var from: String?
  package var to: String?
  /// As it is typed.
  package var amount: String?
  package var currency: String?

  package init() {}

  package init(
    from: String? = nil, to: String? = nil, amount: String? = nil, currency: String? = nil
  ) {
    (self.from, self.to, self.amount, self.currency) = (from, to, amount, currency)
  }

  package init(_ fields: QueryFields) {
    self.init(
      from: fields["from"], to: fields["to"], amount: fields["amount"],
      currency: fields["currency"])
  }

  var fields: [(String, String)] {
    [("from", from), ("to", to), ("amount", amount), ("currency", currency)].compactMap {
      name, value in value.map { (name, $0) }
    }
  }
}
