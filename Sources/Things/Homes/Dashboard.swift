import Household
import SQLite
import SyncProtocol

/// One home at a glance. Archived items are only in ``archivedCount``, and in no value.
package struct Dashboard: Equatable, Sendable {
  package static let recentCount = 10

  package let home: Home
  package let itemCount: Int
  package let archivedCount: Int
  package let unpricedCount: Int
  /// Items without a photo.
  package let unphotographedCount: Int
  /// Σ price × quantity for each currency, by code.
  package let values: [CurrencyValue]
  /// Places directly in the home, with everything inside them, by name.
  package let rooms: [Share]
  package let placeless: Share
  /// By number of items, most first; labels without items are left out.
  package let labels: [LabelList.Group]
  package let labelCount: Int
  /// All places, nested ones too.
  package let locationCount: Int
  package let recent: [ItemRow]
  package let photos: [Photo]

  /// An amount in minor units.
  package struct CurrencyValue: Equatable, Sendable {
    package let currency: String
    package let valueMinor: MoneySum

    package init(currency: String, valueMinor: MoneySum) {
      self.currency = currency
      self.valueMinor = valueMinor
    }
  }

  /// The items of one place, as part of the home.
  package struct Share: Equatable, Sendable {
    /// `nil` for items in no particular place.
    package let location: Location?
    package let itemCount: Int
    package let values: [CurrencyValue]
  }

  /// Returns `nil` if there is no such home.
  package init?(home id: ZoneID, in connection: Connection) throws {
    guard let home = try Home.find(id, in: connection) else { return nil }
    self.home = home
    let totals = try ItemTotals.all(home: id, in: connection)
    let current = totals.filter { !$0.key.isArchived }
    let all = current.reduce(into: ItemTotals.Amount()) { $0 += $1.amount }
    itemCount = Int(all.itemCount)
    archivedCount = Int(
      totals.filter(\.key.isArchived).reduce(into: ItemTotals.Amount()) { $0 += $1.amount }
        .itemCount)
    unpricedCount = Int(all.itemCount &- all.pricedCount)
    unphotographedCount = Int(all.itemCount &- all.photoCount)
    values = Self.values(current.byCurrency)
    let tree = try LocationTree(home: id, in: connection)
    locationCount = tree.nodes.count
    rooms = Self.rooms(tree, current)
    let placelessTotals = current.filter { $0.key.locationID.isEmpty }
    placeless = Share(
      location: nil, itemCount: tree.placelessItemCount,
      values: Self.values(placelessTotals.byCurrency))
    let groups = try LabelList.groups(home: id, in: connection)
    labelCount = groups.count
    labels = groups.enumerated().filter { $0.element.itemCount > 0 }
      .sorted { ($1.element.itemCount, $0.offset) < ($0.element.itemCount, $1.offset) }
      .map(\.element)
    var filter = ItemFilter()
    filter.homeID = id
    recent =
      try ItemList(filter: filter, sort: .newest, limit: Self.recentCount, in: connection).rows
    photos = try Photo.of(.home, home: id, in: connection)
  }

  /// The value of the items in a home, or in all homes if `home` is `nil`, without archived ones.
  package static func values(
    home: ZoneID?, in connection: Connection
  ) throws -> [CurrencyValue] {
    values(
      try ItemTotals.all(home: home, in: connection).filter { !$0.key.isArchived }.byCurrency)
  }

  /// The value of the items directly in each place of a home, without archived ones.
  ///
  /// Items in places inside a place do not count for it. The empty id stands for items in no
  /// particular place.
  package static func valuesByPlace(
    home: ZoneID, in connection: Connection
  ) throws -> [RecordID: [CurrencyValue]] {
    let totals = try ItemTotals.all(home: home, in: connection).filter { !$0.key.isArchived }
    return Dictionary(grouping: totals, by: \.key.locationID).mapValues { values($0.byCurrency) }
  }

  /// Leaves out currencies in which nothing has a price.
  static func values(
    _ totals: [(currency: String, amount: ItemTotals.Amount)]
  ) -> [CurrencyValue] {
    sum(
      totals.filter { $0.amount.pricedCount > 0 }.map {
        CurrencyValue(currency: $0.currency, valueMinor: $0.amount.value)
      })
  }

  /// Adds up the amounts of each currency, sorted by its code.
  package static func sum(_ values: [CurrencyValue]) -> [CurrencyValue] {
    var sums: [String: MoneySum] = [:]
    for value in values { sums[value.currency, default: 0] &+= value.valueMinor }
    return sums.sorted { $0.key < $1.key }
      .map { CurrencyValue(currency: $0.key, valueMinor: $0.value) }
  }

  private static func rooms(_ tree: LocationTree, _ totals: ItemTotals.List) -> [Share] {
    let byLocation = Dictionary(grouping: totals, by: \.key.locationID)
    var shares: [Share] = []
    var nodes = tree.nodes[...]
    while let room = nodes.popFirst() {
      let inside = nodes.prefix { $0.depth > 0 }
      nodes = nodes.dropFirst(inside.count)
      let ids = [room.location.id] + inside.map(\.location.id)
      shares.append(
        Share(
          location: room.location, itemCount: room.nestedItemCount,
          values: values(ids.flatMap { byLocation[$0] ?? [] }.byCurrency)))
    }
    return shares
  }
}

extension ItemTotals {
  typealias List = [(key: Key, amount: Amount)]
}

extension ItemTotals.List {
  fileprivate var byCurrency: [(currency: String, amount: ItemTotals.Amount)] {
    map { ($0.key.currency, $0.amount) }
  }
}
