import SharingWeb
import Web

// What happened in a family.
extension Catalogue {
  func familyActivity(_ line: FamilyActivityPage.Line) -> String {
    switch line {
    case .record(.changed, let subject, let differences) where differences.archiving != nil:
      archived(subject, isArchived: differences.archiving == true)
    case .record(let verb, let subject, _): familyActivity(verb, subject)
    case .count(let verb, let thing, let count): activity(verb, things(thing, count))
    case .own(let noted): familyNote(noted.note, noted.names)
    case .sharing(let event): activity(event, of: .family)
    }
  }

  private func familyActivity(
    _ verb: FamilyActivityPage.Verb, _ subject: FamilyActivityPage.Subject
  ) -> String {
    let name = subject.name.isEmpty ? something : subject.name
    switch (subject.thing, verb) {
    case (.family, .added): return say("founded this family")
    case (.family, _): return say("changed the family")
    case (.face, _): return say("changed the picture of \(name)")
    case (.absence, .removed): return say("took back that \(name) is away")
    case (.absence, _): return say("noted that \(name) is away")
    case (.stepPicture, .removed): return say("removed a picture of a step of \(name)")
    case (.stepPicture, _): return say("set a picture of a step of \(name)")
    case (.photo, .removed): return say("deleted a photo of \(name)")
    case (.photo, _): return say("added a photo of \(name)")
    case (.routine, _): return activity(verb, say("the routine \(name)"))
    case (.reward, _): return activity(verb, say("the reward \(name)"))
    case (.other, _): return activity(verb, name)
    }
  }

  private func archived(
    _ subject: FamilyActivityPage.Subject, isArchived: Bool
  ) -> String {
    let name = subject.name.isEmpty ? something : subject.name
    switch (subject.thing, isArchived) {
    case (.reward, true): return say("archived the reward \(name)")
    case (.reward, false): return say("brought the reward \(name) back from the archive")
    case (_, true): return say("archived the routine \(name)")
    case (_, false): return say("brought the routine \(name) back from the archive")
    }
  }

  private func things(_ thing: FamilyActivityPage.Thing, _ count: Int) -> String {
    let many = number(count)
    return switch thing {
    case .family: plural(count, one: "1 family", other: "\(many) families")
    case .face, .stepPicture: plural(count, one: "1 picture", other: "\(many) pictures")
    case .routine: routineCount(count)
    case .absence: plural(count, one: "1 absence", other: "\(many) absences")
    case .photo: plural(count, one: "1 photo", other: "\(many) photos")
    case .reward: plural(count, one: "1 reward", other: "\(many) rewards")
    case .other: otherThings(count)
    }
  }

  /// What somebody noted of routines or rewards; the names of a few are listed.
  private func familyNote(_ note: FamilyActivityPage.Note, _ names: [String]) -> String {
    let what = noted(note, names)
    return switch note {
    case .done: say("marked \(what) as done")
    case .undone: say("undid a mark on \(what)")
    case .skipped: say("skipped a turn of \(what)")
    case .swapped: say("swapped a turn of \(what)")
    case .photo: say("added a photo of \(what)")
    case .approved: say("approved \(what)")
    case .unapproved: say("undid the approval of \(what)")
    case .wished: say("asked for \(what)")
    case .withdrawn: say("took back the wish for \(what)")
    case .granted: say("granted \(what)")
    case .refused: say("did not grant \(what)")
    case .reopened: say("reopened the wish for \(what)")
    }
  }

  /// What was noted for somebody else.
  func noted(_ title: String, for name: String) -> String { say("\(title) for \(name)") }

  private func noted(_ note: FamilyActivityPage.Note, _ names: [String]) -> String {
    let maxNamed = 3
    if (1...maxNamed).contains(names.count) { return list(names) }
    let many = number(names.count)
    switch note {
    case .wished, .withdrawn, .granted, .refused, .reopened:
      return names.isEmpty ? say("a reward that is gone") : say("\(many) rewards")
    default: return names.isEmpty ? say("a routine that is gone") : routineCount(names.count)
    }
  }

  // MARK: Before and after

  func familyDifference(_ difference: FamilyActivityPage.Difference) -> String {
    switch difference {
    case .field("colorIndex", _, _): say("Another colour")
    case .field(let register, let before, let after):
      fieldChange(familyFieldTitle(register), from: before, to: after)
    case .plan: say("Another plan: when it is due, or for whom")
    case .steps: say("Other steps")
    }
  }

  /// What people call a field of a family's records.
  func familyFieldTitle(_ register: String) -> String {
    switch register {
    case "name": familyName
    case "title": routineTitle
    case "emoji": emojiTitle
    case "note": noteTitle
    case "timeZone": familyTimeZone
    case "hidesStreaks": hidesStreaks
    case "hasStars": hasStars
    case "partOfDay": partOfDayTitle
    case "isFirst": isFirst
    case "asksApproval": asksApproval
    case "asksPhoto": asksPhoto
    case "requiredFirst": requiredFirst
    case "stars": starsTitle
    case "isArchived": archivedTitle
    case "price": priceInStars
    case "startsOn": firstDayAway
    case "endsOn": lastDayAway
    default: register
    }
  }

  private var archivedTitle: String { say("Archived") }

  // MARK: On the family's page

  var familyInvites: String { say("Invites") }
  var inviteToFamily: String { say("Invite") }
  var noOpenInvites: String { say("No invite is open.") }
  var latestDone: String { say("Latest") }
  var allActivity: String { say("All activity") }
  var nothingDoneYet: String { say("Nothing was marked as done today or yesterday.") }
  func familyInvite(_ role: Role) -> String {
    role == .viewer ? say("Invite for a child") : say("Invite for a parent")
  }
  func inviteUse(_ used: Int, of max: Int, ends: String) -> String {
    say("\(number(used)) of \(number(max)) used · ends \(ends)")
  }
  func didLately(_ name: String, _ when: String) -> String { say("\(name) · \(when)") }
}

extension [FamilyActivityPage.Difference] {
  /// Whether the only difference is that it was archived, or was brought back; `nil` if there is
  /// another one.
  fileprivate var archiving: Bool? {
    guard count == 1, case .field("isArchived", _, .yesNo(let isArchived))? = first else {
      return nil
    }
    return isArchived
  }
}
