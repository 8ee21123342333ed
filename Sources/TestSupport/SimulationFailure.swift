import SyncProtocol

/// An invariant that a simulated history has broken.
package struct SimulationFailure: Error, CustomStringConvertible, Sendable {
  package let invariant: String
  package let detail: String

  init(_ invariant: String, _ detail: String = "") {
    self.invariant = invariant
    self.detail = detail
  }

  package var description: String { "\(invariant): \(detail)" }
}

/// The process stops between two statements: what was not committed is gone.
struct SimulatedCrash: Error {}

func require(
  _ condition: Bool, _ invariant: String, _ detail: @autoclosure () -> String = ""
) throws {
  if !condition { throw SimulationFailure(invariant, detail()) }
}
