import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// One page of a list in a response.
enum Page {
  /// The schema of a page of records whose own schema is called `name`.
  static func schema(of name: String) -> JSON.Member {
    .init(
      "\(name)Page",
      [
        "type": "object", "additionalProperties": false, "required": ["items", "next"],
        "properties": [
          "items": [
            "type": "array", "items": ["$ref": .string("#/components/schemas/\(name)")],
          ],
          "next": [
            "type": ["string", "null"],
            "description": "`cursor` of the next page; null on the last one.",
          ],
        ],
      ])
  }

  static func json(_ items: [JSON], next: String?) -> JSON {
    ["items": .array(items), "next": JSON(next)]
  }

  static let badCursor = Problem.badQuery([
    Problem.Fault("cursor", "unknown_cursor", "must be `next` of a page of this very list")
  ])
}

extension Call {
  /// The position after which a list in order of name continues; `nil` for the first page.
  func nameCursor() throws(Problem) -> NameCursor? {
    guard let text = query("cursor") else { return nil }
    guard let cursor = NameCursor(text) else { throw Page.badCursor }
    return cursor
  }

  /// Throws unless the account has access to the home and the token covers it.
  func requireHome(_ id: String, in connection: Connection) throws {
    try require(id)
    guard try Home.find(id, in: connection) != nil else { throw Problem.notFound }
  }

  /// The item that the call names. Throws unless it is there and the token covers it.
  func item(in connection: Connection) throws -> Item {
    guard let item = try Item.find(path("itemID"), in: connection) else { throw Problem.notFound }
    try require(item.homeID)
    return item
  }

  /// Throws also when the account may only view the home. Call it before long work that ends in a
  /// write.
  func requireWritable(_ id: String, in connection: Connection) throws {
    try requireHome(id, in: connection)
    guard try Role.own(in: id, connection) != .readOnly else { throw Problem.readOnlyHome }
  }
}

extension Call {
  /// Throws when others would lose access to the home and the token's scope does not include
  /// sharing.
  func requireSharing(ifOthersHave home: ZoneID, in connection: Connection) throws {
    guard !token.scope.includes(.sharing),
      try Participant.all(home: home, in: connection).count > 1
    else { return }
    throw Problem(
      .forbidden, "scope", "others have this, too; use a token that may share")
  }
}

extension Role {
  /// The account's role in a home that it has access to.
  static func own(in home: ZoneID, _ connection: Connection) throws -> Role {
    // A home being created in this transaction has no row yet, and belongs to its creator.
    try ZoneRow.find(home, in: connection)?.role ?? .owner
  }

  /// The role's name in the API.
  var word: String {
    switch self {
    case .owner: "owner"
    case .readWrite: "editor"
    case .readOnly: "viewer"
    }
  }
}
