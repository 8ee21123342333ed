import SharingWeb
import Web

// What happened in a family.
extension Catalogue {
  func familyActivity(_ line: FamilyActivityPage.Line) -> String {
    switch line {
    case .record(let verb, let subject, _): familyActivity(verb, subject)
    case .count(let verb, let thing, let count): familyActivity(verb, thing, count)
    case .note(let note, let names): familyNote(note, names)
    case .sharing(let event): activity(event, of: .family)
    }
  }

  private func familyActivity(
    _ verb: FamilyActivityPage.Verb, _ subject: FamilyActivityPage.Subject
  ) -> String {
    let name = subject.name.isEmpty ? say("something") : subject.name
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
    case (.routine, .added): return say("added the routine \(name)")
    case (.routine, .changed): return say("changed the routine \(name)")
    case (.routine, .removed): return say("deleted the routine \(name)")
    case (.reward, .added): return say("added the reward \(name)")
    case (.reward, .changed): return say("changed the reward \(name)")
    case (.reward, .removed): return say("deleted the reward \(name)")
    case (.other, .added): return say("added \(name)")
    case (.other, .changed): return say("changed \(name)")
    case (.other, .removed): return say("deleted \(name)")
    }
  }

  private func familyActivity(
    _ verb: FamilyActivityPage.Verb, _ thing: FamilyActivityPage.Thing, _ count: Int
  ) -> String {
    let things = things(thing, count)
    return switch verb {
    case .added: say("added \(things)")
    case .changed: say("changed \(things)")
    case .removed: say("deleted \(things)")
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
    case .other: plural(count, one: "1 other thing", other: "\(many) other things")
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
      fieldChange(familyFieldTitle(register), from: value(before), to: value(after))
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
    case "isArchived": archiveReward
    case "price": priceInStars
    case "startsOn": firstDayAway
    case "endsOn": lastDayAway
    default: register
    }
  }

  private func value(_ value: FamilyActivityPage.Value) -> String {
    switch value {
    case .nothing: say("nothing")
    case .text(let text): text
    case .number(let number): self.number(Int(clamping: number))
    case .day(let day): self.day(day)
    case .yesNo(let isYes): isYes ? yes : no
    case .part(let part): self.part(part)
    }
  }

  var youInFamily: String { say("You") }
  /// Who made a change that nobody has made.
  var familyServer: String { say("Your server") }

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
