import Synchronization

/// A count that may not go over a limit.
final class Allowance: Sendable {
  private let used = Atomic(0)

  /// The amount in use.
  var count: Int { used.load(ordering: .relaxed) }

  /// Takes `amount`, or returns `false` and takes nothing if that would exceed `limit`.
  func reserve(_ amount: Int, of limit: Int) -> Bool {
    guard amount > 0 else { return true }
    let now = used.wrappingAdd(amount, ordering: .relaxed).newValue
    if now <= limit { return true }
    used.wrappingSubtract(amount, ordering: .relaxed)
    return false
  }

  func release(_ amount: Int) {
    if amount > 0 { used.wrappingSubtract(amount, ordering: .relaxed) }
  }
}
