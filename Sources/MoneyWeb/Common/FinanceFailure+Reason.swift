import Finances
import Web

extension FinanceFailure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .groupNotFound: .notFound
    case .memberNotFound, .expenseNotFound, .categoryNotFound, .repeatingNotFound, .entryNotFound,
      .receiptNotFound, .commentNotFound, .rateNotFound,
      .pictureNotFound:
      .gone
    case .readOnlyGroup, .othersPayment: .forbidden
    case .invalid, .unbalanced, .unsplit: .badRequest
    case .notOwed, .nameTaken, .alreadyThere, .changedMeanwhile, .alreadyClaimed, .stillNamed:
      .conflict
    }
  }
}
