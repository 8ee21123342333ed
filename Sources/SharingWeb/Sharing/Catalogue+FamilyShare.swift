import Web

// Sharing a home or a group with a family.
extension Catalogue {
  var byFamily: String { say("by your family") }
  var familyShare: String { say("Share with my family") }
  func familyShareText(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Your family can have this home, as long as you are in it together.")
    case .group: say("Your family can have this group, as long as you are in it together.")
    case .family: ""
    }
  }
  func familyShareTitle(_ zone: String, with family: String) -> String {
    say("Share \(zone) with \(family)?")
  }
  var familyShareFollows: String {
    say(
      """
      Whoever joins the family gets it, and whoever leaves loses it. Everybody is told. It ends \
      when you leave the family, or when you hand it over to somebody outside.
      """)
  }
  var familyParents: String { say("Parents") }
  var familyChildren: String { say("Children") }
  var familyNobody: String { say("Nobody yet; whoever comes gets it") }
  var familyNoAccess: String { say("No access") }
  func familyStaysOut(_ names: String) -> String { say("\(names) stay out") }
  var familyStaysOutText: String {
    say("They left or were removed. To let them in again, invite them.")
  }
  func familyKeep(_ names: [String]) -> String {
    names.count == 1
      ? say("\(list(names)) keeps what you gave them yourself")
      : say("\(list(names)) keep what you gave them yourself")
  }
  var familyKeepText: String { say("They may do whichever is more.") }
  var familySeesAmounts: String { say("Children see all amounts") }
  var familySeesAmountsText: String {
    say("Who has a group sees its expenses and balances. In homes children see no prices.")
  }
  var familyShareSave: String { say("Share") }
  var familyShareChange: String { say("Save") }
  var familyShareEnd: String { say("Stop sharing with the family") }
}
