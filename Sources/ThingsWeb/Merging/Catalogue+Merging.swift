import FoundationEssentials
import Web

// Moving everything of one home into another, and starting fresh.
extension Catalogue {
  // MARK: Before

  var mergeIntoOther: String { say("Move everything into another home") }
  var mergeIntoOtherText: String {
    say("For two inventories of one place. You see exactly what will happen first.")
  }
  var mergeStep: String { say("Choose the other home") }
  func mergeTitle(_ home: String) -> String { say("Move all of \(home) into another home") }
  func mergeTitle(_ home: String, into other: String) -> String {
    say("Move all of \(home) into \(other)")
  }
  var mergeText: String {
    say("Everything in it goes along, and this home itself goes. You can undo it for 30 days.")
  }
  func fromTo(_ home: String, _ other: String) -> String { say("\(home) → \(other)") }
  var combineNames: String { say("Combine same names") }
  var keepSeparate: String { say("Keep all separate") }
  func combineNamesText(owner: String?) -> String {
    guard owner != nil else {
      return say(
        """
        Locations, labels and policies with the same name will be combined. The versions of the \
        other home take priority.
        """)
    }
    return say(
      """
      Locations, labels and policies with the same name will be combined. The owner's versions \
      take priority.
      """)
  }
  var keepSeparateText: String {
    say("Everything will be kept as-is. You may see duplicate names.")
  }
  var mergeUndoNote: String { say("You can undo this for 30 days.") }
  func othersUntouched(_ homes: [String]) -> String {
    guard !homes.isEmpty else { return "" }
    return homes.count == 1
      ? say("Your other home, \(homes[0]), stays as it is.")
      : say("Your other homes, \(list(homes)), stay as they are.")
  }
  func mergeOwnerNote(_ owner: String) -> String {
    say(
      """
      What you move is then in a home of \(owner)’s. Should you lose it one day, you can still get \
      a copy for 30 days.
      """)
  }
  func becomesPrimary(_ home: String) -> String {
    say("\(home) becomes the home that Hearth opens with")
  }
  func moveItems(_ count: Int, into home: String) -> String {
    count == 0
      ? say("Move all into \(home)")
      : plural(
        count, one: "Move 1 item into \(home)", other: "Move \(number(count)) items into \(home)")
  }
  func mergeObstacle(_ obstacle: MergeHomePage.Obstacle, home: String) -> String {
    switch obstacle {
    case .sharedOut(let people):
      say(
        """
        \(list(people.map(\.name))) would lose \(home). Stop sharing it first, or hand it over to \
        one of them.
        """)
    case .tooLarge(let max):
      say(
        """
        \(home) has more than \(number(max)) entries: too many to go at once. Move some of its \
        rooms to the other home first.
        """)
    case .noOther: say("There is no other home that you may change.")
    case .readOnly(let other):
      say(
        """
        You can look at \(other), but not change it. Nothing was moved. Ask its owner to let you \
        edit.
        """)
    case .targetGone:
      say("The other home is gone, or is no longer shared with you. Nothing was moved.")
    }
  }

  // MARK: What happens

  var noneChanged: String { say("none is changed") }
  var allOriginals: String { say("all originals") }
  var otherNumber: String { say("different number") }
  func coloursKept(owner: String?) -> String {
    owner.map { say("\($0)’s colours are kept") } ?? say("the other home’s colours are kept")
  }
  /// The first names, and how many more there are.
  func some(_ names: [String]) -> String {
    guard names.count > MergeSummary.maxNames else { return list(names) }
    let rest = names.count - MergeSummary.maxNames + 1
    return list(
      names.prefix(MergeSummary.maxNames - 1)
        + [plural(rest, one: "1 more", other: "\(number(rest)) more")])
  }
  func itemsMerge(_ count: Int, archived: Int, isDone: Bool) -> String {
    let items =
      isDone
      ? plural(count, one: "1 item moved", other: "\(number(count)) items moved")
      : plural(count, one: "1 item moves", other: "\(number(count)) items move")
    return archived == 0 ? items : say("\(items), \(number(archived)) of them archived")
  }
  func placesMerge(_ combined: Int, _ moved: Int, isDone: Bool) -> String {
    both(
      combined, moved,
      isDone
        ? plural(combined, one: "1 place combined", other: "\(number(combined)) places combined")
        : plural(combined, one: "1 place combines", other: "\(number(combined)) places combine"),
      isDone
        ? plural(moved, one: "1 place moved", other: "\(number(moved)) places moved")
        : plural(moved, one: "1 place moves", other: "\(number(moved)) places move"))
  }
  func labelsMerge(_ combined: Int, _ moved: Int, isDone: Bool) -> String {
    both(
      combined, moved,
      isDone
        ? plural(combined, one: "1 label combined", other: "\(number(combined)) labels combined")
        : plural(combined, one: "1 label combines", other: "\(number(combined)) labels combine"),
      isDone
        ? plural(moved, one: "1 label moved", other: "\(number(moved)) labels moved")
        : plural(moved, one: "1 label moves", other: "\(number(moved)) labels move"))
  }
  func policiesMerge(_ combined: Int, _ moved: Int, isDone: Bool) -> String {
    both(
      combined, moved,
      isDone
        ? plural(
          combined, one: "1 policy combined", other: "\(number(combined)) policies combined")
        : plural(
          combined, one: "1 policy combines", other: "\(number(combined)) policies combine"),
      isDone
        ? plural(moved, one: "1 policy moved", other: "\(number(moved)) policies moved")
        : plural(moved, one: "1 policy moves", other: "\(number(moved)) policies move"))
  }
  func presetsMerge(_ combined: Int, _ moved: Int, isDone: Bool) -> String {
    both(
      combined, moved,
      isDone
        ? plural(
          combined, one: "1 offered field combined",
          other: "\(number(combined)) offered fields combined")
        : plural(
          combined, one: "1 offered field combines",
          other: "\(number(combined)) offered fields combine"),
      isDone
        ? plural(
          moved, one: "1 offered field moved", other: "\(number(moved)) offered fields moved")
        : plural(
          moved, one: "1 offered field moves", other: "\(number(moved)) offered fields move"))
  }
  private func both(_ one: Int, _ two: Int, _ first: String, _ second: String) -> String {
    if one == 0 { return second }
    return two == 0 ? first : say("\(first), \(second)")
  }
  func filesMerge(_ photos: Int, _ papers: Int, isDone: Bool) -> String {
    let photoText = plural(photos, one: "1 photo", other: "\(number(photos)) photos")
    let paperText = plural(papers, one: "1 paper", other: "\(number(papers)) papers")
    let what =
      papers == 0 ? photoText : photos == 0 ? paperText : say("\(photoText) and \(paperText)")
    return isDone ? say("\(what) moved") : say("\(what) to move")
  }
  func policiesKept(_ count: Int, owner: String?) -> String {
    guard let owner else {
      return plural(
        count, one: "1 policy is kept beside one of the same name",
        other: "\(number(count)) policies are kept beside those of the same names")
    }
    return plural(
      count, one: "1 policy is kept beside \(owner)’s",
      other: "\(number(count)) policies are kept beside \(owner)’s")
  }
  func maintenanceMerges(_ count: Int, isDone: Bool) -> String {
    isDone
      ? plural(
        count, one: "1 maintenance entry moved",
        other: "\(number(count)) maintenance entries moved")
      : plural(
        count, one: "1 maintenance entry moves",
        other: "\(number(count)) maintenance entries move")
  }
  func templatesMerge(_ count: Int, isDone: Bool) -> String {
    isDone
      ? plural(count, one: "1 template moved", other: "\(number(count)) templates moved")
      : plural(count, one: "1 template moves", other: "\(number(count)) templates move")
  }

  // MARK: Afterwards

  var merging: String { say("Moving everything") }
  func movedTo(_ home: String) -> String { say("Your items have been moved to \(home)") }
  /// "Moved 15 items, combined 3 labels": what there was none of is left out.
  func mergeSentence(_ summary: MergeSummary) -> String {
    let moved = plural(
      summary.items, one: "Moved 1 item", other: "Moved \(number(summary.items)) items")
    var parts: [String] = []
    func add(_ count: Int, _ text: String) { if count > 0 { parts.append(text) } }
    add(
      summary.combinedPlaces,
      plural(
        summary.combinedPlaces, one: "combined 1 place",
        other: "combined \(number(summary.combinedPlaces)) places"))
    add(
      summary.combinedLabels,
      plural(
        summary.combinedLabels, one: "combined 1 label",
        other: "combined \(number(summary.combinedLabels)) labels"))
    add(
      summary.combinedPolicies,
      plural(
        summary.combinedPolicies, one: "combined 1 policy",
        other: "combined \(number(summary.combinedPolicies)) policies"))
    return ([moved] + parts).joined(separator: ", ")
  }
  var mergedHomes: String { say("Moved into other homes") }
  var whatHappened: String { say("What happened") }
  var getStarted: String { say("Get Started") }
  var peopleAndHomes: String { say("See who has which home") }
  var keptHere: String { say("What has no place there is kept here") }
  var keptHereText: String {
    say("The other home has its own of these. Nobody but you sees this list.")
  }
  func vanishedName(_ kind: MergedPage.Vanished.Kind, _ name: String) -> String {
    switch kind {
    case .home: say("Home: \(name)")
    case .place: say("Place: \(name)")
    case .label: say("Label: \(name)")
    case .policy: say("Policy: \(name)")
    case .field: say("Field: \(name)")
    }
  }
  /// What a field holds, in one line.
  func labelled(_ field: String, _ value: String) -> String { say("\(field): \(value)") }
  func undoMergeUntil(_ day: String) -> String { say("You can undo this until \(day).") }
  var undoMerge: String { say("Undo the move") }
  func undoMergeTitle(_ home: String) -> String { say("Bring \(home) back?") }
  func undoMergeText(_ home: String) -> String {
    say("What you moved leaves \(home) again, for everyone who has it.")
  }
  func itemsComeBack(_ count: Int) -> String {
    plural(count, one: "1 item comes back", other: "\(number(count)) items come back")
  }
  var asTheyAreNow: String { say("as they are by now") }
  func homeIsBack(_ home: String) -> String { say("There is a home \(home) again") }
  var withAllItHad: String { say("with its places, labels and policies") }
  func additionsStay(_ home: String) -> String {
    say("What was added since then stays in \(home)")
  }
  func roomsStay(_ count: Int, _ home: String, isDone: Bool) -> String {
    isDone
      ? plural(
        count, one: "\(home) has kept a copy of 1 place, for what was added there",
        other: "\(home) has kept copies of \(number(count)) places, for what was added there")
      : plural(
        count, one: "\(home) keeps a copy of 1 place, for what was added there",
        other: "\(home) keeps copies of \(number(count)) places, for what was added there")
  }
  func itemsCameBack(_ count: Int) -> String {
    plural(count, one: "1 item came back", other: "\(number(count)) items came back")
  }
  var willNotComeTitle: String { say("What does not come back") }
  var notBackTitle: String { say("What did not come back") }
  func notBackText(_ home: String) -> String {
    say("It was deleted after the move, or has left \(home) since.")
  }
  func missing(_ missing: MergedPage.Missing) -> String {
    switch missing.kind {
    case .item: missing.name
    case .place: say("Place: \(missing.name)")
    case .label: say("Label: \(missing.name)")
    case .policy: say("Policy: \(missing.name)")
    case .template: say("Template: \(missing.name)")
    case .field: say("Field: \(missing.name)")
    }
  }
  func isInHome(_ home: String) -> String { say("It is in \(home) now.") }
  func moreMissing(_ count: Int, isAll: Bool) -> String {
    isAll
      ? plural(count, one: "1 thing", other: "\(number(count)) things")
      : plural(count, one: "1 more", other: "\(number(count)) more")
  }
  func mergeUndone(_ home: String) -> String { say("\(home) is back") }
  func undoneOn(_ date: Date?) -> String {
    date.map { say("The move was undone on \(day($0)).") } ?? say("The move was undone.")
  }
  func cannotUndoNow(_ obstacle: MergedPage.UndoObstacle, home: String) -> String {
    say("You cannot undo this now. \(undoObstacle(obstacle, home: home))")
  }
  func cannotUndoMerge(_ obstacle: MergedPage.UndoObstacle) -> String {
    switch obstacle {
    case .tooLate: say("This cannot be undone any more")
    case .targetGone, .readOnly, .tooManyHomes: say("This cannot be undone now")
    }
  }
  func undoObstacle(_ obstacle: MergedPage.UndoObstacle, home: String) -> String {
    switch obstacle {
    case .tooLate: say("It was more than 30 days ago.")
    case .targetGone: say("\(home) is gone, or is no longer shared with you.")
    case .readOnly: say("You may only look at \(home) by now. Its owner can change that.")
    case .tooManyHomes: tooManyToRestore(.home)
    }
  }
  var toSummary: String { say("Back to the summary") }

  // MARK: When it does not work

  func mergeFailedTitle(_ failure: MergeFailure) -> String {
    failure == .outcomeUnknown
      ? say("It is not known whether it was moved") : say("Nothing was moved")
  }
  var allAsItWas: String { say("Everything of yours is as it was.") }
  func mergeFailure(_ failure: MergeFailure) -> String {
    switch failure {
    case .sharedOut: say("Somebody else has the home by now, and would lose it.")
    case .readOnly: say("You may only look at the other home by now.")
    case .notInvited:
      say("The other home’s owner lets you edit it, and not move a home of yours into it.")
    case .targetGone: say("The other home is gone, or is no longer shared with you.")
    case .sourceGone: say("The home that was to go is gone.")
    case .tooLarge: say("There is too much in the home to go at once.")
    case .contended: say("Somebody was changing the same homes all the while.")
    case .unavailable: say("Your hub could not be asked.")
    case .outcomeUnknown: outcomeUnknownText
    case .notHere: say("The home has not arrived here yet. It comes by itself; try again then.")
    case .unsentChanges: say("A change that you made before waits to be looked at, or to be sent.")
    case .broken: say("This should not have happened, and the hub’s log says more.")
    }
  }
}
