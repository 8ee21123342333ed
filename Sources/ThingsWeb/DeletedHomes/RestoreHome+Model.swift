import Web

/// Asks before a deleted home comes back to more people than its owner, and says why it cannot.
package enum RestoreHomePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var row: DeletedHomeRow
    /// Whether the viewer owns as many homes as allowed, so that one of them must go first.
    package var isFull: Bool

    package init(_ row: DeletedHomeRow, isFull: Bool = false) {
      self.row = row
      self.isFull = isFull
    }
  }
}

/// Asks before a deleted home is removed for good.
package enum PurgeHomePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var row: DeletedHomeRow

    package init(_ row: DeletedHomeRow) { self.row = row }
  }
}
