import SyncProtocol

/// The first so many of the positions that come in any order, behind a given one.
struct FirstPositions {
  private let limit: Int
  private let ordinal: Int
  private let after: ItemPosition?
  /// In order.
  private(set) var positions: [ItemPosition] = []

  /// - Parameters:
  ///   - ordinal: of the segment to begin with.
  ///   - after: the position in it to begin behind; `nil` for its beginning.
  init(limit: Int, ordinal: Int, after: ItemPosition?) {
    self.limit = limit
    self.ordinal = ordinal
    self.after = after
  }

  /// The last position, once there are as many as wanted: what comes behind it is of no interest.
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
