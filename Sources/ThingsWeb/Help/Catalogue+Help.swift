import Web

// Help for the first days.
extension Catalogue {
  var firstStepsTitle: String { say("First steps") }
  func stepsDone(_ done: Int, of all: Int) -> String {
    say("\(number(done)) of \(number(all)) done")
  }
  var hideFirstSteps: String { say("Hide") }
  var stepIsDone: String { say("Done") }

  func step(_ step: FirstSteps.Step, itemCount: Int) -> String {
    switch step {
    case .nameHome: say("Name your home")
    case .pickRooms: say("Pick its rooms")
    case .addItems where itemCount > 0 && itemCount < FirstSteps.itemGoal:
      say("Add three items (\(number(itemCount)) so far)")
    case .addItems: say("Add three items")
    case .invite: say("Invite someone")
    case .addPolicy: say("Note your insurance")
    }
  }

  func stepReason(_ step: FirstSteps.Step) -> String {
    switch step {
    case .nameHome: say("So that you know it from others, and so do those you share it with.")
    case .pickRooms: say("Where things are is half of finding them.")
    case .addItems: say("Begin with what would cost most to replace.")
    case .invite: say("They see changes at once, and you say who may change things.")
    case .addPolicy: say("Then you see whether it would pay for what you own.")
    }
  }

  var severalHomesTitle: String { say("You have several homes now") }
  var severalHomesText: String {
    say(
      """
      Switch between them with the menu of homes. All items shows them together, and search looks \
      in all.
      """)
  }
  var gotIt: String { say("Got it") }
}
