import Values
import Web

// Families: who is in one, and how they look.
extension Catalogue {
  var parent: String { say("Parent") }
  var child: String { say("Child") }
  var away: String { say("Away") }
  var peopleOfFamily: String { say("People and settings") }
  func inFamily(_ name: String) -> String { say("In \(name)") }

  var noFamily: String { say("You're in no family yet") }
  var noFamilyText: String {
    say("A family shares routines. Found yours, or join one with the code that a parent gives you.")
  }
  var foundFamily: String { say("Found a family") }
  var foundFamilyNote: String { say("You're its first parent, and invite the others next.") }
  var joinWithCode: String { say("Join with a code") }
  var familyName: String { say("Name of the family") }
  var familyNameExample: String { say("Lindqvist") }
  var familyTimeZone: String { say("Time zone") }
  var familyTimeZoneHint: String {
    say("The family's days begin here, also for a child who travels.")
  }
  var hasStars: String { say("Stars and rewards") }
  var hidesStreaks: String { say("Don't show streaks") }
  var familyDetails: String { say("Details") }
  var childrenChangeNothing: String { say("Parents decide what is here.") }
  var faces: String { say("People") }
  var sharedWithFamily: String { say("Shared with the family") }
  var nothingShared: String {
    say("Nothing yet. Who owns a home or a group shares it on the page of its people.")
  }
  func sharedByFamily(_ kind: ZoneLink.Kind) -> String {
    kind == .home ? say("A home") : say("A group")
  }
  var changeFace: String { say("Change picture") }
  func faceOf(_ name: String) -> String { say("Picture of \(name)") }
  var faceNote: String { say("It's how a child who doesn't read yet knows who is meant.") }
  var faceColour: String { say("Colour") }

  var dissolveFamily: String { say("Dissolve family") }
  var dissolveStep: String { say("Dissolve…") }
  var dissolveText: String {
    say("Everyone leaves, and its routines go. You can restore it for 30 days.")
  }
  func dissolveTitle(_ name: String) -> String { say("Dissolve \(name)?") }
  var keepFamily: String { say("Keep the family") }
  var homesStayAsTheyAre: String { say("Homes and groups stay as they are") }
  func loseShared(_ family: String) -> String {
    say("You lose access to what \(family) shares with you")
  }
  func stopSharing(_ family: String) -> String { say("You stop sharing with \(family)") }
  func getShared(_ count: Int, _ family: String) -> String {
    plural(
      count, one: "You get access to 1 home or group that \(family) shares",
      other: "You get access to \(number(count)) homes and groups that \(family) shares")
  }
  func openInvitesEnd(_ count: Int) -> String {
    plural(
      count, one: "1 open invite of yours ends",
      other: "\(number(count)) open invites of yours end")
  }
  func tabletsStop(_ count: Int) -> String {
    plural(
      count, one: "The family's tablet that you set up stops working",
      other: "\(number(count)) tablets that you set up for the family stop working")
  }
  func starsStay(_ stars: String, in family: String) -> String {
    say("\(stars) stay in \(family)")
  }
  func wishesStay(_ count: Int) -> String {
    plural(
      count, one: "1 wish of yours is left behind",
      other: "\(number(count)) wishes of yours are left behind")
  }
  func planInherited(_ family: String) -> String {
    say("You can share with the plan of \(family)")
  }
  func planLost(_ family: String) -> String {
    say("The plan of \(family) no longer covers you")
  }

  var awayNote: String { say("Routines leave out who is away, and turns pass them by.") }
  var nobodyAway: String { say("Nobody is away") }
  var nobodyAwayText: String { say("Holidays and school trips are noted here.") }
  var noteAway: String { say("Note days away") }
  var firstDayAway: String { say("First day") }
  var lastDayAway: String { say("Last day") }
  var who: String { say("Who") }
  func span(_ start: CalendarDay?, _ end: CalendarDay?) -> String {
    guard let start, let end else { return "" }
    return start == end ? day(start) : say("\(day(start)) to \(day(end))")
  }

  func switchTitle(_ from: String, _ to: String) -> String {
    say("Leave \(from) and join \(to)?")
  }
  var switchText: String { say("You can be in one family at a time. Both happen in one step.") }
  func ownersHandOverFirst(_ name: String) -> String {
    say("\(name) needs a parent who owns it. Hand it over or dissolve it first.")
  }
  func isDissolved(_ name: String) -> String { say("\(name) is dissolved") }
  func nobodyElseIn(_ next: String) -> String {
    say("Nobody else is in it. You can restore it for 30 days, once you have left \(next).")
  }
  func youLeave(_ name: String) -> String { say("You leave \(name)") }
  func youJoin(_ name: String, _ role: Role) -> String {
    role == .viewer ? say("You join \(name) as a child") : say("You join \(name) as a parent")
  }
  func routinesPassYouBy(_ count: Int) -> String {
    plural(
      count, one: "1 routine goes on without you",
      other: "\(number(count)) routines go on without you")
  }
  func stayIn(_ name: String) -> String { say("Stay in \(name)") }
  func switchStep(_ name: String) -> String { say("Join \(name)") }
}
