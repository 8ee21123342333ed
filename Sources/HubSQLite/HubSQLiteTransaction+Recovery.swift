import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let restoreColumns = """
    epoch, restoredAt, stateAt, sessions, accessTokens, calendarFeeds, invites, offers
    """
  private static let deviceColumns = "accountID, label, lastUsedAt, returnedAt, taken, refused"

  func lastRestore() throws -> HubRestore? {
    try connection.first("SELECT \(Self.restoreColumns) FROM restores") { row in
      var voided = HubRestore.Voided()
      voided.sessions = Int(row.integer(3))
      voided.accessTokens = Int(row.integer(4))
      voided.calendarFeeds = Int(row.integer(5))
      voided.invites = Int(row.integer(6))
      voided.offers = Int(row.integer(7))
      return HubRestore(
        epoch: row.text(0), restoredAt: row.integer(1), stateAt: row.optionalInteger(2),
        voided: voided)
    }
  }

  func awaitedDevices() throws -> [AwaitedDevice] {
    try connection.query(
      "SELECT \(Self.deviceColumns) FROM awaitedDevices ORDER BY accountID, label"
    ) { row in
      AwaitedDevice(
        account: row.text(0), label: row.text(1), lastUsedAt: row.optionalInteger(2),
        returnedAt: row.optionalInteger(3), taken: Int(row.integer(4)),
        refused: Int(row.integer(5)))
    }
  }

  func putRestore(_ restore: HubRestore, awaiting devices: [AwaitedDevice]) throws {
    try connection.execute("DELETE FROM restores")
    try connection.execute("DELETE FROM awaitedDevices")
    let voided = restore.voided
    try connection.execute(
      "INSERT INTO restores (id, \(Self.restoreColumns)) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)",
      .text(restore.epoch), .integer(restore.restoredAt), Value(restore.stateAt),
      .integer(Int64(voided.sessions)), .integer(Int64(voided.accessTokens)),
      .integer(Int64(voided.calendarFeeds)), .integer(Int64(voided.invites)),
      .integer(Int64(voided.offers)))
    for device in devices {
      try connection.execute(
        "INSERT INTO awaitedDevices (\(Self.deviceColumns)) VALUES (?, ?, ?, ?, ?, ?)",
        .text(device.account), .text(device.label), Value(device.lastUsedAt),
        Value(device.returnedAt), .integer(Int64(device.taken)),
        .integer(Int64(device.refused)))
    }
  }

  func noteReturn(
    of account: AccountID, label: String, taken: Int, refused: Int, at moment: Int64
  ) throws {
    try connection.execute(
      """
      INSERT INTO awaitedDevices (\(Self.deviceColumns)) VALUES (?, ?, NULL, ?, ?, ?)
      ON CONFLICT (accountID, label) DO UPDATE SET
        returnedAt = max(coalesce(returnedAt, 0), excluded.returnedAt),
        taken = taken + excluded.taken, refused = refused + excluded.refused
      """,
      .text(account), .text(label), .integer(moment), .integer(Int64(taken)),
      .integer(Int64(refused)))
  }
}
