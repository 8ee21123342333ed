import Household
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

  /// Whether the account does not see the amounts of a home (``AmountVeil``).
  func hidesAmounts(of home: ZoneID) throws -> Bool { try AmountVeil.hides(home, in: connection) }

  /// Keeps the amounts of a record as they are, for somebody who does not see them: those that they
  /// set are problems, and with none on either side none is written.
  ///
  /// - Parameter shown: what they were shown, or the record as it is.
  func keepAmounts<Details>(
    of home: ZoneID, _ details: inout Details, shown: inout Details,
    _ fields: [RecordField<Details>], _ check: inout InputCheck
  ) throws {
    guard try hidesAmounts(of: home) else { return }
    shown = fields.withoutAmounts(shown)
    check.keepAmounts(details, shown: shown, fields)
    details = fields.withoutAmounts(details)
  }

  /// Adds a problem for each amount of a new record, for somebody who does not see amounts there.
  func refuseAmounts<Details>(
    of home: ZoneID, _ details: Details, _ fields: [RecordField<Details>],
    _ check: inout InputCheck
  ) throws {
    guard try hidesAmounts(of: home) else { return }
    check.keepAmounts(details, shown: nil, fields)
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
