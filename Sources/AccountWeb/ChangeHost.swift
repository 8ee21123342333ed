import SyncProtocol
import Web

/// An area with records that people change: what it gives to the page about changes that the hub
/// refused.
package protocol ChangeHost: Area {
  /// The tables whose records are the area's.
  static var changedTables: Set<String> { get }

  /// The fields that a change has set, by their names, with their values as people read them.
  static func written(
    in changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)]

  /// Where a refused change can be kept as something new; `nil` where it cannot.
  static func copyPage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route?

  /// Where a refused change is shown beside what is stored, to choose from; `nil` where there is no
  /// such page.
  static func choicePage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route?
}

extension ChangeHost {
  package static func copyPage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route? { nil }

  package static func choicePage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route? { nil }
}

extension Areas {
  /// The area whose records a change is about; `nil` if it is none's.
  func changeHost(of changeSet: ChangeSet) -> (any ChangeHost.Type)? {
    guard let table = changeSet.subject?.table else { return nil }
    return all.lazy.compactMap { $0 as? any ChangeHost.Type }.first {
      $0.changedTables.contains(table)
    }
  }
}
