import SyncProtocol

/// The first `limit` positions after a given one, from positions inserted in any order.
struct FirstPositions {
  private let limit: Int
  private let ordinal: Int
  private let after: ItemPosition?
  /// The positions found so far, in order.
  private(set) var positions: [ItemPosition] = []

  /// - Parameters:
  ///   - ordinal: of the segment to begin in.
  ///   - after: the position in that segment to begin after; `nil` for the start of the segment.
  init(limit: Int, ordinal: Int, after: ItemPosition?) {
    self.limit = limit
    self.ordinal = ordinal
    self.after = after
  }

  /// The last position once `limit` are found; any that come after it can be ignored.
  var lastOfMany: ItemPosition? { positions.count < limit ? nil : positions.last }

  mutating func insert(_ position: ItemPosition) {
    guard position.ordinal >= ordinal else { return }
    if position.ordinal == ordinal, let after, !after.precedes(position) { return }
    if let last = lastOfMany, !Self.isOrdered(position, last) { return }
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if Self.isOrdered(positions[middle], position) { low = middle + 1 } else { high = middle }
    }
    positions.insert(position, at: low)
    if positions.count > limit { positions.removeLast() }
  }

  private static func isOrdered(_ left: ItemPosition, _ right: ItemPosition) -> Bool {
    left.ordinal == right.ordinal ? left.precedes(right) : left.ordinal < right.ordinal
  }
}
