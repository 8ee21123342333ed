import Web

// What becomes of somebody's own things when they join a home.
extension Catalogue {
  package var whatOfYours: String { say("What becomes of your own homes") }
  package var recommended: String { say("Recommended") }
  package var keepBoth: String { say("Keep both") }
  package func keepBothText(_ home: String) -> String {
    say("Keep your existing homes and add \(home) to your inventory")
  }
  package func mergeInto(_ home: String) -> String { say("Merge into \(home)") }
  package func mergeIntoText(_ home: String) -> String {
    say("Move items from one of your homes into \(home)")
  }
  package var mergeNeedsRole: String {
    say("Not possible: this invite lets you look, and not change anything.")
  }
  package var mergeNotInvited: String {
    say("Not possible: this invite lets you edit, and not move a home of yours into it.")
  }
  package var startFresh: String { say("Start fresh") }
  package func startFreshText(_ homes: Int) -> String {
    let what = say("Remove all your existing data and use only the shared home")
    let count = plural(
      homes, one: "Your own home stays in Recently deleted for 30 days.",
      other: "Your own \(number(homes)) homes stay in Recently deleted for 30 days.")
    return say("\(what). \(count)")
  }

  package func whichHomeGoes(_ home: String) -> String {
    say("Which of your homes goes into \(home)?")
  }
  package var noHomeToMove: String { say("You have no home of your own to move") }
  package func noHomeToMoveText(_ home: String) -> String {
    say("There is nothing left to decide. The link of the invite lets you join \(home) as it is.")
  }
  package func contentCount(items: Int, places: Int) -> String {
    let itemText = plural(items, one: "1 item", other: "\(number(items)) items")
    let placeText = plural(places, one: "1 place", other: "\(number(places)) places")
    return say("\(itemText), \(placeText)")
  }
  package func joinAndMove(_ count: Int) -> String {
    plural(count, one: "Join and move 1 item", other: "Join and move \(number(count)) items")
  }
  package func joiningNow(_ home: String) -> String { say("Joining \(home)") }
  package func youHaveJoined(_ home: String) -> String {
    say("You have joined. \(home) is beside your own homes; nothing of yours has changed.")
  }
  package var inviteHasChanged: String { say("This invite has changed") }
  package var mergeTitleForViewer: String { say("Nothing can be moved there") }
  package func mergeNeedsEditor(_ owner: String) -> String {
    say("This invite lets you look, and not change anything. \(owner) can give you another one.")
  }
  package func mergeNeedsInvite(_ owner: String) -> String {
    say(
      """
      This invite lets you edit the home, and not move one of yours into it. \(owner) can give \
      you another one.
      """)
  }

  package var startFreshRemoves: String { say("What goes, and what stays") }
  package var staysShared: String { say("stays: others have it, too") }
  package var freshUndoNote: String {
    say("First you join; then these homes go. They stay in Recently deleted for 30 days.")
  }
  package func freshAsViewer(_ home: String) -> String {
    say("In \(home) you will be able to look, and not to add anything.")
  }
  package var hasChanged: String {
    say("Something has been added or removed since you last looked. This is how it is now.")
  }
  package func typeNameToStartFresh(_ home: String) -> String { say("Type \(home) to confirm") }
  package func joinAndRemove(_ count: Int) -> String {
    plural(count, one: "Join and remove 1 item", other: "Join and remove \(number(count)) items")
  }
  package func allSetWith(_ home: String) -> String { say("You're all set with \(home)") }
  package var inRecentlyDeleted: String {
    say("Your own homes are in Recently deleted for 30 days, and can be brought back from there.")
  }

  package var joinHasEnded: String { say("This has ended") }
  package var joinHasEndedText: String {
    say(
      """
      It was turned down or finished, here or on another device. As long as the invite works, its \
      link asks you again.
      """)
  }

  package var notJoined: String { say("You have not joined") }
  package func joinedButNotMoved(_ home: String) -> String {
    say("You have joined \(home), and nothing else has happened")
  }

  var undecidedJoins: String { say("Not decided yet") }
  func undecidedJoin(_ owner: String, _ home: String) -> String {
    say("\(owner) shares \(home) with you")
  }
  var goOnDeciding: String { say("Go on") }
}
