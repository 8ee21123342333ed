import Household
import SQLite
import SyncProtocol

/// The home that somebody names on a command line.
enum HomeChoice {
  /// One of an account's homes by its id, or by its name when only one has that name.
  static func find(_ wanted: String, in connection: Connection) throws -> HomeList.Row {
    let key = NameKey.make(wanted)
    let homes = try HomeList.rows(in: connection)
    let found = homes.filter { $0.id == wanted || NameKey.make($0.name) == key }
    guard let home = found.first else {
      let names = homes.isEmpty ? "none" : homes.map(\.name).joined(separator: ", ")
      throw CommandFailure.refused("there is no home '\(wanted)'; there are: \(names)")
    }
    guard found.count == 1 else {
      let ids = found.map(\.id).joined(separator: ", ")
      throw CommandFailure.refused(
        "several homes are called '\(wanted)'; say which by its id: \(ids)")
    }
    return home
  }
}
