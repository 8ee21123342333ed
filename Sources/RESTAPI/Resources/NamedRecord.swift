import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The fields of a home's record that a request can send.
protocol RecordDraft: Sendable {
  init()
  var homeID: ZoneID { get }
}

/// A record that is listed by name within its home: a label, a location or a policy. The handlers
/// are the same for all of them; the fields and the use cases differ.
protocol NamedRecord: Record {
  associatedtype Draft: RecordDraft

  /// The path of the collection.
  static var path: String { get }
  /// The parameter that names one record in a path.
  static var parameter: Parameter { get }
  static var shape: Shape<Draft> { get }
  var homeID: ZoneID { get }
  var nameKey: String { get }
  /// Milliseconds since 1970.
  var createdAt: Int64 { get }
  /// The record's fields as a draft.
  var draft: Draft { get }

  static func add(_ draft: Draft, _ transaction: WriteTransaction) throws -> Self
  /// Changes the record to match the draft, and returns it.
  func change(to draft: Draft, _ transaction: WriteTransaction) throws -> Self
  func delete(_ transaction: WriteTransaction) throws
  /// The record as somebody sees it who may not see amounts.
  var withoutAmounts: Self { get }
}

extension NamedRecord {
  var withoutAmounts: Self { self }

  /// The record as the account sees it.
  func seen(in connection: Connection) throws -> Self {
    try AmountVeil.hides(homeID, in: connection) ? withoutAmounts : self
  }
}

extension NamedRecord {
  var json: JSON { Self.json(id: id, createdAt: TimeText.text(createdAt), draft) }

  static func json(id: RecordID, createdAt: String, _ draft: Draft) -> JSON {
    .object(
      [.init("id", .string(id)), .init("createdAt", .string(createdAt))] + shape.shown(draft))
  }
}

/// The handlers of the operations on such records.
enum NamedHandlers<Row: NamedRecord> {
  static func list(_ call: Call) async throws -> Reply {
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    let home = call.query("homeID") ?? ""
    return .json(
      try await call.read { connection in
        try call.requireHome(home, in: connection)
        let page = try NamePage<Row>(
          home: home, after: cursor, limit: limit, key: \.nameKey, in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.description)
      })
  }

  static func get(_ call: Call) async throws -> Reply {
    .record(try await call.read { try find(call, in: $0).json })
  }

  static func add(_ call: Call) async throws -> Reply {
    var draft = Row.Draft()
    try Row.shape.take(call.body, into: &draft, isNew: true)
    try call.require(draft.homeID)
    let json = try await call.write { [draft] in
      try Row.add(draft, $0).seen(in: $0.connection).json
    }
    return .added(json, to: Row.path)
  }

  static func change(_ call: Call) async throws -> Reply {
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let row = try find(call, in: transaction.connection)
      try call.checkVersion(row.json)
      var draft = row.draft
      try Row.shape.take(call.body, into: &draft, isNew: false)
      return try row.change(to: draft, transaction).seen(in: transaction.connection).json
    }
    return .record(json)
  }

  static func delete(_ call: Call) async throws -> Reply {
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let row = try find(call, in: transaction.connection)
      try call.checkVersion(row.json)
      try row.delete(transaction)
    }
    return .done
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Row {
    guard let row = try Row.find(call.path(Row.parameter.name), in: connection) else {
      throw Problem.notFound
    }
    try call.require(row.homeID)
    return try row.seen(in: connection)
  }
}
