import Values
import Web

// Importing expenses: what is wrong, and what to do.
extension Catalogue {
  func missingColumn(_ missing: GroupImportPage.MissingColumn) -> String {
    switch missing {
    case .day: say("Say which column has the day.")
    case .title: say("Say which column has what it was for.")
    case .amount: say("Say which column has the amount.")
    case .payer: say("Say which column has who paid, or which ones have what each person paid.")
    case .twice(let heading): say("“\(heading)” is said to be what another column is, too.")
    }
  }

  var nameColumnsText: String {
    say(
      """
      No program is known that writes such a table. Say what its columns hold. Where each person \
      has a column of their own, its heading names the person.
      """)
  }

  func sampleOfColumn(_ text: String) -> String { say("Such as “\(text)”") }

  func columnRole(_ role: GroupImportPage.ColumnRole, isOwn: Bool) -> String {
    switch role {
    case .kind where isOwn: say("Whether it was spent or earned")
    case .leftOut: say("Leave out")
    case .day: say("Day")
    case .title: say("What it was for")
    case .amount: say("Amount")
    case .currency: say("Currency")
    case .category: say("Category")
    case .payer: say("Who paid")
    case .sharers: say("Who shares it")
    case .note: say("Note")
    case .place: say("Place")
    case .kind: say("Whether it is a payment")
    case .split: say("How it was split")
    case .details: say("Hearth’s details of the split")
    case .id: say("An id of its own")
    case .paid: say("What this person paid")
    case .owed: say("What this person owes")
    case .net: say("What this person is owed: paid minus part")
    }
  }

  func obstacle(_ obstacle: GroupImportPage.Obstacle) -> String {
    switch obstacle {
    case .groupGone: say("You don't have this group any more. Choose another one.")
    case .tooManyMembers(let max):
      say("A group has up to \(number(max)) members. Say who of the file is who is there.")
    case .nameTwice(let name):
      say("The group would have two members called “\(name)”. Say who of the file is who is there.")
    }
  }

  /// Why an import was not done, or not to its end.
  func groupImportFailed(_ failure: GroupImportPage.Failure) -> String {
    switch failure {
    case .other(let reason): say("\(errorTitle(reason)): \(errorText(reason))")
    case .fields(let problems): list(problems.map { problem($0) })
    }
  }
}
