import Web

// Papers of items and of insurance policies.
extension Catalogue {
  var papers: String { say("Papers") }
  func papersOf(_ name: String) -> String { say("Papers of \(name)") }
  func paperOfMaintenance(_ title: String) -> String { say("For: \(title)") }
  var noMaintenancePapers: String {
    say("No papers yet. The receipt of what was done has its place here.")
  }
  var noPapers: String { say("No receipt, manual or other paper yet.") }
  package func paperCount(_ count: Int) -> String {
    plural(count, one: "1 paper", other: "\(number(count)) papers")
  }
  package func papersGo(_ count: Int) -> String {
    plural(count, one: "1 paper goes with it", other: "\(number(count)) papers go with it")
  }
  func maintenanceGoes(_ count: Int) -> String {
    plural(
      count, one: "1 maintenance entry goes with it",
      other: "\(number(count)) maintenance entries go with it")
  }

  func paperKind(_ kind: Papers.Kind) -> String {
    switch kind {
    case .receipt: say("Receipt")
    case .manual: say("Manual")
    case .warranty: say("Warranty paper")
    case .policy: say("Policy document")
    case .other: say("Other paper")
    }
  }
  var paperKindTitle: String { say("What it is") }
  var addPapers: String { say("Files to add") }
  func papersHint(_ maxBytes: Int64) -> String {
    say("PDF, pictures or plain text, several at once, each up to \(fileSize(maxBytes)).")
  }
  var uploadPapers: String { say("Add papers") }
  var editPaper: String { say("Edit paper") }
  var paperName: String { say("File name") }
  var paperNameHint: String { say("A saved copy has this name.") }
  var deletePaperText: String { say("The file goes with it. You can undo it right after.") }
  var deletePaper: String { say("Delete paper") }

  func papersAdded(_ count: Int) -> String {
    plural(count, one: "Added 1 paper", other: "Added \(number(count)) papers")
  }
  func paperSaved(_ name: String) -> String { say("Saved \(name)") }
  func paperDeleted(_ name: String) -> String { say("Deleted \(name)") }
}
