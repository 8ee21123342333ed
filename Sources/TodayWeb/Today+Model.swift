import Web

/// What wants attention now: what is near or has no day before what is weeks off, and the most
/// urgent of each first.
package enum TodayPage {
  /// The rows that are shown before “Show all”.
  package static let shortCount = 7
  /// The days from today on that are near: what has a later day comes after all that has none.
  package static let soonDays = 7
  /// The most rows of all.
  package static let longCount = 200

  package struct Model: Equatable, Sendable {
    package var rows: [Attention]
    package var showsAll = false
    /// Whether there are more rows than these.
    package var hasMore = false

    package init(rows: [Attention], showsAll: Bool = false, hasMore: Bool = false) {
      self.rows = rows
      self.showsAll = showsAll
      self.hasMore = hasMore
    }
  }
}
