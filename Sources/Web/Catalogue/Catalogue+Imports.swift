// Imports of every kind: the words that all of their pages have.
extension Catalogue {
  package var chooseFile: String { say("Choose a file") }
  package var previewImport: String { say("Preview import") }
  package var previewFirst: String {
    say("Nothing is imported until you've seen it and said yes.")
  }
  package var importPreview: String { say("Import preview") }
  package var nothingNew: String { say("Everything in this file is there already.") }
  package var previewAgain: String { say("Update preview") }
  package var goodToKnow: String { say("Good to know") }
  package func andMore(_ count: Int) -> String { say("and \(number(count)) more") }
  /// The first names of a list, and how many more there are.
  package func someOfImport(_ names: [String]) -> String {
    let shown = names.prefix(20)
    return list(shown + (names.count > shown.count ? [andMore(names.count - shown.count)] : []))
  }
  package var mayLeave: String { say("You may leave this page. It goes on by itself.") }
  package var imported: String { say("Imported") }
  package var recentImports: String { say("Imported lately") }
  package var recentImportsNote: String { say("You can undo an import for 30 days.") }
  package var undoStep: String { say("Undo …") }
  package var undoImport: String { say("Undo the import") }
  package var undoImportTitle: String { say("Undo this import?") }
  package func undoImportText(_ file: String, _ when: String) -> String {
    say("“\(file)”, imported \(when). What somebody has changed since stays as it is.")
  }
  package var nothingToUndo: String {
    say("There is nothing left to undo: it is gone already, or somebody has changed it since.")
  }
}
