extension Catalogue {
  /// Whose limit was reached, and what can be done.
  package func limitText(_ limit: ReachedLimit) -> String {
    switch limit {
    case .recordsOfOwner:
      say(
        """
        Its owner has as many entries as your server keeps for one person. They can delete some, \
        or ask whoever runs this Hearth to allow more. Then try again.
        """)
    case .recordsOfZone:
      say("This home, group or family is full. Delete something in it, then try again.")
    case .ownedZones:
      say("You own as many as one person may. Delete one or hand it over, then try again.")
    case .memberships: say("You're in as many families as one may be. Leave one, then try again.")
    case .additions: say("That's all that can be added for today. Go on tomorrow.")
    case .oneChange: say("This is too much at once. Do it in smaller parts.")
    case .other:
      say("Your server takes no more of this. Delete something, or ask whoever runs this Hearth.")
    }
  }

  func tooManyText(_ seconds: Int) -> String {
    plural(
      seconds, one: "Too many tries in a row. It works again in 1 second.",
      other: "Too many tries in a row. It works again in \(number(seconds)) seconds.")
  }

  func tooManyTabletsText(_ reason: ErrorReason) -> String {
    switch reason {
    case .tooManyTablets(let max):
      say("A family has at most \(number(max)) tablets. End one that you no longer use.")
    case .tooManyTabletsToday(let max):
      say("\(number(max)) tablets were set up within a day. You can set up the next one tomorrow.")
    default: limitText(.other)
    }
  }
}
