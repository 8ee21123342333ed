import SyncProtocol

/// What one part of an import has written, with what takes it back.
package protocol TracedPart: Sendable {
  associatedtype Trace: ImportTraceForm
  var trace: Trace { get }
  /// The homes or groups that all parts up to this one wrote into.
  var zones: [ZoneID] { get }
  var newItemCount: Int { get }
  var updatedItemCount: Int { get }
}

/// A record of everything that one import has written.
package protocol ImportTraceForm: Codable, Equatable, Sendable {
  init()
  var isEmpty: Bool { get }
  /// Adds what a later part of the import wrote.
  mutating func add(_ part: Self)
}
