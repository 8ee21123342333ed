import Household

extension AddAttachment.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .homeNotFound: .notFound
    case .subjectNotFound, .entryNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension EditAttachment.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .attachmentNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension DeleteAttachment.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .attachmentNotFound ? .gone : .forbidden }
}

extension RestoreAttachment.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .homeNotFound, .subjectNotFound: .gone
    case .readOnlyHome: .forbidden
    case .alreadyThere: .conflict
    }
  }
}

extension AddMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .itemNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension EditMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .entryNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension CompleteMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .entryNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension ReopenMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .entryNotFound ? .gone : .forbidden }
}

extension DeleteMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .entryNotFound ? .gone : .forbidden }
}

extension RestoreMaintenance.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .homeNotFound, .itemNotFound: .gone
    case .readOnlyHome: .forbidden
    case .alreadyThere: .conflict
    }
  }
}

extension SetItemState.Failure: HouseholdFailure {
  var reason: ErrorReason {
    switch self {
    case .itemNotFound: .gone
    case .readOnlyHome: .forbidden
    case .invalid: .badRequest
    }
  }
}

extension RestoreItemState.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .itemNotFound ? .gone : .forbidden }
}
