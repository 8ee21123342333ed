import SharingWeb
import Web

// What happened in a group and to an expense, and what was deleted.
extension Catalogue {
  var history: String { say("History") }
  func historyTitle(of title: String) -> String { say("History: \(title)") }
  var deletedExpenses: String { say("Deleted expenses") }
  var deletedExpensesHint: String { say("Look at what was deleted, and restore it") }
  var nothingDeleted: String { say("Nothing to restore") }
  var nothingDeletedText: String { say("Deleted expenses and payments are listed here.") }
  var contentIsGone: String { say("It was deleted too long ago to be restored.") }
  var restoreDeleted: String { say("Restore") }
  var formerMember: String { say("a former member") }

  func historyProblem(_ problem: HistoryProblem) -> String {
    switch problem {
    case .tooLarge: say("This changed too much at once to be taken back here.")
    case .spansZones: say("This changed something outside this group, too, and can't be undone.")
    case .nothingLeft:
      say("Nothing was taken back: all of it has changed again since, or is there already.")
    case .memberGone:
      say("Somebody who took part is no longer a member. Add them, then enter the expense again.")
    case .doesNotAddUp:
      say("The former amounts don't add up, so they can't come back. Edit the expense instead.")
    }
  }

  func groupActivity(_ line: GroupActivityPage.Line) -> String {
    switch line {
    case .record(let verb, let subject, _): groupActivity(verb, subject)
    case .count(let verb, let thing, let count): activity(verb, things(thing, count))
    case .own(.claimed(let name)): say("said who \(name) is")
    case .own(.released(let name)): say("made \(name) nobody's account")
    case .own(.combined(let name, let other)): say("made \(name) and \(other) one member, \(other)")
    case .sharing(let event): activity(event, of: .group)
    }
  }

  private func groupActivity(
    _ verb: GroupActivityPage.Verb, _ subject: GroupActivityPage.Subject
  ) -> String {
    let thing = thing(subject)
    switch (subject.thing, verb) {
    case (.comment, .added): return say("commented on \(owner(subject)): “\(subject.name)”")
    case (.comment, _): return say("deleted a comment on \(owner(subject)): “\(subject.name)”")
    case (.receipt, .added): return say("added the receipt \(thing) to \(owner(subject))")
    case (.receipt, _): return say("deleted the receipt \(thing) of \(owner(subject))")
    case (.picture, .added): return say("set the picture of the group")
    case (.picture, _): return say("removed the picture of the group")
    case (.group, .added): return say("made this group")
    case (.group, _): return say("changed the group")
    case (.payment, .added): return say("recorded: \(thing)")
    default: return activity(verb, thing)
    }
  }

  private func owner(_ subject: GroupActivityPage.Subject) -> String {
    subject.owner.isEmpty ? say("an expense") : subject.owner
  }

  /// Something by its name, with what it is and its amount.
  private func thing(_ subject: GroupActivityPage.Subject) -> String {
    let name = subject.name.isEmpty ? something : subject.name
    let plain =
      switch subject.thing {
      case .payment, .expense, .receipt, .comment: name
      case .member: say("the member \(name)")
      case .category: say("the category \(name)")
      case .picture: say("the picture")
      case .group: say("the group")
      case .other: name
      }
    return subject.amount.map { say("\(plain), \(money($0))") } ?? plain
  }

  private func things(_ thing: GroupActivityPage.Thing, _ count: Int) -> String {
    let many = number(count)
    return switch thing {
    case .expense, .payment: plural(count, one: "1 expense", other: "\(many) expenses")
    case .member: memberCount(count)
    case .category: categoryCount(count)
    case .receipt: plural(count, one: "1 receipt", other: "\(many) receipts")
    case .comment: plural(count, one: "1 comment", other: "\(many) comments")
    case .picture: plural(count, one: "1 picture", other: "\(many) pictures")
    case .group: plural(count, one: "1 group", other: "\(many) groups")
    case .other: otherThings(count)
    }
  }

  // MARK: Before and after

  func difference(_ difference: GroupActivityPage.Difference) -> String {
    switch difference {
    case .field("colorIndex", _, _): say("Another colour")
    case .field(let register, let before, let after):
      fieldChange(groupFieldTitle(register), from: before, to: after)
    case .paymentDetails: say("Payment details changed")
    case .amount(let before, let after):
      fieldChange(amountTitle, from: money(before), to: money(after))
    case .way(let before, let after):
      fieldChange(splitTitle, from: way(before), to: way(after))
    case .payers(let before, let after):
      fieldChange(paidBy, from: parts(before), to: parts(after))
    case .part(let member, let before, let after):
      fieldChange(partOf(member), from: money(before), to: money(after))
    case .bill(let before, let after):
      before == after
        ? say("Lines of the bill changed")
        : fieldChange(bill, from: lineCount(before), to: lineCount(after))
    }
  }

  private func partOf(_ member: MemberName) -> String {
    member.isYou ? say("Your part") : say("Part of \(member.name)")
  }

  private func lineCount(_ count: Int) -> String {
    plural(count, one: "1 line", other: "\(number(count)) lines")
  }

  private func parts(_ parts: [GroupActivityPage.Part]) -> String {
    list(
      parts.enumerated().map { index, part in
        say("\(index == 0 ? name(part.member) : object(part.member)) \(money(part.amount))")
      })
  }

  /// What people call a field of a group's records.
  func groupFieldTitle(_ register: String) -> String {
    switch register {
    case "title": whatFor
    case "day": dayTitle
    case "note": noteTitle
    case "place": placeTitle
    case "categoryID": category
    case "name": say("Name")
    case "currency": currencyTitle
    case "emoji": emojiTitle
    case "colorIndex": groupColour
    case "simplifies": simplifies
    case "isArchived": archivedGroup
    case "payment": say("Payment details")
    case "weight": say("Shares")
    case "splitMode": splitTitle
    case "otherNames": say("Names in files")
    default: register
    }
  }
}
