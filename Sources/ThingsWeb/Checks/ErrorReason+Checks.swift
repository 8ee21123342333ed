import Things
import Web

extension FinishCheck.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .locationNotFound: .gone
    case .readOnlyHome: .forbidden
    case .notUnderWay: .conflict
    case .invalid: .badRequest
    }
  }
}
