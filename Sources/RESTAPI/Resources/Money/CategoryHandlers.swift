import Finances
import Household
import Replica
import SQLite
import SyncProtocol

extension Shape<CategoryDetails> {
  /// Of a group.
  static let category = Shape(
    name: "Category", fields: Field.all(CategoryDetails.fields, at: \.self),
    readOnly: [.init("id", ["type": "string"]), .init("groupID", ["type": "string"])])

  /// Of an account's own.
  static let ownCategory = Shape(
    name: "OwnCategory", fields: Field.all(CategoryDetails.fields, at: \.self),
    readOnly: [.init("id", ["type": "string"])])
}

/// The handlers of the operations on the categories of a group or of an account's own.
struct CategoryHandlers<Row: Finances::Category>: Sendable {
  let shape: Shape<CategoryDetails>
  /// What names one of them in an address.
  let parameter: Parameter
  /// Where they are in the JSON; `nil` to leave it out.
  let zoneMember: String?
  /// The zone that a call names. Throws unless the account may read it, or write where that is
  /// asked.
  let zone: @Sendable (Call, Connection, _ writes: Bool) throws -> ZoneID
  let address: @Sendable (Call) -> String
  let adding: @Sendable (CategoryDetails, ZoneID, WriteTransaction) throws -> Row
  let changing: @Sendable (Row, CategoryDetails, WriteTransaction) throws -> Row
  let deleting: @Sendable (Row, WriteTransaction) throws -> Void

  func shown(_ row: Row) -> JSON {
    .object(
      [.init("id", .string(row.id))]
        + (zoneMember.map { [.init($0, .string(row.zoneID))] } ?? [])
        + shape.shown(row.details))
  }

  func list(_ call: Call) async throws -> Reply {
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    return .json(
      try await call.read { connection in
        let page = try NamePage<Row>(
          home: zone(call, connection, false), column: Row.zoneColumn, after: cursor, limit: limit,
          key: \.nameKey, in: connection)
        return Page.json(page.rows.map(shown), next: page.next?.description)
      })
  }

  func get(_ call: Call) async throws -> Reply {
    .record(try await call.read { try shown(find(call, in: $0, writes: false)) })
  }

  func add(_ call: Call) async throws -> Reply {
    var details = CategoryDetails(name: "")
    try shape.take(call.body, into: &details, isNew: true)
    let json = try await call.write { [details] transaction in
      try shown(adding(details, zone(call, transaction.connection, true), transaction))
    }
    return .added(json, to: address(call))
  }

  func change(_ call: Call) async throws -> Reply {
    let json = try await write(call) { row, transaction -> JSON in
      var details = row.details
      try shape.take(call.body, into: &details, isNew: false)
      return try shown(changing(row, details, transaction))
    }
    return .record(json)
  }

  func delete(_ call: Call) async throws -> Reply {
    try await write(call) { try deleting($0, $1) }
    return .done
  }

  private func write<Result: Sendable>(
    _ call: Call, _ body: @escaping @Sendable (Row, WriteTransaction) throws -> Result
  ) async throws -> Result {
    let home = try await call.read { try find(call, in: $0, writes: false).zoneID }
    return try await call.write(in: home) { transaction in
      let row = try find(call, in: transaction.connection, writes: true)
      try call.checkVersion(shown(row))
      return try body(row, transaction)
    }
  }

  private func find(_ call: Call, in connection: Connection, writes: Bool) throws -> Row {
    let zone = try zone(call, connection, writes)
    guard let row = try Row.find(call.path(parameter.name), in: connection), row.zoneID == zone
    else { throw Problem.notFound }
    return row
  }
}

extension CategoryHandlers {
  /// The operations, whose ids end with a word for the kind.
  ///
  /// - Parameter whose: such as “a group's”.
  func operations(
    path: String, _ name: String, whose: String, pathParameters: [Parameter],
    needsAllHomes: Bool = false, deletion: String, example: JSON
  ) -> [Operation] {
    let one = pathParameters + [parameter]
    let taken = "`name_taken`: there is a category of that name."
    let plural = "\(name.dropLast())ies"
    return [
      Operation(
        method: .get, path: path, id: "list\(plural)", summary: "\(whose) categories, by name",
        scope: .read, needsAllHomes: needsAllHomes, pathParameters: pathParameters,
        query: Parameter.paging,
        outcome: .json("\(name)Page", example: Page.json([example], next: nil)),
        handler: { try await list($0) }),
      Operation(
        method: .post, path: path, id: "add\(name)", summary: "Add a category", scope: .write,
        needsAllHomes: needsAllHomes, pathParameters: pathParameters,
        body: .json("New\(name)", example: ["name": "Skiing", "emoji": "⛷️"]), status: .created,
        outcome: .json(name, example: example), isVersioned: true, conflicts: [taken],
        handler: { try await add($0) }),
      Operation(
        method: .get, path: "\(path)/{\(parameter.name)}", id: "get\(name)",
        summary: "One category",
        scope: .read, needsAllHomes: needsAllHomes, pathParameters: one,
        outcome: .json(name, example: example), isVersioned: true,
        handler: { try await get($0) }),
      Operation(
        method: .patch, path: "\(path)/{\(parameter.name)}", id: "change\(name)",
        summary: "Change a category", details: "Only what is sent is changed.", scope: .write,
        needsAllHomes: needsAllHomes, pathParameters: one,
        body: .change("\(name)Change", example: ["emoji": "🎿"]),
        outcome: .json(name, example: example), isVersioned: true, conflicts: [taken],
        handler: { try await change($0) }),
      Operation(
        method: .delete, path: "\(path)/{\(parameter.name)}", id: "delete\(name)",
        summary: deletion,
        scope: .write, needsAllHomes: needsAllHomes, pathParameters: one, status: .noContent,
        outcome: .nothing, isVersioned: true, handler: { try await delete($0) }),
    ]
  }
}
