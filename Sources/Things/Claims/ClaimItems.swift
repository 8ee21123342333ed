import Household
import SQLite
import SyncProtocol

/// The items of a home that a claim is about, place by place in the order of the home's tree, with
/// their values.
///
/// Amounts in different currencies are never added.
package struct ClaimItems: Equatable, Sendable {
  /// Which items to include; every condition that is set must hold.
  package struct Choice: Equatable, Sendable {
    /// In one of these places or inside it; empty for any place.
    package var placeIDs: Set<RecordID> = []
    /// Also items in no particular place, if places are named.
    package var includesPlaceless = false
    /// With one of these labels; empty for any.
    package var labelIDs: Set<RecordID> = []
    /// Every word must occur in the item.
    package var search = ""
    package var includesArchived = false
    package var includesSold = false

    package init() {}
  }

  /// A place with the items directly in it, without those in places inside it.
  package struct Place: Equatable, Sendable {
    /// The names from the outermost place inwards; empty for items in no particular place.
    package let path: [String]
    package let itemIDs: [RecordID]
    package let values: [Dashboard.CurrencyValue]
  }

  /// Places that have items; items in no particular place come last.
  package let places: [Place]
  package let itemCount: Int
  /// The total by currency.
  package let values: [Dashboard.CurrencyValue]
  /// Items without a price, which are in no total.
  package let unpricedCount: Int

  private struct Found {
    var ids: [RecordID] = []
    var sums: [String: MoneySum] = [:]
    var unpriced = 0
  }

  package init(home: ZoneID, _ choice: Choice, in connection: Connection) throws {
    let matching = try Self.matching(choice, home: home, in: connection)
    let tree = try LocationTree(home: home, in: connection)
    let wanted = Self.wantedPlaces(choice, in: tree)
    let known = Set(tree.nodes.map(\.location.id))
    var found: [RecordID: Found] = [:]
    try connection.forEach(
      """
      SELECT id, coalesce(locationID, ''), currency, priceMinor, quantity FROM items
        WHERE homeID = ?1 AND (?2 OR isArchived = 0)
          AND (?3 OR (soldOn IS NULL AND soldMinor IS NULL AND soldTo = ''))
          AND (?4 OR id IN (SELECT itemID FROM itemLabels
            WHERE homeID = ?1 AND labelID IN (SELECT value FROM json_each(?5))))
        ORDER BY nameKey, id
      """,
      [
        .text(home), Value(choice.includesArchived), Value(choice.includesSold),
        Value(choice.labelIDs.isEmpty), IDList.value(choice.labelIDs.sorted()),
      ]
    ) { row in
      let (id, location) = (row.text(0), row.text(1))
      // Items whose place is gone count as being in no particular place.
      let place = known.contains(location) ? location : ""
      guard wanted?.contains(place) ?? true, matching?.contains(id) ?? true else { return }
      var here = found[place] ?? Found()
      here.ids.append(id)
      if let price = row.amount(3), let value = price.multipliedExactly(by: row.integer(4)) {
        here.sums[row.text(2), default: 0] &+= MoneySum(value)
      } else {
        here.unpriced += 1
      }
      found[place] = here
    }
    places = (tree.nodes.map { ($0.location.id, $0.path) } + [("", [])]).compactMap { id, path in
      found[id].map { Place(path: path, itemIDs: $0.ids, values: Self.values($0.sums)) }
    }
    itemCount = found.values.reduce(0) { $0 + $1.ids.count }
    unpricedCount = found.values.reduce(0) { $0 + $1.unpriced }
    values = Self.values(
      found.values.reduce(into: [:]) { sums, here in
        sums.merge(here.sums, uniquingKeysWith: &+)
      })
  }

  /// The total of several places, by currency.
  package static func values(of places: some Sequence<Place>) -> [Dashboard.CurrencyValue] {
    Dashboard.sum(places.flatMap(\.values))
  }

  private static func values(_ sums: [String: MoneySum]) -> [Dashboard.CurrencyValue] {
    sums.sorted { $0.key < $1.key }.map { .init(currency: $0.key, valueMinor: $0.value) }
  }

  /// The ids of the chosen places and all inside them, the empty id for no particular place; `nil`
  /// for everywhere.
  private static func wantedPlaces(_ choice: Choice, in tree: LocationTree) -> Set<RecordID>? {
    guard !choice.placeIDs.isEmpty || choice.includesPlaceless else { return nil }
    var wanted: Set<RecordID> = choice.includesPlaceless ? [""] : []
    var depth: Int?
    for node in tree.nodes {
      if let outer = depth, node.depth <= outer { depth = nil }
      if depth == nil, choice.placeIDs.contains(node.location.id) { depth = node.depth }
      if depth != nil { wanted.insert(node.location.id) }
    }
    return wanted
  }

  /// The ids that the search finds; `nil` if there is no search.
  private static func matching(
    _ choice: Choice, home: ZoneID, in connection: Connection
  ) throws -> Set<RecordID>? {
    guard !choice.search.isEmpty else { return nil }
    var found: Set<RecordID> = []
    var filter = ItemFilter()
    filter.homeID = home
    filter.search = choice.search
    filter.archive = choice.includesArchived ? .either : .outside
    var cursor: ItemCursor?
    repeat {
      let page = try ItemList(
        filter: filter, sort: .name, after: cursor, limit: ItemList.maxLimit, in: connection)
      found.formUnion(page.rows.map(\.id))
      cursor = page.next
    } while cursor != nil
    return found
  }
}

/// The details that a claim reports for each of some items in one home, read at once.
package struct ClaimDetails: Sendable {
  /// In the order of the given ids, without items that are gone.
  package let items: [Item]
  /// The primary photo first.
  package let photos: [RecordID: [Photo]]
  /// Receipts, the oldest first.
  package let receipts: [RecordID: [Attachment]]
  /// Custom fields, in order.
  package let fields: [RecordID: [ItemField]]

  /// The items alone, in the order of their ids.
  package static func items(_ ids: [RecordID], in connection: Connection) throws -> [Item] {
    let found = Dictionary(
      uniqueKeysWithValues: try Item.all(
        where: "id IN (SELECT value FROM json_each(?))", [IDList.value(ids)], in: connection
      ).map { ($0.id, $0) })
    return ids.compactMap { found[$0] }
  }

  /// - Parameter itemIDs: a few hundred at most.
  package init(
    _ itemIDs: [RecordID], home: ZoneID, in connection: Connection
  ) throws {
    let list = IDList.value(itemIDs)
    let among = "IN (SELECT value FROM json_each(?))"
    items = try Self.items(itemIDs, in: connection)
    photos = Dictionary(
      grouping: try Photo.all(
        where: "homeID = ? AND itemID \(among) ORDER BY sortKey, id", [.text(home), list],
        in: connection)
    ) { $0.subject.itemID ?? "" }
    receipts = Dictionary(
      grouping: try Attachment.all(
        where: "homeID = ? AND itemID \(among) AND kind = ? ORDER BY createdAt, id",
        [.text(home), list, .text(Attachment.Kind.receipt.rawValue)], in: connection)
    ) { $0.subject.itemID ?? "" }
    fields = Dictionary(
      grouping: try ItemField.all(
        where: "homeID = ? AND itemID \(among) ORDER BY sortOrder, id", [.text(home), list],
        in: connection), by: \.itemID)
  }
}

extension ClaimDetails {
  /// The hashes of all photos of some items, of which there may be any number.
  package static func photoHashes(
    of itemIDs: some Sequence<RecordID>, home: ZoneID, in connection: Connection
  ) throws -> [String] {
    try connection.query(
      """
      SELECT p.blobHash FROM json_each(?2) AS c
        CROSS JOIN photos AS p ON p.homeID = ?1 AND p.itemID = c.value
      """, .text(home), IDList.value(itemIDs)
    ) { $0.text(0) }
  }

  package static func receiptCount(
    of itemIDs: some Sequence<RecordID>, home: ZoneID, in connection: Connection
  ) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM json_each(?2) AS c
        CROSS JOIN attachments AS a ON a.homeID = ?1 AND a.itemID = c.value AND a.kind = ?3
      """, .text(home), IDList.value(itemIDs), .text(Attachment.Kind.receipt.rawValue)
    ) { Int($0.integer(0)) } ?? 0
  }
}
