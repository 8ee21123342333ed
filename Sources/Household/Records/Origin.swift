import SQLite
import SyncProtocol

/// The home that a record was created for, in the column `originID` of tables whose records can
/// stand alone in a home.
///
/// The origin stays when that home is merged into another. Records that a device added before it
/// learnt of the merge arrive in the other home by themselves, and are recognised by it (D-MRG-9).
/// Moving a record to another home on purpose sets its origin to that home. `NULL` for records
/// older than the column.
package enum Origin: Sendable {
  /// The table has no origin column.
  case untold
  case told
  /// For photos and papers: those of an item have no origin, since they move with the item.
  case toldUnlessOfItem

  /// The additional column and value of an insert. They assume that the home is the row's second
  /// column and the item, if any, the third.
  var column: String { self == .untold ? "" : ", originID" }
  var value: String {
    switch self {
    case .untold: ""
    case .told: ", ?2"
    case .toldUnlessOfItem: ", CASE WHEN ?3 IS NULL THEN ?2 END"
    }
  }

  /// Not a foreign key, because the home may be gone.
  package static let register = RegisterSchema.optionalText("originID", .id)

  /// Sets the origin of records that somebody has moved to a home.
  package static func settle(
    _ table: String, _ ids: [RecordID], in home: ZoneID, _ connection: Connection
  ) throws {
    try connection.execute(
      "UPDATE \(table) SET originID = ? WHERE id IN (SELECT value FROM json_each(?))",
      .text(home), IDList.value(ids))
  }
}
