import Household

extension AddTemplate.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    case .nameTaken: .conflict
    }
  }
}

extension EditTemplate.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .templateNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    case .nameTaken: .conflict
    }
  }
}

extension DeleteTemplate.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .templateNotFound ? .gone : .forbidden }
}

extension RestoreTemplate.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .homeNotFound: .gone
    case .readOnlyHome: .forbidden
    case .alreadyThere: .conflict
    }
  }
}
