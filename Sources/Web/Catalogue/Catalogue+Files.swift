// Files that people add: photos, papers and receipts.
extension Catalogue {
  package func missingPaper(_ state: FileState) -> String {
    switch state {
    case .available: ""
    case .pending: say("This file has not arrived yet")
    case .failed: say("This file could not be fetched; open it to try again")
    }
  }

  /// What was wrong with an upload.
  package func filesRefused(_ files: RefusedFiles) -> String {
    if files.isTooMany { return say("Nothing was added.") }
    let refused = plural(
      files.problems.count, one: "1 file was not added.",
      other: "\(number(files.problems.count)) files were not added.")
    guard files.keptCount > 0 else { return refused }
    let kept = plural(
      files.keptCount, one: "The other one was.",
      other: "The other \(number(files.keptCount)) were.")
    return say("\(refused) \(kept)")
  }
}
