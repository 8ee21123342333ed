import Household
import SQLite
import SyncProtocol

/// What an export for MovingBox omits from a home, or cannot represent.
package struct MovingBoxLoss: Equatable, Sendable {
  /// Sold or archived items; MovingBox would count them as owned.
  package var leftOutCount = 0
  /// Items with amounts, and policies, in a currency other than their home's.
  package var otherCurrencyItemCount = 0
  package var otherCurrencyPolicyCount = 0

  package init(
    leftOutCount: Int = 0, otherCurrencyItemCount: Int = 0, otherCurrencyPolicyCount: Int = 0
  ) {
    self.leftOutCount = leftOutCount
    self.otherCurrencyItemCount = otherCurrencyItemCount
    self.otherCurrencyPolicyCount = otherCurrencyPolicyCount
  }

  /// The condition under which an item `i` is left out.
  static let leftOutSQL = "i.isArchived OR \(ItemRow.isSoldSQL)"

  /// The currency of homes that have none of their own.
  static func currency(in connection: Connection) throws -> String {
    try Profile.own(in: connection)?.currency ?? "EUR"
  }

  /// The losses by home; homes that lose nothing are absent.
  package static func all(in connection: Connection) throws -> [ZoneID: MovingBoxLoss] {
    var losses: [ZoneID: MovingBoxLoss] = [:]
    let currency = try currency(in: connection)
    try connection.forEach(
      """
      SELECT i.homeID, \(leftOutSQL), count(*) FROM items AS i JOIN homes AS h ON h.id = i.homeID
        WHERE \(leftOutSQL) OR ((i.priceMinor IS NOT NULL OR i.replacementMinor IS NOT NULL)
          AND i.currency <> coalesce(h.currency, ?))
        GROUP BY 1, 2
      """, [.text(currency)]
    ) { row in
      let count = Int(row.integer(2))
      if row.bool(1) {
        losses[row.text(0), default: MovingBoxLoss()].leftOutCount = count
      } else {
        losses[row.text(0), default: MovingBoxLoss()].otherCurrencyItemCount = count
      }
    }
    try connection.forEach(
      """
      SELECT p.homeID, count(*) FROM policies AS p JOIN homes AS h ON h.id = p.homeID
        WHERE p.currency <> coalesce(h.currency, ?) GROUP BY 1
      """, [.text(currency)]
    ) { row in
      losses[row.text(0), default: MovingBoxLoss()].otherCurrencyPolicyCount = Int(row.integer(1))
    }
    return losses
  }
}
