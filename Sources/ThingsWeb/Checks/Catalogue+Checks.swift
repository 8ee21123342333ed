import Web

// Going through a place and ticking off what is there.
extension Catalogue {
  var checkWhatIsHere: String { say("Check what is here") }
  var goOnChecking: String { say("Go on checking") }
  func checkOf(_ place: String) -> String { say("Check of \(place)") }
  var checkText: String {
    say(
      """
      Go through the place and tick off what you see. You can stop at any time and go on later, \
      and several people can do it together.
      """)
  }
  var startCheck: String { say("Begin a check") }
  var finishCheck: String { say("Finish") }
  var stopCheck: String { say("Stop without finishing") }
  func checkUnderWay(since day: String) -> String { say("Under way since \(day)") }
  func checked(on day: String) -> String { say("Last checked on \(day)") }
  func checkedShort(_ day: String) -> String { say("checked \(day)") }
  var checkRunning: String { say("being checked") }
  func seen(_ count: Int, of total: Int) -> String {
    say("\(number(count)) of \(number(total)) seen")
  }
  func notSeenYet(_ count: Int) -> String { say("\(number(count)) not seen yet") }
  var seenWord: String { say("Seen") }
  var notFound: String { say("Not found") }
  var notSeenAfterAll: String { say("Not after all") }
  func lastSeen(on day: String) -> String { say("Last seen on \(day)") }
  var lastSeenTitle: String { say("Last seen") }
  var neverSeen: String { say("Nobody has looked yet") }
  var seenToday: String { say("Seen today") }
  var nothingMissingTitle: String { say("Nothing is missing") }
  var nothingMissingText: String { say("Everything here has been seen.") }
  func notFoundTitle(_ name: String) -> String { say("\(name) is not where it should be?") }
  var notFoundText: String {
    say("Say what became of it, or leave it: the check tells at its end what nobody saw.")
  }
  var itIsSomewhereElse: String { say("It is somewhere else") }
  var itIsThere: String { say("I saw it there") }
  var itIsLost: String { say("It is lost or gone: keep it, but out of the lists.") }
  var leaveItForNow: String { say("Leave it for now") }
  func finishCheckTitle(_ place: String) -> String { say("Finish the check of \(place)?") }
  var finishCheckText: String {
    say("What nobody saw stays where it is. You can look after it on the next page.")
  }
  var allWasSeen: String { say("Everything was seen.") }
  func notSeenIn(_ place: String) -> String { say("Not seen in \(place)") }
  var notSeenText: String {
    say(
      "Nobody saw these. Leave them, say where they are, or put what is lost into the archive.")
  }
}
