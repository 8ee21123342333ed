import SyncProtocol
import Web

/// An area with records that people change: what it gives to the page about changes that the hub
/// refused.
package protocol ChangeHost: Area {
  /// The fields that a change has set, by their names, with their values as people read them.
  static func written(
    in changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)]

  /// Where a refused change can be kept as something new; `nil` where it cannot.
  static func copyPage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route?
}

extension Areas {
  var changeHost: any ChangeHost.Type {
    for case let host as any ChangeHost.Type in all { return host }
    preconditionFailure("no area has records")
  }
}
