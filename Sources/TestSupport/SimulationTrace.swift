import Glibc
import HubSQLite
import SQLite
import SyncProtocol

/// Writes down what came to the hub of each history and what it answered, as JSON lines: what
/// `tools/second-opinion` judges anew. `docs/second-opinion.md` describes the lines.
///
/// It only looks: the same seed gives the same history with it and without it.
/// `@unchecked Sendable` because histories run on one thread, one after the other.
package final class SimulationTrace: @unchecked Sendable {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// What was told of the hub last, by key: only what has changed is told again.
  private var told: [String: [UInt8]] = [:]
  /// Whether something but pushes may have changed the hub since it was looked at.
  private var hasCalled = false
  /// A push that ended with the hub, whose answers nobody has heard.
  private var unanswered: (request: PushRequest, account: AccountID, now: Int64)?

  /// The file cannot be written.
  package struct Failure: Error, CustomStringConvertible {
    let path: String

    package var description: String {
      "cannot write \(path): name a file in a folder that is there, on a disk with room"
    }
  }

  /// - Parameter path: of the file, which is begun anew.
  package init(path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(path: path) }
    self.file = file
    setvbuf(file, nil, _IOFBF, 1 << 20)
    self.path = path
  }

  /// Writes what is left and closes the file; nothing is written after that.
  package func close() throws {
    guard fclose(file) == 0 else { throw Failure(path: path) }
  }

  /// One line: an object of `fields`, whose values are JSON.
  private func write(_ event: String, _ fields: [(String, [UInt8])]) throws {
    var line: [UInt8] = Array("{\"e\":\"\(event)\"".utf8)
    for (name, value) in fields {
      line += Array(",\"\(name)\":".utf8) + value
    }
    line += Array("}\n".utf8)
    guard fwrite(line, 1, line.count, file) == line.count else { throw Failure(path: path) }
  }

  /// Tells everything the next time that the hub is looked at: it was put back to another moment.
  func tellAll() { told = told.mapValues { _ in [] } }

  // MARK: Events

  /// - Parameters:
  ///   - maxOwnedRecords: how many records the hub lets an account own.
  ///   - subject: whose schema is told.
  func begin(
    seed: UInt64, now: Int64, maxOwnedRecords: Int, of subject: any SimulatedSubject
  ) throws {
    told = [:]
    hasCalled = true
    unanswered = nil
    try write(
      "history",
      [
        ("seed", Array("\(seed)".utf8)), ("now", json(now)),
        ("maxOwnedRecords", json(Int64(maxOwnedRecords))),
        ("schema", Self.schema(of: subject).wireBytes),
      ])
  }

  /// Something is about to be asked of the hub that is no push.
  func call(_ name: String, _ arguments: [String?], now: Int64) throws {
    hasCalled = true
    let list = FieldValue.list(arguments.map { $0.map { .text($0) } ?? .null })
    try write("call", [("name", quoted(name)), ("args", list.wireBytes), ("now", json(now))])
  }

  func push(
    _ request: PushRequest, _ response: PushResponse, by account: AccountID, now: Int64
  ) throws {
    try write(
      "push",
      [
        ("now", json(now)), ("account", quoted(account)), ("request", request.wireBytes),
        ("response", response.wireBytes),
      ])
  }

  /// A push that the hub did not live to answer: what it has kept shows when it is looked at.
  func lostPush(_ request: PushRequest, by account: AccountID, now: Int64) {
    unanswered = (request, account, now)
  }

  /// A push that the hub neither answered nor died of.
  func failedPush(
    _ request: PushRequest, by account: AccountID, now: Int64, _ error: any Error
  ) throws {
    try write(
      "push",
      [
        ("now", json(now)), ("account", quoted(account)), ("request", request.wireBytes),
        ("failed", quoted("\(error)")),
      ])
  }

  /// Tells what the hub keeps of zones and who is in them, where it is not as it was told last.
  func look(at store: HubSQLite) throws {
    let failure = store.connection.injectedFailure
    store.connection.injectedFailure = nil
    defer { store.connection.injectedFailure = failure }
    try tellUnanswered(store)
    var news: [(String, [UInt8])] = []
    let rows = try rows(of: store.connection)
    for (key, row) in rows where told[key] != row {
      told[key] = row
      news.append((key, row))
    }
    let there = Set(rows.map(\.0))
    for key in told.keys.filter({ !there.contains($0) }).sorted() {
      told[key] = nil
      news.append((key, Array("null".utf8)))
    }
    let isCall = hasCalled
    hasCalled = false
    guard isCall || !news.isEmpty else { return }
    let all = news.map { "\"\($0.0)\":".utf8 + $0.1 }.joined(separator: ",".utf8)
    try write(
      "facts",
      [
        ("after", quoted(isCall ? "call" : "push")),
        ("facts", Array("{".utf8) + Array(all) + Array("}".utf8)),
      ])
  }

  private func tellUnanswered(_ store: HubSQLite) throws {
    guard let (request, account, now) = unanswered else { return }
    unanswered = nil
    let kept = try store.read { reader in
      let owner = try reader.owner(ofReplica: request.replica)
      guard owner == account else { return [FieldValue.text("null")] }
      return try request.changeSets.map { changeSet in
        guard let judged = try reader.judged(changeSet.id), let answer = judged.answer else {
          return FieldValue.text("null")
        }
        return .text(String(decoding: answer.told.wireBytes, as: UTF8.self))
      }
    }
    let acknowledged = try store.read { try $0.acknowledged(ofReplica: request.replica) }
    let answers = kept.compactMap(\.text).joined(separator: ",")
    try write(
      "push",
      [
        ("now", json(now)), ("account", quoted(account)), ("request", request.wireBytes),
        ("kept", Array("[\(answers)]".utf8)), ("acknowledged", json(acknowledged)),
      ])
  }

  /// What the end of a history is compared by.
  func end(_ rows: [(String, [UInt8])]) throws { try write("end", rows) }

  func final(_ name: String, _ rows: [(String, [UInt8])]) throws { try write(name, rows) }

  // MARK: What the hub keeps

  private static let queries: [(name: String, sql: String)] = [
    ("hub", "SELECT 'state', epoch, recoveringUntil FROM state"),
    ("former", "SELECT epoch, lastNumber FROM formerEpochs ORDER BY epoch"),
    (
      "zone",
      "SELECT id, head, isAlive, mergedInto FROM zones ORDER BY id"
    ),
    (
      "grant",
      "SELECT zoneID || ' ' || accountID, role, grantID FROM grants ORDER BY zoneID, accountID"
    ),
    ("share", "SELECT zoneID, familyID, parents, children FROM familyShares ORDER BY zoneID"),
    (
      "kept",
      """
      SELECT zoneID || ' ' || accountID, direct, isOut FROM familyShareMembers
      ORDER BY zoneID, accountID
      """
    ),
    ("floor", "SELECT id, floor FROM zones ORDER BY id"),
    ("deleted", "SELECT zoneID, isPurging FROM deletedZones ORDER BY zoneID"),
    (
      "upload",
      "SELECT accountID || ' ' || blob, 1 FROM blobUploads ORDER BY accountID, blob"
    ),
    (
      "emptied",
      """
      SELECT zoneID || ' ' || id, json_extract(CAST(content AS TEXT), '$[3]') FROM records
      WHERE isEmptied = 1 AND tableName NOT IN ('participants', 'invites') ORDER BY zoneID, id
      """
    ),
    ("list", "SELECT accountID, sequence FROM accountSequences ORDER BY accountID"),
    (
      "hold",
      """
      SELECT zoneID, replica, accountID, since, until, nextReplica, nextUntil FROM holds
      ORDER BY zoneID
      """
    ),
  ]

  private func rows(of connection: Connection) throws -> [(String, [UInt8])] {
    try Self.queries.flatMap { name, sql in
      try connection.query(sql) { row in
        let values = (1..<row.columnCount).map { FieldValue(row.value($0)) }
        return ("\(name) \(row.text(0))", FieldValue.list(values).wireBytes)
      }
    }
  }
}

private func quoted(_ text: String) -> [UInt8] { FieldValue.text(text).wireBytes }
private func json(_ number: Int64) -> [UInt8] { FieldValue.integer(number).wireBytes }

extension FieldValue {
  /// A value of SQLite.
  init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let integer): self = .integer(integer)
    case .real(let real): self = .real(real)
    case .text(let text): self = .text(text)
    case .blob(let blob): self = .blob(blob)
    }
  }
}
