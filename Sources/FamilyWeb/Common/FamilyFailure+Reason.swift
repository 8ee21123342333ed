import Families
import FoundationEssentials
import Values
import Web

extension FamilyFailure: HouseholdFailure {
  package var reason: ErrorReason {
    switch self {
    case .familyNotFound: .notFound
    case .personNotFound, .routineNotFound, .absenceNotFound, .rewardNotFound, .starsAreOff,
      .notDue:
      .gone
    case .parentsOnly: .forbidden
    case .invalid, .photoMissing: .badRequest
    case .alreadyInFamily, .changedMeanwhile, .alreadyThere, .tooFewStars, .tooFarAhead,
      .outOfOrder, .wishIsOpen:
      .conflict
    }
  }
}

extension Family {
  /// The family's day at a moment: in its own time zone, or where none is set in the person's.
  ///
  /// - Parameter milliseconds: since 1970.
  func today(at milliseconds: Int64, _ words: Catalogue) -> CalendarDay {
    today(at: milliseconds, or: words.calendarDay)
  }

  /// When the family's day at a moment ends; milliseconds since 1970, as the moment.
  func dayEnd(at milliseconds: Int64, _ words: Catalogue) -> Date {
    Date(milliseconds: CalendarDay.end(ofDayAt: milliseconds) { today(at: $0, words) })
  }
}

/// Somebody in the family, as pages show them.
package struct FamilyFigure: Equatable, Sendable, Identifiable {
  package var id: String
  package var name: String
  /// Empty for the initials.
  package var emoji: String
  package var colour: PaletteColour
  package var isParent: Bool
  package var isYou: Bool

  package init(
    id: String, name: String, emoji: String = "", colour: PaletteColour = .teal,
    isParent: Bool = false, isYou: Bool = false
  ) {
    (self.id, self.name, self.emoji, self.colour) = (id, name, emoji, colour)
    (self.isParent, self.isYou) = (isParent, isYou)
  }

  init(_ person: FamilyPerson, you: String) {
    let isPictured = person.face != FaceDetails()
    self.init(
      id: person.id, name: person.name, emoji: person.face.emoji,
      colour: isPictured
        ? PaletteColour(index: person.face.colorIndex) : .derived(from: person.id),
      isParent: person.role == .parent, isYou: person.id == you)
  }

  /// The round picture.
  func face(_ style: String? = nil) -> HTML {
    emoji.isEmpty
      ? avatar(PersonBadge(id: id, name: name, colour: colour), "face")
      : span(.class("thumb", "tinted", "round", style, colour.className), .ariaHidden()) { emoji }
  }
}
