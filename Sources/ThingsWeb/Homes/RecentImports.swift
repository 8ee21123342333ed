import Web

extension ViewContext {
  /// Imports of things that can be undone, the newest first.
  package func recentImports(_ imports: [RecentImport]) -> HTML {
    recentImports(imports, undo: { landmarks.undo(ofImport: $0) }) {
      words.importedWhen($1, new: $0.newCount, updated: $0.updatedCount)
    }
  }
}
