import Household

extension FinishCheck.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .locationNotFound: .gone
    case .readOnlyHome: .forbidden
    case .notUnderWay: .conflict
    case .invalid: .badRequest
    }
  }
}
