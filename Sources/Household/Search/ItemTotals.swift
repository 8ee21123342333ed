import SQLite
import SyncProtocol

/// How many items there are and what they are worth, for each place, currency and archive state.
enum ItemTotals {
  struct Key: Hashable {
    var homeID: ZoneID
    /// Empty for items in no particular place.
    var locationID: RecordID
    var isArchived: Bool
    var currency: String
  }

  struct Amount: Equatable {
    var itemCount: Int64 = 0
    /// Items with a price.
    var pricedCount: Int64 = 0
    /// Price times quantity in minor units. Sums wrap around instead of failing: only somebody who
    /// writes absurd prices on purpose gets there, and taking them away makes the sum right again.
    var value: Int64 = 0

    static func += (left: inout Amount, right: Amount) {
      left.itemCount += right.itemCount
      left.pricedCount += right.pricedCount
      left.value &+= right.value
    }
  }

  static func add(_ change: Amount, to key: Key, in connection: Connection) throws {
    let place: [Value] = [
      .text(key.homeID), .text(key.locationID), Value(key.isArchived), .text(key.currency),
    ]
    let condition = "homeID = ? AND locationID = ? AND isArchived = ? AND currency = ?"
    var amount =
      try connection.first(
        "SELECT itemCount, pricedCount, value FROM itemTotals WHERE \(condition)", place,
        read: read)
      ?? Amount()
    amount += change
    try connection.execute("DELETE FROM itemTotals WHERE \(condition)", place)
    guard amount.itemCount != 0 else { return }
    try connection.execute(
      """
      INSERT INTO itemTotals
        (homeID, locationID, isArchived, currency, itemCount, pricedCount, value) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      place + [.integer(amount.itemCount), .integer(amount.pricedCount), .integer(amount.value)])
  }

  /// All totals of a home; of all homes when `home` is `nil`.
  static func all(home: ZoneID?, in connection: Connection) throws -> [(key: Key, amount: Amount)] {
    try connection.query(
      """
      SELECT itemCount, pricedCount, value, homeID, locationID, isArchived, currency FROM itemTotals
        \(home == nil ? "" : "WHERE homeID = ?")
      """, home.map { [.text($0)] } ?? []
    ) { row in
      (
        Key(
          homeID: row.text(3), locationID: row.text(4), isArchived: row.bool(5),
          currency: row.text(6)),
        read(row)
      )
    }
  }

  private static func read(_ row: Statement) -> Amount {
    Amount(itemCount: row.integer(0), pricedCount: row.integer(1), value: row.integer(2))
  }
}

extension Item {
  /// Price times quantity in minor units of the item's currency; `nil` when the price is unknown.
  ///
  /// Wraps around where a hostile program wrote figures beyond `MoneyLimit`.
  package var valueMinor: Int64? { details.priceMinor.map { $0 &* details.quantity } }
}
