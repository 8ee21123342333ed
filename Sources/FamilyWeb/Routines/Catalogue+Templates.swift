import Web

// Routines to begin with.
extension Catalogue {
  var beginWith: String { say("Begin with") }
  func templateTitle(_ template: RoutineTemplate) -> String {
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
  func templateSteps(_ template: RoutineTemplate) -> String {
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
