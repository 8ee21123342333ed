import SQLite
import SyncProtocol

extension Home {
  /// What amounts of a home are in unless somebody says otherwise: its own currency, or that of
  /// the person.
  package static func currency(of home: ZoneID, in connection: Connection) throws -> String {
    try Home.find(home, in: connection)?.currency ?? Profile.own(in: connection)?.currency ?? "EUR"
  }
}
