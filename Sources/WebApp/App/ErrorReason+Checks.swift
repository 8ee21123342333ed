import Household

extension StartCheck.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .locationNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

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

extension StopCheck.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .locationNotFound ? .gone : .forbidden }
}

extension SightItem.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .itemNotFound, .locationNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension UnsightItem.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .itemNotFound ? .gone : .forbidden }
}

extension RestoreSighting.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .itemNotFound ? .gone : .forbidden }
}
