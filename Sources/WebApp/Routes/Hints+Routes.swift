import Household

/// Help on other pages, which a person can take away.
extension WebApplication {
  /// `nil` when there is no such help.
  func dismissHint(_ name: String) -> Endpoint? {
    guard let hint = Hint(rawValue: name) else { return nil }
    return .member { member in
      try await member.write { try DismissHint(hint)($0) }
      return member.goTo(.homes(.dashboard))
    }
  }
}
