import Web

// Homes that were deleted and can be restored.
extension Catalogue {
  var recentlyDeleted: String { say("Recently deleted") }
  var recentlyDeletedText: String {
    say("Deleted homes are kept for 30 days. Nobody can see what is in them.")
  }
  var deletedHomesUnknown: String {
    say("Homes that you deleted lately are shown here while your hub can be reached.")
  }
  func deletedWhen(_ row: DeletedHomeRow, ago: String) -> String {
    guard let person = row.deletedBy else { return say("Deleted by you · \(ago)") }
    return say("Deleted by \(person.name) · \(ago)")
  }
  func deletedContents(_ contents: HomeSettingsPage.Contents) -> String {
    let others: [(count: Int, words: (Int) -> String)] = [
      (contents.rooms, placeCount), (contents.labels, labelCount),
      (contents.photos, photoCount), (contents.policies, policyCount),
    ]
    return ([itemCount(contents.items)] + others.filter { $0.count > 0 }.map { $1($0) })
      .joined(separator: " · ")
  }
  /// Rooms with the shelves and boxes in them.
  func placeCount(_ count: Int) -> String {
    plural(count, one: "1 room or place", other: "\(number(count)) rooms and places")
  }
  func daysLeft(_ days: Int) -> String {
    plural(days, one: "1 day left", other: "\(number(days)) days left")
  }
  func restoreHome(_ name: String) -> String { say("Restore \(name)") }
  func purgeHome(_ name: String) -> String { say("Delete \(name) for good") }
  func restoreHomeTitle(_ name: String) -> String { say("Restore \(name)?") }
  var restoreHomeText: String {
    say("Everything in it comes back as it was. Open invites to it no longer work.")
  }
  var restoreAlone: String { say("Only for me") }
  func getItBack(_ count: Int) -> String {
    plural(
      count, one: "1 other person gets it back", other: "\(number(count)) other people get it back")
  }
  var tooManyHomesToRestore: String {
    say("You own as many homes as you can. Delete another one, or hand it over, and try again.")
  }
  func purgeHomeTitle(_ name: String) -> String { say("Delete \(name) for good?") }
  var purgeHomeText: String { say("All of this is removed now. It cannot be undone.") }
  var purgeHomeStep: String { say("Delete for good") }

  /// What was in a home, and who gets it back.
  func plan(of row: DeletedHomeRow) -> [(icon: Icon, text: String, detail: String)] {
    let people = row.others.map(\.name)
    return contentsPlan(of: row)
      + (people.isEmpty ? [] : [(.people, getItBack(people.count), list(people))])
  }

  /// The photos of a home, and its papers where it has any.
  func files(_ contents: HomeSettingsPage.Contents) -> String {
    let papers = contents.papers > 0 ? [paperCount(contents.papers)] : []
    return list([photoCount(contents.photos)] + papers)
  }

  func contentsPlan(of row: DeletedHomeRow) -> [(icon: Icon, text: String, detail: String)] {
    let contents = row.contents
    var rows: [(icon: Icon, text: String, detail: String)] = [
      (.box, itemCount(contents.items), files(contents)),
      (.door, placeCount(contents.rooms), labelCount(contents.labels)),
    ]
    if contents.policies > 0 { rows.append((.shield, policyCount(contents.policies), "")) }
    return rows
  }
}
