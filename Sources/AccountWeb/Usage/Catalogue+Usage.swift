import Web

// What is counted, and what people say.
extension Catalogue {
  var counting: String { say("What is counted") }
  var countingText: String {
    say(
      """
      This server counts how Hearth is used: when you open it, when a home is made, deleted, \
      opened or shared, and when something could not be saved. Never what you own, what it is \
      called or what you type.
      """)
  }
  var countingStays: String {
    say(
      """
      The counts stay on this server for 400 days at most, under a made-up number instead of your \
      name. They are sent nowhere. Without the tick nothing more is counted, and what was counted \
      of you is deleted.
      """)
  }
  var countMe: String { say("Count how I use Hearth") }
  func countingSaved(_ isCounted: Bool) -> String {
    isCounted
      ? say("Your use is counted from now on")
      : say("Your use is no longer counted, and what was counted is deleted")
  }

  var feedback: String { say("Feedback") }
  var giveFeedback: String { say("Say what you think") }
  var feedbackTitle: String { say("How do you like Hearth?") }
  var feedbackText: String {
    say("Whoever looks after this server can read it. It is sent nowhere else.")
  }
  var feedbackTopic: String { say("It is about") }
  func text(_ topic: FeedbackPage.Topic) -> String {
    switch topic {
    case .homes: say("Having several homes")
    case .sharing: say("Sharing with others")
    case .everything: say("Hearth as a whole")
    }
  }
  var chooseRating: String { say("Choose one") }
  var feedbackRating: String { say("Your rating") }
  func rating(_ stars: Int) -> String {
    switch stars {
    case 5: say("5: very good")
    case 4: say("4: good")
    case 3: say("3: fair")
    case 2: say("2: poor")
    default: say("1: bad")
    }
  }
  var feedbackWords: String { say("In your words") }
  var feedbackWordsHint: String { say("You can leave this empty.") }
  var sendFeedback: String { say("Keep my feedback") }
  var feedbackKept: String { say("Thank you. Your feedback is kept on this server") }
}
