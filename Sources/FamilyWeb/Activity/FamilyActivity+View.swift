import SharingWeb
import Web

extension FamilyActivityPage: ZoneActivity {
  package static func sentence(_ line: Line, _ words: Catalogue) -> String {
    words.familyActivity(line)
  }

  package static func difference(
    _ difference: Difference, _ row: Row, of family: ZoneLink, in context: ViewContext
  ) -> HTML {
    HTML(text: context.words.familyDifference(difference))
  }

  package static func crumbs(_ family: ZoneLink, _ words: Catalogue) -> [Crumb] {
    [Crumb(family.name, .days(.day(family: family.id)))]
  }

  /// Single records and changes have no pages.
  package static func route(to place: ActivityPlace, in family: String) -> Route {
    guard case .activity(_, let before) = place else { return route(to: .activity(), in: family) }
    return .familyActivity(.familyActivity(family: family, before: before))
  }
}
