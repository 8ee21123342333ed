import Replica
import SQLite
import SyncProtocol

extension WriteTransaction {
  /// Throws `missing` if the home does not exist here, and `readOnly` if the account may not write
  /// to it.
  ///
  /// The hub checks this again; checking here as well tells the person at once.
  func requireWritable(
    _ home: ZoneID, orThrow missing: @autoclosure () -> any Error,
    readOnly: @autoclosure () -> any Error
  ) throws {
    guard let role = try role(in: home), try exists("homes", home) else { throw missing() }
    guard role.canWrite else { throw readOnly() }
  }

  private func exists(_ table: String, _ id: RecordID) throws -> Bool {
    try connection.first("SELECT 1 FROM \(table) WHERE id = ?", .text(id)) { _ in true } ?? false
  }

  /// Whether the place is in the home. `nil`, for no particular place, fits every home.
  func isLocation(_ id: RecordID?, in home: ZoneID) throws -> Bool {
    guard let id else { return true }
    return try connection.first(
      "SELECT 1 FROM locations WHERE homeID = ? AND id = ?", .text(home), .text(id)
    ) { _ in true } ?? false
  }

  func areLabels(_ ids: Set<RecordID>, in home: ZoneID) throws -> Bool {
    for id in ids {
      let isThere = try connection.first(
        "SELECT 1 FROM labels WHERE homeID = ? AND id = ?", .text(home), .text(id)
      ) { _ in true }
      if isThere == nil { return false }
    }
    return true
  }
}
