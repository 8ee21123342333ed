import FoundationEssentials

/// Asks before an import is taken back: what goes, what is as before, and what stays.
package enum UndoImportPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var fileName: String
    package var importedAt: Date
    package var removedItemCount = 0
    package var restoredItemCount = 0
    package var roomCount = 0
    package var labelCount = 0
    package var policyCount = 0
    package var photoCount = 0
    /// What an archive brought beside all this.
    package var otherCount = 0
    /// Homes that go because nothing else is in them.
    package var homes: [String] = []
    /// Names of items that were changed since.
    package var kept: [String] = []

    package init(id: String, fileName: String, importedAt: Date) {
      self.id = id
      self.fileName = fileName
      self.importedAt = importedAt
    }

    var isEmpty: Bool {
      removedItemCount + restoredItemCount + roomCount + labelCount + policyCount + photoCount
        + otherCount == 0
        && homes.isEmpty
    }
  }
}
