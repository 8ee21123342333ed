import SQLite
import SyncProtocol

/// The home that a record was made for, in the column `originID` of what may be in a home by
/// itself.
///
/// It stays when that home goes into another one. What a device has added before it heard of that
/// arrives in the other home by itself, and is known by it (D-MRG-9). Whoever moves a record to
/// another home on purpose says that it is that home's. `NULL` for what is older than the column.
package enum Origin: Sendable {
  /// The table has no such column.
  case untold
  case told
  /// For photos and papers: those of an item go with it.
  case toldUnlessOfItem

  /// What an insert of a row says more, given that the home is its second column and the item, if
  /// it has one, the third.
  var column: String { self == .untold ? "" : ", originID" }
  var value: String {
    switch self {
    case .untold: ""
    case .told: ", ?2"
    case .toldUnlessOfItem: ", CASE WHEN ?3 IS NULL THEN ?2 END"
    }
  }

  /// A soft reference: the home may be gone.
  static let register = RegisterSchema.optionalText("originID", .id)

  static let sql = [
    "items", "locations", "labels", "policies", "templates", "fieldPresets", "photos",
    "attachments",
  ].map { "ALTER TABLE \($0) ADD COLUMN originID TEXT;" }.joined(separator: "\n")

  /// Notes that somebody has moved records to a home.
  static func settle(
    _ table: String, _ ids: [RecordID], in home: ZoneID, _ connection: Connection
  ) throws {
    try connection.execute(
      "UPDATE \(table) SET originID = ? WHERE id IN (SELECT value FROM json_each(?))",
      .text(home), IDList.value(ids))
  }
}
