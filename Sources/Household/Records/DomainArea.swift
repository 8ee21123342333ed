import Rates
import Replica
import SQLite
import SyncProtocol

/// What one area of the domain adds to the file of a replica: tables, rules for its kinds of zone,
/// and what is derived from them. `HearthDomain` puts the areas together.
package protocol DomainArea: SendableMetatype {
  /// The synced tables, parents before their children.
  static var tables: [TableSchema] { get }
  static var zoneKinds: [ZoneKind: ZoneKindSchema] { get }
  /// Scripts that migrate a replica's file, in order. Frozen once shipped.
  static var migrations: [String] { get }
  /// The names of the fields that people fill in, by table, in the order in which they are told.
  static var fieldNames: [String: [String]] { get }
  /// The local tables, and how their rows belong to zones.
  static var localTables: [Hiding.Table] { get }
  /// Columns of synced tables that hold the id of another zone.
  static var naming: [String: [String]] { get }

  /// Derives the local tables anew, in the open transaction, if they are missing or were derived by
  /// other rules. Called when a file is opened.
  static func settle(_ connection: Connection, _ sources: DomainSources) throws
  /// Brings the local tables up to date with records that were inserted, changed or deleted in the
  /// open transaction.
  static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws
  /// What goes along in an archive of everything, beside homes.
  static func archived(in connection: Connection) throws -> [ArchivedDocument]
  /// Erases what is gone from local tables that keep it, a step at a time.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: whether there is more to do.
  static func eraseRemoved(
    _ connection: Connection, now: Int64, _ sources: DomainSources
  ) throws -> Bool
}

/// What local tables are derived from, beside the records of a replica.
package struct DomainSources: Sendable {
  package let rates: CurrentRates

  package init(rates: CurrentRates) { self.rates = rates }

  /// The rates that are built in, and no others.
  package static let builtIn = DomainSources(rates: CurrentRates(path: nil))
}

extension DomainArea {
  package static var fieldNames: [String: [String]] { [:] }
  package static var localTables: [Hiding.Table] { [] }
  package static func settle(_ connection: Connection, _ sources: DomainSources) throws {}
  package static func refresh(
    _ connection: Connection, changed: [RecordKey], _ sources: DomainSources
  ) throws {}
  package static var naming: [String: [String]] { [:] }
  package static func archived(in connection: Connection) throws -> [ArchivedDocument] { [] }
  package static func eraseRemoved(
    _ connection: Connection, now: Int64, _ sources: DomainSources
  ) throws -> Bool { false }
}
