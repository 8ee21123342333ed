import SyncProtocol
import Threads

/// What a device has written and its hub has not taken, in the order in which it was written.
///
/// It is the same object as long as nothing of that changes, and so what a page derives from it is
/// derived once, however much waits.
package final class WaitingMutations: Sendable {
  /// They say which registers they set, and not to what.
  package let all: [Mutation]
  private let derived = Lock<[ObjectIdentifier: any Sendable]>([:])

  /// On a hub, and on pages that do not tell what waits.
  package static let none = WaitingMutations([])

  package init(_ all: [Mutation]) { self.all = all }

  /// What `make` makes of them, once for each type.
  package func derive<Derived: Sendable>(_ make: ([Mutation]) -> Derived) -> Derived {
    let key = ObjectIdentifier(Derived.self)
    if let known = derived.withLock({ $0[key] }) as? Derived { return known }
    let made = make(all)
    derived.withLock { $0[key] = made }
    return made
  }
}

extension Mutation {
  /// The same without the values, for what is kept in memory while it waits.
  package var withoutValues: Mutation {
    Mutation(
      kind, table, id, in: zone,
      // What is new has all of its registers.
      registers: kind == .insert
        ? [:]
        : registers.mapValues { _ in FieldValue.null })
  }
}
