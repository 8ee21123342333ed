import Families
import SyncProtocol
import Values
import Wording

// Routines to begin with.
extension Catalogue {
  package func templateTitle(_ template: RoutineTemplate) -> String {
    switch template {
    case .morning: say("Good morning")
    case .school: say("Ready for school")
    case .table: say("Set the table")
    case .animal: say("Feed the pet")
    case .tidying: say("Tidy up")
    case .evening: say("Good night")
    }
  }
  /// One step on each line, with an emoji in front; those in brackets are optional.
  package func templateSteps(_ template: RoutineTemplate) -> String {
    switch template {
    case .morning:
      say("🚽 Toilet\n🪥 Brush teeth\n👕 Get dressed\n🥣 Breakfast\n(🛏️ Make the bed)")
    case .school:
      say("📚 Pack the bag\n🍎 Lunch box\n💧 Water bottle\n🧥 Jacket\n👟 Shoes")
    case .table:
      say("🍽️ Plates\n🍴 Cutlery\n🥛 Glasses\n(🧻 Napkins)")
    case .animal:
      say("💧 Fresh water\n🥣 Food\n(🧹 Clean up)")
    case .tidying:
      say("🧸 Toys into the box\n📚 Books onto the shelf\n👚 Clothes into the basket")
    case .evening:
      say("🛁 Wash\n🪥 Brush teeth\n👕 Pyjamas\n📖 Story\n💡 Lights out")
    }
  }
}

extension RoutineTemplate {
  package func details(_ words: Catalogue) -> RoutineDetails {
    var details = RoutineDetails(title: words.templateTitle(self))
    (details.emoji, details.colorIndex, details.partOfDay) = (emoji, colorIndex, partOfDay)
    return details
  }

  package func steps(_ words: Catalogue) -> [RoutineStep] {
    words.templateSteps(self).split(separator: "\n").map { RoutineStep(line: String($0)) }
  }
}

extension AddRoutine {
  /// A routine of a template, in somebody's words.
  ///
  /// - Parameter people: everybody in the family.
  package init(
    familyID: ZoneID, of template: RoutineTemplate, _ words: Catalogue,
    among people: [FamilyPerson], from day: CalendarDay
  ) {
    self.init(
      familyID: familyID, template.details(words), template.plan(among: people, from: day),
      steps: template.steps(words), inOrder: template.inOrder)
  }
}
