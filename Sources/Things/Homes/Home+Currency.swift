import Household
import SQLite
import SyncProtocol

extension Home {
  /// The default currency of amounts in a home: its own, or else the person's.
  package static func currency(of home: ZoneID, in connection: Connection) throws -> String {
    try Home.find(home, in: connection)?.currency ?? Profile.own(in: connection)?.currency ?? "EUR"
  }
}
