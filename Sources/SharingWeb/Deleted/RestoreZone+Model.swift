import Web

/// Asks before a deleted home or group comes back to more people than its owner, and says why it
/// cannot.
package enum RestoreZonePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var row: DeletedZoneRow
    /// Whether the viewer owns as many as allowed, so that one of them must go first.
    package var isFull: Bool

    package init(_ row: DeletedZoneRow, isFull: Bool = false) {
      self.row = row
      self.isFull = isFull
    }
  }
}

/// Asks before a deleted home or group is removed for good.
package enum PurgeZonePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var row: DeletedZoneRow

    package init(_ row: DeletedZoneRow) { self.row = row }
  }
}
