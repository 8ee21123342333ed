import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  private static let kioskColumns = "id, zoneID, secretHash, label, createdBy, createdAt"

  private func readKiosk(_ row: Statement) -> Kiosk {
    Kiosk(
      id: row.text(0), zone: row.text(1), secretHash: row.text(2), label: row.text(3),
      createdBy: row.text(4), createdAt: row.integer(5))
  }

  func kiosk(_ id: String) throws -> Kiosk? {
    try connection.first(
      "SELECT \(Self.kioskColumns) FROM kiosks WHERE id = ?", .text(id), read: readKiosk)
  }

  func kiosk(secretHash: String) throws -> Kiosk? {
    try connection.first(
      "SELECT \(Self.kioskColumns) FROM kiosks WHERE secretHash = ?", .text(secretHash),
      read: readKiosk)
  }

  func kiosks(in zone: ZoneID) throws -> [Kiosk] {
    try connection.query(
      "SELECT \(Self.kioskColumns) FROM kiosks WHERE zoneID = ? ORDER BY id DESC", .text(zone),
      read: readKiosk)
  }

  func pin(of account: AccountID) throws -> Pin? {
    try connection.first(
      "SELECT accountID, kind, hash FROM pins WHERE accountID = ?", .text(account)
    ) {
      Pin(account: $0.text(0), kind: try choice($0.text(1)), hash: $0.text(2))
    }
  }

  func hasEntered(_ account: AccountID, at kiosk: String) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM kioskPeople WHERE kioskID = ? AND accountID = ?", .text(kiosk),
      .text(account)
    ) { _ in true } ?? false
  }

  func noteEntered(_ account: AccountID, at kiosk: String) throws {
    try connection.execute(
      "INSERT OR IGNORE INTO kioskPeople (kioskID, accountID) VALUES (?, ?)", .text(kiosk),
      .text(account))
  }

  func putKiosk(_ kiosk: Kiosk) throws {
    try connection.execute(
      "INSERT INTO kiosks (\(Self.kioskColumns)) VALUES (?, ?, ?, ?, ?, ?)",
      .text(kiosk.id), .text(kiosk.zone), .text(kiosk.secretHash), .text(kiosk.label),
      .text(kiosk.createdBy), .integer(kiosk.createdAt))
  }

  func removeKiosk(_ id: String) throws {
    try connection.execute("DELETE FROM sessions WHERE kioskID = ?", .text(id))
    try connection.execute("DELETE FROM kioskPeople WHERE kioskID = ?", .text(id))
    try connection.execute("DELETE FROM kiosks WHERE id = ?", .text(id))
  }

  func removeKiosks(madeBy account: AccountID) throws {
    try connection.execute(
      "DELETE FROM sessions WHERE kioskID IN (SELECT id FROM kiosks WHERE createdBy = ?)",
      .text(account))
    try connection.execute(
      "DELETE FROM kioskPeople WHERE kioskID IN (SELECT id FROM kiosks WHERE createdBy = ?)",
      .text(account))
    try connection.execute("DELETE FROM kiosks WHERE createdBy = ?", .text(account))
  }

  func putPin(_ pin: Pin) throws {
    try connection.execute(
      """
      INSERT INTO pins (accountID, kind, hash) VALUES (?, ?, ?)
      ON CONFLICT (accountID) DO UPDATE SET kind = excluded.kind, hash = excluded.hash
      """, .text(pin.account), .text(pin.kind.rawValue), .text(pin.hash))
  }

  func removePin(of account: AccountID) throws {
    try connection.execute("DELETE FROM pins WHERE accountID = ?", .text(account))
  }
}
