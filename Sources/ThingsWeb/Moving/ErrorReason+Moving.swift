import Things
import Web

extension MovePlace.Failure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .locationNotFound, .parentNotFound: .gone
    case .homeNotFound: .notFound
    case .sameHome, .nameTaken: .conflict
    case .readOnlyHome: .forbidden
    case .tooDeep, .invalid: .badRequest
    case .tooManyItems, .tooManyPlaces: .limitReached
    }
  }
}
