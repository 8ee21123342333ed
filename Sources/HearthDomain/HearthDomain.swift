import Families
import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// The areas of the domain, put together: what the hub and every replica know about tables, and
/// what a replica derives from them. Sync knows the whole only as a `SyncSchema`.
package enum HearthDomain {
  private static let areas: [any DomainArea.Type] = [
    Household.self, Things.self, Finances.self, Families.self,
  ]

  /// Grows with every change of the tables of any area.
  private static let version = 7

  /// What hub and replicas know about all tables.
  package static let schema = make(
    areas.reduce(into: [:]) { kinds, area in
      kinds.merge(area.zoneKinds) { _, _ in preconditionFailure("two areas have one kind of zone") }
    })

  private static func make(_ kinds: [ZoneKind: ZoneKindSchema]) -> SyncSchema {
    SyncSchema(version: version, tables: areas.flatMap { $0.tables }, zoneKinds: kinds)
  }

  /// The schema of a hub on which one account may own `maxOwnedHomes` homes.
  ///
  /// Replicas do not count: a home too many that was made offline is refused by the hub, and
  /// parked.
  package static func schema(maxOwnedHomes: Int) -> SyncSchema {
    var kinds = schema.zoneKinds
    kinds[.home]?.maxOwned = maxOwnedHomes
    return make(kinds)
  }

  /// How many scripts of which area were shipped one after the other. New scripts go to the end,
  /// whichever area they are of.
  private static let shipped: [(area: any DomainArea.Type, scripts: Int)] = [
    (Things.self, 13), (Finances.self, 1), (Families.self, 1), (Finances.self, 1),
  ]

  /// Scripts that migrate a replica's file, in the order in which they were shipped.
  package static let migrations: [String] = {
    var taken: [String: Int] = [:]
    let scripts = shipped.flatMap { area, count in
      let start = taken["\(area)", default: 0]
      taken["\(area)"] = start + count
      return area.migrations[start..<start + count]
    }
    precondition(
      scripts.count == areas.reduce(0) { $0 + $1.migrations.count },
      "a script of an area is not in the list of what was shipped")
    return scripts
  }()

  /// The names of the fields that people fill in, by table, in the order in which they are told.
  package static let fieldNames: [String: [String]] = areas.reduce(into: [:]) { names, area in
    names.merge(area.fieldNames) { _, _ in preconditionFailure("two areas have one table") }
  }

  /// The parts of a replica that are not read while what is shared is hidden (I1-3).
  ///
  /// - Parameter isOn: asked before each read; it must not block.
  package static func hiding(_ isOn: @escaping @Sendable () throws -> Bool) -> Hiding {
    Hiding(
      tables: areas.flatMap { $0.localTables },
      naming: areas.reduce(into: [:]) { $0.merge($1.naming) { first, _ in first } }, isOn: isOn)
  }

  /// Derives local tables anew where they are missing or were derived by other rules.
  package static func settle(
    _ connection: Connection, _ sources: DomainSources = .builtIn
  ) throws {
    for area in areas { try area.settle(connection, sources) }
  }

  /// Brings local tables up to date with records that the open transaction has changed.
  package static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources = .builtIn
  ) throws {
    for area in areas { try area.refresh(connection, changed: changed, sources) }
  }

  /// What goes along in an archive of everything, beside homes.
  package static func archived(in connection: Connection) throws -> [ArchivedDocument] {
    try areas.flatMap { try $0.archived(in: connection) }
  }

  /// Erases what is gone from local tables, a step at a time; returns whether there is more to do.
  ///
  /// - Parameter now: milliseconds since 1970.
  package static func eraseRemoved(
    _ connection: Connection, now: Int64, _ sources: DomainSources
  ) throws -> Bool {
    for area in areas where try area.eraseRemoved(connection, now: now, sources) { return true }
    return false
  }
}

/// Updates local tables in the same transactions that change the rows.
package struct DomainObserver: Replica.Observer {
  private let sources: DomainSources

  package init(_ sources: DomainSources = .builtIn) { self.sources = sources }

  package func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
    try HearthDomain.refresh(connection, changed: Array(keys), sources)
  }
}
