import Values
import Web

/// The part of the navigation that leads to the family.
package struct FamilyNavigation: AreaNavigation, Equatable {
  /// The person's family; `nil` if they are in none.
  package var family: ZoneLink?
  package var isParent = false
  package var hasStars = false

  package init(family: ZoneLink? = nil, isParent: Bool = false, hasStars: Bool = false) {
    (self.family, self.isParent, self.hasStars) = (family, isParent, hasStars)
  }

  package var area: any Area.Type { FamilyArea.self }

  package func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink? {
    NavigationLink(.family(.families), .people, words.family)
  }

  package func segments(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    links(words)
  }

  package func additions(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    guard let family, isParent else { return [] }
    return [
      NavigationLink(
        .routines(.newRoutine(family: family.id)), .check, words.routine,
        detail: words.inFamily(family.name))
    ]
  }

  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML {
    guard let family else { return .empty }
    let path = context.route.path
    return HTML(joining: [
      context.navigationHeading(family.name, all: .days(.day(family: family.id))),
      ul {
        links(context.words).map { link in
          context.navigationEntry(
            link.route, link.icon, link.text, isCurrent: path == link.route.path)
        }
      },
    ])
  }

  private func links(_ words: Catalogue) -> [NavigationLink] {
    guard let id = family?.id else { return [] }
    let rewards = NavigationLink(.rewards(.rewards(id)), .star, words.rewards)
    return [
      NavigationLink(.days(.day(family: id)), .sun, words.today),
      NavigationLink(.routines(.routines(family: id)), .check, words.routines),
    ] + (hasStars ? [rewards] : []) + [
      NavigationLink(.family(.absences(id)), .leave, words.away),
      NavigationLink(.family(.familySettings(id)), .people, words.peopleOfFamily),
    ]
  }
}
