import SQLite
import SyncProtocol

/// One page of items, of one home or of all.
///
/// A filter that few items meet is answered from its own index, and sorted here. Any other filter
/// walks the index of the order until the page is full. Either way the cost depends on the page,
/// and not on the household.
package struct ItemList: Equatable, Sendable {
  package static let defaultLimit = 50
  package static let maxLimit = 500

  package let rows: [ItemRow]
  /// Where the next page begins; `nil` on the last one.
  package let next: ItemCursor?
  /// Whether the page ends before it is full, because too many items that do not match were looked
  /// at. The next page continues from there.
  package let isCutShort: Bool
  /// The number of items that meet the filter.
  package let count: Count

  package enum Count: Equatable, Sendable {
    case exactly(Int)
    /// There are more; their number is unknown without reading all of them.
    case moreThan(Int)
    /// There may be more: not all items have been looked at.
    case atLeast(Int)
  }

  /// - Parameter after: `next` of the previous page. A cursor of another order is ignored.
  package init(
    filter: ItemFilter, sort: ItemSort, after cursor: ItemCursor? = nil,
    limit: Int = ItemList.defaultLimit, in connection: Connection
  ) throws {
    let limit = max(1, min(limit, Self.maxLimit))
    let cursor = cursor?.sort == sort ? cursor : nil
    var search = try ItemSearch(filter: filter, sort: sort, in: connection)
    let found = try search.page(after: cursor, limit: limit + 1)
    rows = try ItemRow.load(found.prefix(limit).map(\.id), in: connection)
    let stoppedAt = found.count > limit ? nil : search.stoppedAt
    isCutShort = stoppedAt != nil
    next = (found.count > limit ? found[limit - 1] : stoppedAt)
      .map { ItemCursor(sort: sort, position: $0) }
    let shownWhole = cursor == nil && next == nil ? found.count : nil
    if let known = try search.count(shownWhole: shownWhole) {
      count = .exactly(known)
    } else {
      count = found.count > limit ? .moreThan(rows.count) : .atLeast(rows.count)
    }
  }
}

/// An item's place in an order: the segment of the list it is in, its key there, and its id.
struct ItemPosition: Equatable, Sendable {
  /// Identifies a home and place, or a currency; empty in other orders.
  var segment: String
  /// The index of the segment at the time, in case the segment is gone later.
  var ordinal: Int
  var key: Key
  var id: RecordID

  enum Key: Equatable, Sendable {
    /// Ascending; compared by bytes, as SQLite compares text.
    case text(String)
    /// Descending.
    case number(Int64)
  }

  /// Whether this comes before `other` within the same segment.
  func precedes(_ other: ItemPosition) -> Bool {
    switch (key, other.key) {
    case (.text(let left), .text(let right)):
      left == right && left.utf8.elementsEqual(right.utf8)
        ? id < other.id : left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.number(let left), .number(let right)):
      left == right ? id > other.id : left > right
    default: false
    }
  }
}

/// The end of a page of a list, as opaque text for a URL.
package struct ItemCursor: Equatable, Sendable, CustomStringConvertible {
  let sort: ItemSort
  let position: ItemPosition

  static let maxBytes = 16_000

  init(sort: ItemSort, position: ItemPosition) {
    self.sort = sort
    self.position = position
  }

  /// Returns `nil` for a text that is not a cursor.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes, let bytes = Self.bytes(hex: text),
      let decoded = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let parts = decoded.split(separator: "\u{1f}", omittingEmptySubsequences: false)
      .map { String($0) }
    guard parts.count == 6, let sort = ItemSort(rawValue: parts[0]),
      let ordinal = Int(parts[2]), ordinal >= 0, isRecordID(parts[5])
    else { return nil }
    let key: ItemPosition.Key
    switch parts[3] {
    case "t": key = .text(parts[4])
    case "n":
      guard let number = Int64(parts[4]) else { return nil }
      key = .number(number)
    default: return nil
    }
    self.sort = sort
    position = ItemPosition(segment: parts[1], ordinal: ordinal, key: key, id: parts[5])
  }

  package var description: String {
    let key =
      switch position.key {
      case .text(let text): ["t", text.replacing("\u{1f}", with: "")]
      case .number(let number): ["n", String(number)]
      }
    let parts = [sort.rawValue, position.segment, String(position.ordinal)] + key + [position.id]
    let digits = Array("0123456789abcdef".utf8)
    let hex = parts.joined(separator: "\u{1f}").utf8.flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: hex, as: UTF8.self)
  }

  private static func bytes(hex text: String) -> [UInt8]? {
    let digits = text.utf8.map { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x61...0x66: digit - 0x57
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
