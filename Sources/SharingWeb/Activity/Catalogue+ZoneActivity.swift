import Web

// What happened in something that people share, and taking it back.
extension Catalogue {
  package var activity: String { say("Activity") }
  package var activityHint: String { say("Who changed what, and taking it back") }
  package func activity(of name: String) -> String { say("Activity: \(name)") }
  package var oneChange: String { say("One change") }
  package var noActivityTitle: String { say("Nothing has happened yet") }
  package var noActivityText: String { say("What anyone adds, changes or deletes is listed here.") }
  package var activityUnreachableTitle: String { say("Your hub cannot be reached") }
  package var activityUnreachableText: String {
    say("Who changed what is kept there. This page works again when you are connected.")
  }
  package var activityCutOff: String {
    say("Older changes are not kept, or are from before you joined.")
  }
  package var olderActivity: String { say("Older changes") }
  package var takeBack: String { say("Take back") }
  package var lookAndTakeBack: String { say("Look and take back") }
  package var you: String { say("You") }
  /// An account that is gone has no name.
  package func activityPerson(_ name: String, isYou: Bool = false) -> String {
    if isYou { return you }
    return name.isEmpty ? say("Somebody") : name
  }
  /// Who made a change that nobody has made.
  package var hubItself: String { say("Your server") }
  package var something: String { say("something") }

  package func activity(_ verb: ActivityVerb, _ things: String) -> String {
    switch verb {
    case .added: say("added \(things)")
    case .changed: say("changed \(things)")
    case .removed: say("deleted \(things)")
    case .brought: say("brought \(things) from another home")
    case .moved: say("moved \(things) away")
    }
  }

  package func otherThings(_ count: Int) -> String {
    plural(count, one: "1 other thing", other: "\(number(count)) other things")
  }

  package func activityValue(_ value: ActivityValue) -> String {
    switch value {
    case .nothing: say("nothing")
    case .text(let text): text
    case .number(let number): self.number(Int(clamping: number))
    case .money(let money): self.money(money)
    case .day(let day): self.day(day)
    case .yesNo(let isYes): isYes ? yes : no
    case .gone: say("something that is gone")
    }
  }

  package func fieldChange(
    _ field: String, from before: ActivityValue, to after: ActivityValue
  ) -> String {
    fieldChange(field, from: activityValue(before), to: activityValue(after))
  }
  package func fieldChange(_ field: String, from before: String, to after: String) -> String {
    say("\(field): \(before) → \(after)")
  }

  package var takenBack: String { say("Taken back") }
  package func takenBack(left: Int) -> String {
    if left == 0 { return takenBack }
    return plural(
      left, one: "Taken back, but for 1 thing that has changed again since, or is gone",
      other:
        "Taken back, but for \(number(left)) things that have changed again since, or are gone")
  }

  package func activity(_ event: SharingEvent, of kind: ZoneLink.Kind = .home) -> String {
    switch event {
    case .joined(let name): say("\(activityPerson(name)) joined")
    case .roleChanged(let name, nil):
      say("gave \(activityPerson(name)) a role that only newer versions know")
    case .roleChanged(let name, let role?):
      kind == .family
        ? say("made \(activityPerson(name)) \(familyRoleArticle(role))")
        : say("made \(activityPerson(name)) \(roleArticle(role))")
    case .became(let role):
      kind == .family
        ? say("became \(familyRoleArticle(role)) with an invite")
        : say("became \(roleArticle(role)) with an invite")
    case .left(let name): say("\(activityPerson(name)) is no longer here")
    case .cameIn: say("joined")
    case .tookOver(let name):
      switch kind {
      case .home: say("took the home over from \(activityPerson(name))")
      case .group: say("took the group over from \(activityPerson(name))")
      case .family: say("took the family over from \(activityPerson(name))")
      }
    case .wentAway:
      switch kind {
      case .home: say("left this home")
      case .group: say("left this group")
      case .family: say("left this family")
      }
    case .invited: say("made an invite")
    case .inviteClosed: say("closed an invite")
    }
  }

  private func familyRoleArticle(_ role: Role) -> String {
    role == .viewer ? say("a child") : say("a parent")
  }

  private func roleArticle(_ role: Role) -> String {
    switch role {
    case .owner: say("the owner")
    case .editor: say("an editor")
    case .viewer: say("a viewer")
    }
  }
}
