import FoundationEssentials
import SharingWeb
import Values
import Web

/// All homes that a person has.
package enum HomesPage {
  /// A home in the list.
  package struct Row: Equatable, Sendable {
    package var home: Frame.Home
    package var roomCount: Int
    /// One total per currency, that of the home first.
    package var values: [Money]
    /// Who shares it; `nil` for one's own.
    package var owner: PersonBadge?

    package init(
      _ home: Frame.Home, roomCount: Int, values: [Money] = [], owner: PersonBadge? = nil
    ) {
      self.home = home
      self.roomCount = roomCount
      self.values = values
      self.owner = owner
    }
  }

  /// A home that went into another one.
  package struct MergedRow: Equatable, Sendable {
    /// Of the merge.
    package var id: String
    package var homeName: String
    package var targetName: String
    package var until: Date
    /// Why it cannot come back as things are; `nil` when it can.
    package var obstacle: MergedPage.UndoObstacle?
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The primary one first, then by name.
    package var rows: [Row]
    /// The last deleted first; `nil` while a device cannot ask its hub.
    package var deleted: [DeletedZoneRow]?
    /// Own homes that went into others, and can come back.
    package var merged: [MergedRow] = []

    package init(rows: [Row], deleted: [DeletedZoneRow]? = []) {
      self.rows = rows
      self.deleted = deleted
    }
  }
}
