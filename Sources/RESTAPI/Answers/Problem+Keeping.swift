import HTTPServer
import Hub

extension KeepingError: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .notFound, .wrongCode: .notFound
    case .notKeptThere: .readOnlyFamily
    case .invalidName:
      .invalid([Problem.Fault("name", "no_such_name", "must have something that can be seen")])
    case .tooManyMade:
      Problem(
        .conflict, "too_many_made",
        "\(KeptAccounts.maxMade) children's accounts were made in 30 days; make the next one later")
    }
  }
}

extension KioskError: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .notFound, .needsPin, .wrongPin, .invalidPin: .notFound
    case .tooManyAttempts(let seconds): .tooMany(retryAfterSeconds: seconds)
    case .tooManyKiosks:
      Problem(
        .conflict, "too_many_made",
        "a family has at most \(KeptAccounts.maxKiosksPerZone) tablets; end one first")
    case .tooManyMadeToday:
      Problem(
        .conflict, "too_many_made",
        "\(KeptAccounts.maxKiosksMadePerDay) tablets were made within a day; make the next later")
    }
  }
}

extension CreateAccountError: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .invalidName:
      .invalid([
        Problem.Fault("name", "no_such_name", "must have 1 to 64 characters that can be seen")
      ])
    case .nameTaken:
      .invalid([Problem.Fault("name", "taken", "is the name of another account")])
    case .password(let problem):
      .invalid([Problem.Fault("password", "unsafe", problem.words)])
    case .signUpsClosed, .inviteNeeded: .notFound
    case .tooManyAttempts(let seconds): .tooMany(retryAfterSeconds: seconds)
    }
  }
}

extension PasswordProblem {
  fileprivate var words: String {
    switch self {
    case .tooShort: "must have at least \(AccountRules.minPasswordCharacters) characters"
    case .tooLong: "must have at most \(AccountRules.maxPasswordBytes) bytes"
    case .isTheName: "must be another word than the name"
    }
  }
}
