import SQLite
import SyncProtocol

/// A zone that what the hub sends of it cannot be shown: it stays as it was, or away, and the
/// others go on. It is taken anew from its snapshot with the next pull, and now and then from then
/// on.
public struct ZoneAside: Equatable, Sendable {
  public enum Reason: String, Sendable {
    /// The hub's store is damaged there, or a newer hub says what this program cannot read.
    case unreadable
    /// Something in it refers to what is not there.
    case inconsistent
    /// This program's tables do not take it.
    case unstorable
    /// The hub was restored from a backup and does not know it any more, or not that the account is
    /// in it. It stays as it was, and is there again when somebody who was in it has handed it
    /// back.
    case forgotten
  }

  public let zone: ZoneID
  public let reason: Reason
  /// For logs and developers.
  public let detail: String
  /// Since when, milliseconds since 1970.
  public let since: Int64
  /// How often it was taken anew in vain.
  public let tries: Int
  /// When it is taken anew next, milliseconds since 1970.
  public let nextTryAt: Int64
  /// The head that is told to the hub meanwhile, so that it sends little of it.
  let head: Int64
  /// The version of the schema that could not show it: a newer program tries at once.
  let schemaVersion: Int

  /// The longest pause between two tries, and the first.
  package static let maxPauseMilliseconds: Int64 = 6 * 3_600_000
  static let minPauseMilliseconds: Int64 = 60_000

  static let columns = "zoneID, reason, detail, since, tries, nextTryAt, head, schemaVersion"

  init(_ row: Statement) {
    zone = row.text(0)
    // A newer program's reason is one all the same.
    reason = Reason(rawValue: row.text(1)) ?? .unreadable
    detail = row.text(2)
    since = row.integer(3)
    tries = Int(row.integer(4))
    nextTryAt = row.integer(5)
    head = row.integer(6)
    schemaVersion = Int(row.integer(7))
  }
}

/// Zones in which what was pulled cannot be applied. The transaction is rolled back and tried again
/// without them.
struct ZoneTrouble: Error {
  var zones: [ZoneID: (reason: ZoneAside.Reason, detail: String)]

  init(_ zone: ZoneID, _ reason: ZoneAside.Reason, _ detail: String) {
    zones = [zone: (reason, detail)]
  }

  init(_ zones: [ZoneID: (reason: ZoneAside.Reason, detail: String)]) { self.zones = zones }
}

/// Rolls back what cannot be applied before some zone has been taken anew.
struct FreshTrouble: Error {}

extension Replica {
  /// The zones that are set aside.
  public func zonesAside() throws -> [ZoneAside] { try Self.zonesAside(in: connection) }

  public static func zonesAside(in connection: Connection) throws -> [ZoneAside] {
    try connection.query("SELECT \(ZoneAside.columns) FROM syncAside ORDER BY zoneID") {
      ZoneAside($0)
    }
  }

  /// Takes them anew with the next pull: a person asks for it.
  public func retryAside() throws {
    try transaction { _ = try connection.execute("UPDATE syncAside SET nextTryAt = 0") }
  }

  /// What of a pull is left out, and what is taken anew.
  func asideAtBeginning() throws -> (left: [ZoneID: ZoneAside], retried: Set<ZoneID>) {
    var left: [ZoneID: ZoneAside] = [:]
    var retried: Set<ZoneID> = []
    let now = environment.now()
    for aside in try zonesAside() where aside.reason != .forgotten {
      let isDue =
        aside.tries == 0 || aside.nextTryAt <= now || now < aside.since
        || aside.schemaVersion != schema.version
      if isDue { retried.insert(aside.zone) } else { left[aside.zone] = aside }
    }
    return (left, retried)
  }

  /// Whether some zone in trouble was not taken anew yet.
  func isFresh(_ trouble: ZoneTrouble, _ session: PullSession) -> Bool {
    if isPlanted(.freshTroubleAlone) { return false }
    return trouble.zones.keys.contains {
      !session.retried.contains($0) && session.aside[$0] == nil
    }
  }

  /// Notes in which zones the cut could not be applied, and, where it is applied to the others,
  /// that it could there: part of the transaction that applies it.
  func noteAside(
    _ troubled: ZoneTrouble, _ session: PullSession, _ cut: Cut, isApplied: Bool
  ) throws {
    let heads = Dictionary(uniqueKeysWithValues: cut.zones.map { ($0.zone, $0.head) })
    let known = Dictionary(uniqueKeysWithValues: try zonesAside().map { ($0.zone, $0) })
    let now = environment.now()
    for (zone, (reason, detail)) in troubled.zones {
      let old = known[zone]
      let tries = session.retried.contains(zone) ? (old?.tries ?? 0) + 1 : old?.tries ?? 0
      let pause = min(
        ZoneAside.minPauseMilliseconds << Int64(min(tries, 12)), ZoneAside.maxPauseMilliseconds)
      try connection.execute(
        """
        INSERT INTO syncAside (\(ZoneAside.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (zoneID) DO UPDATE SET reason = excluded.reason, detail = excluded.detail,
          tries = excluded.tries, nextTryAt = excluded.nextTryAt, head = excluded.head,
          schemaVersion = excluded.schemaVersion
        """, .text(zone), .text(reason.rawValue), .text(detail), .integer(old?.since ?? now),
        .integer(Int64(tries)), .integer(now + pause), .integer(heads[zone] ?? 0),
        .integer(Int64(schema.version)))
    }
    guard isApplied else { return }
    for (zone, aside) in known where troubled.zones[zone] == nil && aside.reason != .forgotten {
      if session.aside[zone] != nil, let head = heads[zone] {
        // Nobody needs to be sent again what is left out.
        try connection.execute(
          "UPDATE syncAside SET head = ? WHERE zoneID = ?", .integer(head), .text(zone))
      } else {
        try connection.execute("DELETE FROM syncAside WHERE zoneID = ?", .text(zone))
      }
    }
  }

  /// Whether a zone was set aside just now and is to be taken anew at once.
  func hasFreshAside() throws -> Bool {
    try connection.first("SELECT 1 FROM syncAside WHERE tries = 0 LIMIT 1") { _ in true } ?? false
  }

  /// Zones in which something refers to nothing, once everything is applied.
  func checkReferences() throws {
    guard connection.hasUnresolvedForeignKeys else { return }
    let trouble = ZoneTrouble(try danglingZones())
    // Nobody can say where it is: everything is loaded anew.
    guard !trouble.zones.isEmpty else { throw ReplicaError.inconsistentCut }
    throw trouble
  }
}

extension LocalTables {
  /// What is wrong with the shape of an effect's values, whoever sent them: what is stored by
  /// column must be a value, and an aggregate must be what its schema says. `nil` when nothing is.
  func misshapen(_ effect: Effect) -> String? {
    guard effect.kind != .drop, let table = schema.table(effect.table) else { return nil }
    for (name, value) in effect.registers {
      guard let register = table.register(name) else { continue }
      if register.rule == .aggregate {
        guard Self.isContent(value, of: register) else { return "\(effect.key).\(name)" }
      } else if !value.isPlain {
        return "\(effect.key).\(name)"
      }
    }
    return nil
  }

  private static func isContent(_ value: FieldValue, of register: RegisterSchema) -> Bool {
    guard case .map(let map) = value else { return false }
    for (key, part) in map {
      guard let child = register.child, key == child.table else {
        guard part.isPlain else { return false }
        continue
      }
      guard case .list(let rows) = part else { return false }
      for row in rows {
        guard case .map(let columns) = row, columns.allSatisfy({ $0.value.isPlain }) else {
          return false
        }
      }
    }
    return true
  }
}

extension FieldValue {
  /// Whether it fits into one column.
  fileprivate var isPlain: Bool {
    switch self {
    case .list, .map: false
    case .null, .integer, .real, .text, .blob: true
    }
  }
}
