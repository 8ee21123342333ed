import Hub
import HubSQLite
import Replica
import ReplicaHTTP
import SyncProtocol

extension FuzzSubject {
  package static let all = wire + stored + texts + expenses

  /// What lies in files of this program: a damaged one must be noticed, not trusted.
  static let stored = [
    FuzzSubject("registers") { bytes in
      let registers = try bytes.withUnsafeBytes { try RegisterCoding.decode($0) }
      let written = RegisterCoding.encode(
        registers, values: FieldValue.map(registers.values).wireBytes)
      let again = try reading(written) { try $0.withUnsafeBytes { try RegisterCoding.decode($0) } }
      guard again == registers.normalized else { throw FuzzFailure("read back as others") }
    },
    FuzzSubject("registers handed on") { bytes in
      var writer = WireWriter()
      _ = try bytes.withUnsafeBytes {
        try RegisterCoding.writePut(
          $0, of: RecordKey("items", "i1"), aggregates: ["content"], to: &writer)
      }
    },
    FuzzSubject("texts of registers") { bytes in
      _ = try bytes.withUnsafeBytes { try RegisterCoding.texts(of: ["name", "labelID"], in: $0) }
    },
    FuzzSubject("undo") { bytes in
      let written = try StoredUndo.rewritten(bytes)
      let again = try reading(written) { try StoredUndo.rewritten($0) }
      guard again == written else { throw FuzzFailure("written differently") }
    },
    FuzzSubject("former records") { bytes in
      let records = try FormerRecord.list(wireBytes: bytes)
      let again = try reading(FormerRecord.wireBytes(of: records)) {
        try FormerRecord.list(wireBytes: $0)
      }
      guard again == records else { throw FuzzFailure("read back as others") }
    },
    FuzzSubject("counts") { bytes in
      let counts = try RecordCounts.read(bytes)
      let again = try reading(RecordCounts.wireBytes(counts)) { try RecordCounts.read($0) }
      guard again == counts else { throw FuzzFailure("read back as others") }
    },
    FuzzSubject("log entry, looked through", scanned),
  ]

  /// Looking through an entry must not find anything else than reading it.
  @Sendable
  private static func scanned(_ bytes: [UInt8]) throws {
    let scan = try LogEntryScan(bytes)
    let values = try scan.effects.map { try scan.registers(of: $0) }
    // It needs less than the whole entry, so it may read what that refuses.
    guard let entry = try? LogEntry(wireBytes: bytes) else { return }
    guard scan.author == entry.author, scan.committedAt == entry.committedAt,
      Set(scan.zones) == Set(entry.parts.keys), scan.effects.map(\.key) == entry.effects.map(\.key),
      values == entry.effects.map(\.registers)
    else { throw FuzzFailure("finds something else than the entry") }
  }

  /// What is no JSON.
  static let texts = [
    FuzzSubject("change set's id") { bytes in
      guard let id = ChangeSetID(String(decoding: bytes, as: UTF8.self)) else { return }
      guard ChangeSetID(id.description) == id else { throw FuzzFailure("another id") }
      guard Array(id.description.utf8) == bytes else { throw FuzzFailure("written differently") }
    },
    FuzzSubject("secrets") { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if let token = SessionToken(text), token.text.utf8.count != 43 {
        throw FuzzFailure("a token of another length")
      }
      if let secret = AccessSecret(text), !secret.text.hasPrefix(AccessSecret.prefix) {
        throw FuzzFailure("a secret without its beginning")
      }
    },
    FuzzSubject("event stream") { bytes in
      var whole = EventParser()
      var piecemeal = EventParser()
      let pokes = whole.take(bytes)
      var others: [Poke]? = []
      for byte in bytes where others != nil {
        others = piecemeal.take([byte]).map { (others ?? []) + $0 }
      }
      guard pokes == others else { throw FuzzFailure("depends on how it is cut into pieces") }
    },
    FuzzSubject("headers of an answer") { bytes in
      var headers = ReplyHeaders()
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        line.withUnsafeBytes { headers.take($0) }
      }
      if let seconds = headers.retryAfterSeconds, !(0...86_400).contains(seconds) {
        throw FuzzFailure("a wait out of bounds")
      }
      if headers.uploadOffset ?? 0 < 0 || headers.rangeTotal ?? 0 < 0 {
        throw FuzzFailure("less than nothing")
      }
    },
  ]
}
