import Household
import SQLite
import SyncProtocol

/// A section of an ordered list that is sorted by a single key: the whole list by name or age, one
/// currency by value, one place by room. A list consists of its segments in order.
struct ItemSegment {
  let id: String
  let sort: ItemSort
  let streams: [Stream]

  /// A range of one index, already in order. A segment that spans several homes merges their
  /// streams.
  struct Stream {
    let condition: String
    let parameters: [Value]
    /// The column that orders it, before the id; `nil` if only the id does.
    let key: String?
    let isText: Bool

    /// SQL for what comes after a position, for `parameters(after:)`.
    var isAfter: String {
      key.map { "(\($0), i.id) \(isText ? ">" : "<") (?, ?)" } ?? "i.id < ?"
    }

    func parameters(after position: ItemPosition) -> [Value] {
      key == nil ? [.text(position.id)] : [position.keyValue, .text(position.id)]
    }

    var order: String {
      guard let key else { return "i.id DESC" }
      return isText ? "\(key), i.id" : "\(key) DESC, i.id DESC"
    }
  }

  static func all(
    _ filter: ItemFilter, _ sort: ItemSort, in connection: Connection
  ) throws -> [ItemSegment] {
    let homes = try homes(filter, in: connection)
    switch sort {
    case .name, .newest:
      let key = sort == .name ? "i.nameKey" : "i.createdAt"
      let streams = homes.flatMap { home in
        filter.archive.parameters.map { state in
          Stream(
            condition: "i.homeID = ? AND i.isArchived = ?", parameters: [.text(home), state],
            key: key, isText: sort == .name)
        }
      }
      return [ItemSegment(id: "", sort: sort, streams: streams)]
    case .value:
      return try byValue(homes, filter, in: connection)
    case .room:
      return try byRoom(homes, filter, in: connection)
    }
  }

  /// The segment and key of a row whose columns, from index 1, are `id, homeID, locationID,
  /// nameKey, createdAt, currency, value`.
  static func position(
    of row: Statement, _ sort: ItemSort
  ) -> (segment: String, key: ItemPosition.Key) {
    switch sort {
    case .name: ("", .text(row.text(4)))
    case .newest: ("", .number(row.integer(5)))
    case .value:
      row.isNull(7)
        ? (unpricedID(row.text(6)), .number(0)) : (row.text(6), .number(row.integer(7)))
    case .room: (roomID(row.text(2), row.optionalText(3)), .text(row.text(4)))
    }
  }

  /// The same columns without the id, as the index table `x` has them. Columns that the order does
  /// not need are NULL, which halves the cost of a row.
  static func indexColumns(_ sort: ItemSort) -> String {
    switch sort {
    case .name: "NULL, NULL, x.nameKey, NULL, NULL, NULL"
    case .newest: "NULL, NULL, NULL, x.createdAt, NULL, NULL"
    case .value: "NULL, NULL, NULL, NULL, x.currency, x.value"
    case .room: "x.homeID, nullif(x.locationID, ''), x.nameKey, NULL, NULL, NULL"
    }
  }

  /// Whether a row with these columns certainly comes after a position. Decided by the key alone,
  /// and only in orders with a single segment.
  static func isBehind(_ position: ItemPosition, _ row: Statement, _ sort: ItemSort) -> Bool {
    switch (sort, position.key) {
    case (.newest, .number(let number)): row.integer(5) < number
    case (.name, .text(var text)):
      text.withUTF8 { bytes in
        row.withBlob(4) { UnsafeRawBufferPointer(bytes).lexicographicallyPrecedes($0) }
      }
    default: false
    }
  }

  private static func homes(_ filter: ItemFilter, in connection: Connection) throws -> [ZoneID] {
    try connection.query(
      "SELECT id, nameKey FROM homes WHERE id = coalesce(?, id)", Value(filter.homeID)
    ) { NameOrder(nameKey: $0.text(1), id: $0.text(0)) }.sorted().map(\.id)
  }

  private static func unpricedID(_ currency: String) -> String { "\(currency) unpriced" }

  private static func roomID(_ home: ZoneID, _ location: RecordID?) -> String {
    "\(home) \(location ?? "")"
  }

  private static func byValue(
    _ homes: [ZoneID], _ filter: ItemFilter, in connection: Connection
  ) throws -> [ItemSegment] {
    var holders: [String: Set<ZoneID>] = [:]
    for (key, _) in try ItemTotals.all(home: filter.homeID, in: connection)
    where filter.archive.states.contains(key.isArchived) {
      holders[key.currency, default: []].insert(key.homeID)
    }
    let currencies = holders.keys.sorted()
    func segment(_ id: String, _ currency: String, _ test: String, key: String?) -> ItemSegment {
      let streams = homes.filter { holders[currency]?.contains($0) == true }.flatMap { home in
        filter.archive.parameters.map { state in
          Stream(
            condition: """
              i.homeID = ? AND i.isArchived = ? AND i.currency = ?
                AND i.priceMinor * i.quantity \(test)
              """, parameters: [.text(home), state, .text(currency)], key: key, isText: false)
        }
      }
      return ItemSegment(id: id, sort: .value, streams: streams)
    }
    // To use the index for "has a price", the test must be a comparison; no value is below zero.
    let priced = currencies.filter { !filter.isUnpriced && $0 == filter.value?.currency ?? $0 }
    let unpriced = filter.value == nil ? currencies : []
    return priced.map { segment($0, $0, ">= 0", key: "i.priceMinor * i.quantity") }
      + unpriced.map { segment(unpricedID($0), $0, "IS NULL", key: nil) }
  }

  private static func byRoom(
    _ homes: [ZoneID], _ filter: ItemFilter, in connection: Connection
  ) throws -> [ItemSegment] {
    var filled: Set<String> = []
    for (key, _) in try ItemTotals.all(home: filter.homeID, in: connection)
    where filter.archive.states.contains(key.isArchived) {
      filled.insert(roomID(key.homeID, key.locationID))
    }
    var segments: [ItemSegment] = []
    for home in homes {
      let places =
        try LocationTree(home: home, in: connection).nodes.map { Optional($0.location.id) } + [nil]
      for place in places where filled.contains(roomID(home, place)) {
        segments.append(
          ItemSegment(
            id: roomID(home, place), sort: .room,
            streams: filter.archive.parameters.map { state in
              Stream(
                condition: "i.homeID = ? AND i.locationID IS ? AND i.isArchived = ?",
                parameters: [.text(home), Value(place), state], key: "i.nameKey", isText: true)
            }))
      }
    }
    return segments
  }
}
