import Web

// Homes and groups that were deleted and can be restored.
extension Catalogue {
  package var recentlyDeleted: String { say("Recently deleted") }
  func recentlyDeletedText(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home: say("Deleted homes are kept for 30 days. Nobody can see what is in them.")
    case .group: say("Deleted groups are kept for 30 days. Nobody can see what is in them.")
    case .family: say("A dissolved family is kept for 30 days. Nobody can see what is in it.")
    }
  }
  package func deletedUnknown(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home:
      say("Homes that you deleted lately are shown here while your hub can be reached.")
    case .group:
      say("Groups that you deleted lately are shown here while your hub can be reached.")
    case .family:
      say("A family that you dissolved lately is shown here while your hub can be reached.")
    }
  }
  func deletedWhen(_ row: DeletedZoneRow, ago: String) -> String {
    guard let person = row.deletedBy else { return say("Deleted by you · \(ago)") }
    return say("Deleted by \(person.name) · \(ago)")
  }
  func daysLeft(_ days: Int) -> String {
    plural(days, one: "1 day left", other: "\(number(days)) days left")
  }
  package func restoreZone(_ name: String) -> String { say("Restore \(name)") }
  func purgeZone(_ name: String) -> String { say("Delete \(name) for good") }
  func restoreZoneTitle(_ name: String) -> String { say("Restore \(name)?") }
  var restoreZoneText: String {
    say("Everything in it comes back as it was. Open invites to it no longer work.")
  }
  var restoreAlone: String { say("Only for me") }
  func getItBack(_ count: Int) -> String {
    plural(
      count, one: "1 other person gets it back", other: "\(number(count)) other people get it back")
  }
  package func tooManyToRestore(_ kind: ZoneLink.Kind) -> String {
    switch kind {
    case .home:
      say("You own as many homes as you can. Delete another one, or hand it over, and try again.")
    case .group:
      say("You own as many groups as you can. Delete another one, or hand it over, and try again.")
    case .family: say("You are in another family. Leave it first, and try again.")
    }
  }
  package func purgeZoneTitle(_ name: String) -> String { say("Delete \(name) for good?") }
  var purgeZoneText: String { say("All of this is removed now. It cannot be undone.") }
  var purgeZoneStep: String { say("Delete for good") }

  /// Who gets a deleted zone back, if anybody but its owner does.
  func returning(_ row: DeletedZoneRow) -> [(icon: Icon, text: String, detail: String)] {
    let people = row.others.map(\.name)
    return people.isEmpty ? [] : [(.people, getItBack(people.count), list(people))]
  }
}
