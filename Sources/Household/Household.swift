import Replica
import SQLite
import SyncProtocol

/// What all areas of the domain have in common: people, their own settings and saved searches, and
/// what every record, form, search, import and export is made of.
///
/// It knows no area. An area, such as `Things` or `Finances`, is a `DomainArea` above it.
package enum Household: DomainArea {
  /// Only additive changes are allowed.
  package static let tables: [TableSchema] = [Profile.schema, SavedSearch.schema]

  package static let zoneKinds: [ZoneKind: ZoneKindSchema] = [
    .personal: ZoneKindSchema(
      rootTable: "profiles", titleRegister: "displayName", minimumPerAccount: 1,
      freshRoot: Profile.freshRoot, maxOwned: 1, maxParticipants: 1)
  ]

  /// The first scripts of these tables are in those of `Things`, with which they were shipped.
  package static let migrations: [String] = []

  /// The register that holds the hash of a row's file in the blob store.
  package static let fileRegister = "blobHash"
}
