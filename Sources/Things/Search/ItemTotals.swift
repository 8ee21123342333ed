import Household
import SQLite
import SyncProtocol

/// The number and value of items, for each place, currency and archive state.
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
    /// Items with at least one photo.
    var photoCount: Int64 = 0
    /// Items with a serial number.
    var serialCount: Int64 = 0
    /// Items with a receipt.
    var receiptCount: Int64 = 0
    /// Price times quantity in minor units.
    var value: MoneySum = 0

    static func += (left: inout Amount, right: Amount) {
      // Wraps on overflow, as a replica's file may contain anything: subtracting the same count
      // later makes the total right again.
      left.itemCount &+= right.itemCount
      left.pricedCount &+= right.pricedCount
      left.photoCount &+= right.photoCount
      left.serialCount &+= right.serialCount
      left.receiptCount &+= right.receiptCount
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
        "SELECT \(Amount.columns) FROM itemTotals WHERE \(condition)", place,
        read: { Amount($0) })
      ?? Amount()
    amount += change
    try connection.execute("DELETE FROM itemTotals WHERE \(condition)", place)
    guard amount.itemCount != 0 else { return }
    try connection.execute(
      """
      INSERT INTO itemTotals (\(Amount.columns), homeID, locationID, isArchived, currency)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, amount.values + place)
  }

  /// All totals of a home, or of all homes if `home` is `nil`.
  static func all(home: ZoneID?, in connection: Connection) throws -> [(key: Key, amount: Amount)] {
    try connection.query(
      """
      SELECT \(Amount.columns), homeID, locationID, isArchived, currency FROM itemTotals
        \(home == nil ? "" : "WHERE homeID = ?")
      """, home.map { [.text($0)] } ?? []
    ) { row in
      (
        Key(
          homeID: row.text(7), locationID: row.text(8), isArchived: row.bool(9),
          currency: row.text(10)),
        Amount(row)
      )
    }
  }
}

/// The number and value of a label's items, for each currency, without archived items.
enum LabelTotals {
  struct Key: Hashable {
    var labelID: RecordID
    var currency: String
  }

  static func add(
    _ change: ItemTotals.Amount, to key: Key, in connection: Connection
  ) throws {
    let place: [Value] = [.text(key.labelID), .text(key.currency)]
    var amount =
      try connection.first(
        """
        SELECT \(ItemTotals.Amount.columns) FROM labelTotals WHERE labelID = ? AND currency = ?
        """, place, read: { ItemTotals.Amount($0) })
      ?? ItemTotals.Amount()
    amount += change
    try connection.execute("DELETE FROM labelTotals WHERE labelID = ? AND currency = ?", place)
    guard amount.itemCount != 0 else { return }
    try connection.execute(
      """
      INSERT INTO labelTotals (\(ItemTotals.Amount.columns), labelID, currency)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, amount.values + place)
  }

  /// The totals of a home's labels, by label; of all homes if `home` is `nil`.
  static func all(
    home: ZoneID?, in connection: Connection
  ) throws -> [RecordID: [(currency: String, amount: ItemTotals.Amount)]] {
    var totals: [RecordID: [(currency: String, amount: ItemTotals.Amount)]] = [:]
    try connection.forEach(
      """
      SELECT \(ItemTotals.Amount.columns), t.labelID, t.currency
        FROM labels AS l CROSS JOIN labelTotals AS t ON t.labelID = l.id
        \(home == nil ? "" : "WHERE l.homeID = ?")
      """, home.map { [.text($0)] } ?? []
    ) { row in totals[row.text(7), default: []].append((row.text(8), ItemTotals.Amount(row))) }
    return totals
  }
}

extension ItemTotals.Amount {
  fileprivate static let columns =
    "itemCount, pricedCount, photoCount, serialCount, receiptCount, value, valueHigh"

  fileprivate init(_ row: Statement) {
    self.init(
      itemCount: row.integer(0), pricedCount: row.integer(1), photoCount: row.integer(2),
      serialCount: row.integer(3), receiptCount: row.integer(4),
      value: MoneySum(low: row.integer(5), high: row.integer(6)))
  }

  fileprivate var values: [Value] {
    [
      .integer(itemCount), .integer(pricedCount), .integer(photoCount), .integer(serialCount),
      .integer(receiptCount), .integer(value.low), .integer(value.high),
    ]
  }
}

extension Item {
  /// Price times quantity in minor units of the item's currency; `nil` if the price is unknown, or
  /// if a hostile program wrote numbers so far beyond `MoneyLimit` that the product overflows.
  package var valueMinor: Int64? { details.valueMinor }
}

extension ItemDetails {
  /// See ``Item/valueMinor``.
  package var valueMinor: Int64? { priceMinor?.multipliedExactly(by: quantity) }
}
