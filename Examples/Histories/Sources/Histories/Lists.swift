import Replica
import SQLite
import SyncProtocol

/// What can be asked of the lists: plain SQL, on what the replica shows.
enum Lists {
  static func values(of list: String, in connection: Connection) throws -> [Int64] {
    try connection.query(
      "SELECT value FROM elements WHERE list = ? ORDER BY position, id", .text(list)
    ) { $0.integer(0) }
  }

  static func all(in connection: Connection) throws -> [String: [Int64]] {
    let lists = try connection.query("SELECT DISTINCT list FROM elements") { $0.text(0) }
    return try Dictionary(
      uniqueKeysWithValues: lists.map { ($0, try values(of: $0, in: connection)) })
  }

  /// The home that a list's key begins with.
  static func home(of list: String, in connection: Connection) throws -> ZoneID {
    let name = String(list.prefix { $0 != ":" })
    let id = try connection.first("SELECT id FROM homes WHERE name = ?", .text(name)) {
      $0.text(0)
    }
    guard let id else { throw Failure("there is no home \(name) here") }
    return id
  }

  /// Answers the reads of a transaction that writes nothing.
  static func answers(
    to operations: [MicroOperation], in connection: Connection
  ) throws -> [MicroOperation] {
    try operations.map { .read(list: $0.list, values: try values(of: $0.list, in: connection)) }
  }
}

extension WriteTransaction {
  func makeHome(_ name: String) throws {
    try connection.execute("INSERT INTO homes VALUES (?, ?)", .text(newID()), .text(name))
  }

  /// Does one step after the other, and returns them with what was read.
  func run(_ operations: [MicroOperation]) throws -> [MicroOperation] {
    try operations.map { operation in
      switch operation {
      case .append(let list, let value):
        // Behind everything that is here. That is the end of the list for everybody only where the
        // hub is asked whether the home is still as it is here.
        try connection.execute(
          """
          INSERT INTO elements (id, homeID, list, position, value)
          VALUES (?, ?, ?, (SELECT coalesce(max(position), 0) + 1 FROM elements WHERE list = ?), ?)
          """, .text(newID()), .text(try Lists.home(of: list, in: connection)), .text(list),
          .text(list), .integer(value))
        return operation
      case .remove(let list, let value):
        try connection.execute(
          "DELETE FROM elements WHERE list = ? AND value = ?", .text(list), .integer(value))
        return operation
      case .read(let list, _):
        return .read(list: list, values: try Lists.values(of: list, in: connection))
      }
    }
  }
}
