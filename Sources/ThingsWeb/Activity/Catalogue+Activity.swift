import SharingWeb
import Web
import AccountWeb

// What happened in a home and to an item, and taking it back.
extension Catalogue {
  var restore: String { say("Restore") }
  func restoreValue(_ field: String, _ value: String) -> String {
    say("Restore \(field): \(value)")
  }
  func activityProblem(_ problem: ActivityProblem) -> String {
    switch problem {
    case .tooLarge:
      say("This changed too much at once to be taken back here. An import is taken back in Import.")
    case .spansHomes:
      say("This moved something to another home. Move it back to take that back.")
    case .nothingLeft:
      say("Nothing was taken back: all of it has changed again since, or is gone.")
    case .placesDoNotFit:
      say("The place it was in is gone, or is inside of it now. Nothing was changed.")
    case .recordGone: say("It is gone. Take back its deletion first.")
    case .otherCurrency:
      say("That amount was in another currency. Change the currency first, then restore it.")
    case .amountUnseen: self.problem(FieldProblem.amountUnseen)
    case .otherAmounts:
      say(
        """
        Its amounts have changed since and would be in the wrong currency. Edit it, and set the \
        currency and the amounts together.
        """)
    }
  }

  func activity(_ line: ActivityPage.Line) -> String {
    switch line {
    case .record(.changed, let subject, let fields)
    where subject.thing == .photo && fields.contains { $0.field.register == "caption" }:
      say("changed the caption of \(thing(subject))")
    case .record(let verb, let subject, _): activity(verb, subject)
    case .count(let verb, let thing, let count): activity(verb, things(thing, count))
    case .sharing(let event): activity(event)
    }
  }

  func activity(_ verb: ActivityPage.Verb, _ subject: ActivityPage.Subject) -> String {
    let name = subject.name
    let owner = subject.owner.isEmpty ? something : subject.owner
    switch (subject.thing, verb) {
    case (.itemLabel, .added): return say("labelled \(owner) \(name)")
    case (.itemLabel, .removed): return say("took the label \(name) off \(owner)")
    case (.itemField, .added): return say("noted \(name) of \(owner)")
    case (.itemField, .changed): return say("changed \(name) of \(owner)")
    case (.itemField, .removed): return say("removed \(name) of \(owner)")
    case (.photo, .added): return say("added a photo to \(owner)")
    case (.photo, .changed): return say("moved a photo of \(owner)")
    case (.photo, .removed): return say("deleted a photo of \(owner)")
    case (.home, .added): return say("made this home")
    default: return activity(verb, thing(subject))
    }
  }

  /// Something by its name, with what it is.
  private func thing(_ subject: ActivityPage.Subject) -> String {
    let name = subject.name.isEmpty ? something : subject.name
    let owner = subject.owner.isEmpty ? something : subject.owner
    return switch subject.thing {
    case .item: name
    case .place: say("the place \(name)")
    case .label: say("the label \(name)")
    case .photo: say("a photo of \(owner)")
    case .paper: say("the paper \(name) of \(owner)")
    case .policy: say("the policy of \(name)")
    case .maintenance: say("the maintenance \(name) of \(owner)")
    case .template: say("the template \(name)")
    case .fieldPreset: say("the field \(name)")
    case .itemLabel: say("the label \(name) of \(owner)")
    case .itemField: say("\(name) of \(owner)")
    case .home: say("this home")
    case .other: say("something that a newer version keeps")
    }
  }

  private func things(_ thing: ActivityPage.Thing, _ count: Int) -> String {
    switch thing {
    case .item: itemCount(count)
    case .place: plural(count, one: "1 place", other: "\(number(count)) places")
    case .label: labelCount(count)
    case .photo: photoCount(count)
    case .paper: plural(count, one: "1 paper", other: "\(number(count)) papers")
    case .policy: policyCount(count)
    case .maintenance:
      plural(count, one: "1 maintenance entry", other: "\(number(count)) maintenance entries")
    case .template: plural(count, one: "1 template", other: "\(number(count)) templates")
    case .fieldPreset: plural(count, one: "1 field", other: "\(number(count)) fields")
    case .itemLabel:
      plural(count, one: "1 label of an item", other: "\(number(count)) labels of items")
    case .itemField:
      plural(count, one: "1 own field", other: "\(number(count)) own fields")
    case .home: plural(count, one: "1 home", other: "\(number(count)) homes")
    case .other: otherThings(count)
    }
  }

  func activityField(_ field: ActivityField) -> String {
    title(of: field.register) ?? field.register
  }
}
