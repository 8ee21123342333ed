import Web

// Import and export, as the pages of homes tell of them.
extension Catalogue {
  package var exportTitle: String { say("Export") }
  package var exportHint: String { say("Everything in one file, or a table") }
  package var asArchive: String { say("All of it (ZIP)") }
  package var importTitle: String { say("Import") }
  package func importedWhen(_ when: String, new: Int, updated: Int) -> String {
    say("\(when) · \(number(new)) new, \(number(updated)) updated")
  }
}
