import Importing

extension UploadFailure: HouseholdFailure {
  package var reason: ErrorReason { .unavailable }
}

extension ImportFailure: HouseholdFailure {
  package var reason: ErrorReason { .unsupportedFile }
}
