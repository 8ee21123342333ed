import Household
import Web

/// Hints on other pages, which a person can dismiss.
extension WebApplication {
  /// `nil` when there is no hint of that name.
  func dismissHint(_ name: String) -> Endpoint? {
    guard let hint = Hint(rawValue: name) else { return nil }
    return .member { member in
      try await member.write { try DismissHint(hint)($0) }
      return member.goTo(.homes(.dashboard))
    }
  }
}
