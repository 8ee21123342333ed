import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// A home or a group: what an account has as a whole, listed by name.
protocol ListedZone: Record {
  var nameKey: String { get }
  /// Milliseconds since 1970.
  var createdAt: Int64 { get }
}

extension Home: ListedZone {}
extension Group: ListedZone {}

extension ListedZone {
  /// The members of its JSON that nobody enters.
  static var heading: [JSON.Member] {
    [
      .init("id", ["type": "string"]),
      .init(
        "role",
        [
          "type": "string", "enum": ["owner", "editor", "viewer"],
          "description": "What the account may do in it.",
        ]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ]
  }

  func heading(_ role: Role) -> [JSON.Member] {
    [
      .init("id", .string(id)), .init("role", .string(role.word)),
      .init("createdAt", .string(TimeText.text(createdAt))),
    ]
  }
}

extension Call {
  /// A page of the account's homes or groups.
  ///
  /// - Parameter show: makes what shows a row, for one page; `nil` leaves the row out.
  func zones<Row: ListedZone>(
    _ show: @escaping @Sendable (Connection) throws -> (Row) throws -> JSON?
  ) async throws -> Reply {
    let (cursor, limit, onlyHome) = (try nameCursor(), limit, onlyHome)
    return .json(
      try await read { connection in
        let show = try show(connection)
        if let onlyHome {
          // A token of one home or group learns of no other, not even by a cursor.
          let row = cursor == nil ? try Row.find(onlyHome, in: connection) : nil
          return Page.json(try row.flatMap(show).map { [$0] } ?? [], next: nil)
        }
        let page = try NamePage<Row>(
          home: nil, after: cursor, limit: limit, key: \.nameKey, in: connection)
        return Page.json(try page.rows.compactMap(show), next: page.next?.description)
      })
  }

  /// Deletes a home or a group for everybody, as the hub knows it now.
  func deleteZone<Result: Sendable>(
    _ zone: ZoneID, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await workspace.write(
      relyingOn: Replica.Reliance(zones: [zone], accountList: true), body)
  }
}
