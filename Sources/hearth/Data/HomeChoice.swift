import FoundationEssentials
import Household
import SQLite
import SyncProtocol
import Things

/// Finds the home that a person names on the command line.
enum HomeChoice {
  /// One of an account's homes, by its id, or by its name if that is unique.
  static func find(_ wanted: String, in connection: Connection) throws -> HomeList.Row {
    guard let home = try look(for: wanted, in: connection) else {
      throw none(wanted, in: try HomeList.rows(in: connection))
    }
    return home
  }

  /// One of an account's homes; `nil` if none has that name, so that one can be created. An unknown
  /// id is refused, not taken for a name.
  static func look(for wanted: String, in connection: Connection) throws -> HomeList.Row? {
    let key = NameKey.make(wanted)
    let homes = try HomeList.rows(in: connection)
    let found = homes.filter { $0.id == wanted || NameKey.make($0.name) == key }
    if found.isEmpty, UUID(uuidString: wanted) != nil { throw none(wanted, in: homes) }
    guard found.count < 2 else {
      let ids = found.map(\.id).joined(separator: ", ")
      throw CommandFailure.refused(
        "several homes are called '\(wanted)'; say which by its id: \(ids)")
    }
    return found.first
  }

  private static func none(_ wanted: String, in homes: [HomeList.Row]) -> CommandFailure {
    let names = homes.isEmpty ? "none" : homes.map(\.name).joined(separator: ", ")
    return .refused("there is no home '\(wanted)'; there are: \(names)")
  }
}
