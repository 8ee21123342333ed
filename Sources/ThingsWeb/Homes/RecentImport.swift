import FoundationEssentials
import Web

/// An import that can still be taken back.
package struct RecentImport: Equatable, Sendable {
  package var id: String
  package var fileName: String
  package var importedAt: Date
  package var newCount: Int
  package var updatedCount: Int

  package init(id: String, fileName: String, importedAt: Date, newCount: Int, updatedCount: Int) {
    self.id = id
    self.fileName = fileName
    self.importedAt = importedAt
    self.newCount = newCount
    self.updatedCount = updatedCount
  }
}

extension ViewContext {
  /// Imports that can be taken back, the newest first; nothing when there are none.
  package func recentImports(_ imports: [RecentImport]) -> HTML {
    guard !imports.isEmpty else { return .empty }
    return section(.class("card", "pad"), .id("imports")) {
      h2 { words.recentImports }
      p(.class("muted")) { words.recentImportsNote }
      ul(.class("lines")) {
        imports.map { entry in
          li {
            div(.class("grow")) {
              b { entry.fileName }
              small {
                words.importedWhen(
                  words.ago(entry.importedAt, now: now), new: entry.newCount,
                  updated: entry.updatedCount)
              }
            }
            linkButton(landmarks.undo(ofImport: entry.id), words.undoStep, .undo, style: .quiet)
          }
        }
      }
    }
  }
}
