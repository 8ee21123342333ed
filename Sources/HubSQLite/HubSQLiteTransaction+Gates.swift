import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let flagColumns = """
    version, state, percent, listed, allowsOverride, changedAt, changedBy, hidesShared
    """

  private func readFlag(_ row: Statement) throws -> SharingFlag {
    SharingFlag(
      version: row.integer(0), state: try choice(row.text(1)), percent: Int(row.integer(2)),
      listed: row.text(3).split(separator: "\n").map(String.init), allowsOverride: row.bool(4),
      hidesShared: row.bool(7), changedAt: row.integer(5), changedBy: row.text(6))
  }

  func sharingFlag() throws -> SharingFlag? { try sharingFlags(limit: 1).first }

  func sharingFlags(limit: Int) throws -> [SharingFlag] {
    try connection.query(
      "SELECT \(Self.flagColumns) FROM sharingFlags ORDER BY version DESC LIMIT ?",
      .integer(Int64(limit)), read: readFlag)
  }

  func add(_ flag: SharingFlag, keeping kept: Int) throws {
    try connection.execute(
      "INSERT INTO sharingFlags (\(Self.flagColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(flag.version), .text(flag.state.rawValue), .integer(Int64(flag.percent)),
      .text(flag.listed.joined(separator: "\n")), .integer(flag.allowsOverride ? 1 : 0),
      .integer(flag.changedAt), .text(flag.changedBy), .integer(flag.hidesShared ? 1 : 0))
    try connection.execute(
      "DELETE FROM sharingFlags WHERE version <= ?", .integer(flag.version - Int64(kept)))
  }

  func planMode() throws -> PlanMode {
    try connection.first("SELECT mode FROM planSettings") { try choice($0.text(0)) } ?? .off
  }

  func setPlanMode(_ mode: PlanMode) throws {
    try connection.execute(
      """
      INSERT INTO planSettings (id, mode) VALUES (1, ?)
      ON CONFLICT (id) DO UPDATE SET mode = excluded.mode
      """, .text(mode.rawValue))
  }

  private func readPlan(_ row: Statement) throws -> Plan {
    Plan(
      account: row.text(0), kind: try choice(row.text(1)), until: row.optionalInteger(2),
      givenAt: row.integer(3))
  }

  func plan(of account: AccountID) throws -> Plan? {
    try connection.first(
      "SELECT accountID, kind, untilTime, givenAt FROM plans WHERE accountID = ?",
      .text(account), read: readPlan)
  }

  func plans() throws -> [Plan] {
    try connection.query(
      "SELECT accountID, kind, untilTime, givenAt FROM plans ORDER BY accountID", read: readPlan)
  }

  func putPlan(_ plan: Plan) throws {
    try connection.execute(
      """
      INSERT INTO plans (accountID, kind, untilTime, givenAt) VALUES (?, ?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET kind = excluded.kind,
        untilTime = excluded.untilTime, givenAt = excluded.givenAt
      """,
      .text(plan.account), .text(plan.kind.rawValue), Value(plan.until), .integer(plan.givenAt))
  }

  func removePlan(of account: AccountID) throws {
    try connection.execute("DELETE FROM plans WHERE accountID = ?", .text(account))
  }
}
