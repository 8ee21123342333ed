import SQLite
import SyncProtocol

/// A zone that cannot be shown as the hub sends it.
///
/// It stays as it was, or absent, while the other zones go on. The next pull loads it anew from its
/// snapshot, and later pulls do so again at growing intervals.
public struct ZoneAside: Equatable, Sendable {
  public enum Reason: String, Sendable {
    /// The hub's store is damaged there, or a newer hub sends something that this program cannot
    /// read.
    case unreadable
    /// A record in it refers to one that does not exist.
    case inconsistent
    /// This program's tables cannot store it.
    case unstorable
    /// The hub was restored from a backup and does not know the zone any more, or does not know
    /// that the account is in it.
    ///
    /// The zone stays as it was; it is back once a participant has handed it back.
    case forgotten
  }

  public let zone: ZoneID
  public let reason: Reason
  /// For logs and developers.
  public let detail: String
  /// When it was set aside, milliseconds since 1970.
  public let since: Int64
  /// How often loading it anew has failed.
  public let tries: Int
  /// When it is loaded anew next, milliseconds since 1970.
  public let nextTryAt: Int64
  /// The head that pulls name to the hub meanwhile, so that it sends little of this zone.
  let head: Int64
  /// The version of the schema that could not show the zone; a program with another one tries at
  /// once.
  let schemaVersion: Int

  /// The longest pause between two tries, and below it the shortest.
  package static let maxPauseMilliseconds: Int64 = 6 * 3_600_000
  static let minPauseMilliseconds: Int64 = 60_000

  static let columns = "zoneID, reason, detail, since, tries, nextTryAt, head, schemaVersion"

  init(_ row: Statement) {
    zone = row.text(0)
    // A reason that only a newer program knows is read as `unreadable`.
    reason = Reason(rawValue: row.text(1)) ?? .unreadable
    detail = row.text(2)
    since = row.integer(3)
    tries = Int(row.integer(4))
    nextTryAt = row.integer(5)
    head = row.integer(6)
    schemaVersion = Int(row.integer(7))
  }
}

/// Zones to which the pulled changes cannot be applied. The transaction is rolled back and tried
/// again without them.
struct ZoneTrouble: Error {
  var zones: [ZoneID: (reason: ZoneAside.Reason, detail: String)]

  init(_ zone: ZoneID, _ reason: ZoneAside.Reason, _ detail: String) {
    zones = [zone: (reason, detail)]
  }

  init(_ zones: [ZoneID: (reason: ZoneAside.Reason, detail: String)]) { self.zones = zones }
}

/// Rolls back an apply because some zone in trouble must be loaded anew first.
struct FreshTrouble: Error {}

extension Replica {
  /// The zones that are set aside.
  public func zonesAside() throws -> [ZoneAside] { try Self.zonesAside(in: connection) }

  public static func zonesAside(in connection: Connection) throws -> [ZoneAside] {
    try connection.query("SELECT \(ZoneAside.columns) FROM syncAside ORDER BY zoneID") {
      ZoneAside($0)
    }
  }

  /// Has the next pull load all of them anew; for when a person asks for it.
  public func retryAside() throws {
    try transaction { _ = try connection.execute("UPDATE syncAside SET nextTryAt = 0") }
  }

  /// The zones that a new pull leaves out, and those that it loads anew.
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

  /// Whether some zone in trouble has not been loaded anew yet.
  func isFresh(_ trouble: ZoneTrouble, _ session: PullSession) -> Bool {
    if isPlanted(.freshTroubleAlone) { return false }
    return trouble.zones.keys.contains {
      !session.retried.contains($0) && session.aside[$0] == nil
    }
  }

  /// Records the zones to which the cut could not be applied. If it is applied to the others, also
  /// records that they are no longer set aside, in the transaction that applies it.
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
        // The hub need not send again what this pull has left out.
        try connection.execute(
          "UPDATE syncAside SET head = ? WHERE zoneID = ?", .integer(head), .text(zone))
      } else {
        try connection.execute("DELETE FROM syncAside WHERE zoneID = ?", .text(zone))
      }
    }
  }

  /// Whether a zone has just been set aside, so that it must be loaded anew at once.
  func hasFreshAside() throws -> Bool {
    try connection.first("SELECT 1 FROM syncAside WHERE tries = 0 LIMIT 1") { _ in true } ?? false
  }

  /// Throws the zones with dangling references, if any are left once everything is applied.
  func checkReferences() throws {
    guard connection.hasUnresolvedForeignKeys else { return }
    let trouble = ZoneTrouble(try danglingZones())
    // No row says which zone it is in: everything is loaded anew.
    guard !trouble.zones.isEmpty else { throw ReplicaError.inconsistentCut }
    throw trouble
  }
}

extension LocalTables {
  /// What is wrong with the shape of an effect's values, whoever sent them; `nil` if nothing.
  ///
  /// A register of one column must hold a plain value, and an aggregate must have the form that the
  /// schema gives it.
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
  /// Whether the value fits into one column.
  fileprivate var isPlain: Bool {
    switch self {
    case .list, .map: false
    case .null, .integer, .real, .text, .blob: true
    }
  }
}
