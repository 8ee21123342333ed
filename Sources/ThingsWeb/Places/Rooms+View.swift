import Web

extension RoomsPage {
  /// Posts ``Field`` to ``Route/rooms(home:)`` for a new place.
  package static func view(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.rooms) {
      context.top(words.rooms, crumbs: [Crumb(model.home.name, .homes(.home(model.home.id)))])
      div(.class("grid2")) {
        section(.class("card")) {
          if model.places.isEmpty {
            emptyState("🚪", words.noRoomsTitle, words.noRoomsText)
          } else {
            ul(.class("tree")) { model.places.map { row($0, model, words) } }
          }
          if model.countWithoutPlace > 0 {
            p(.class("pad", "muted")) {
              a(
                .class("link"),
                .href(.items(.homeItems(home: model.home.id, ItemQuery(roomID: ItemQuery.noRoom))))
              ) { words.withoutPlace(model.countWithoutPlace) }
            }
          }
        }
        if model.role != .viewer { addForm(model, in: context) }
      }
    }
  }

  private static func row(_ place: Place, _ model: Model, _ words: Catalogue) -> HTML {
    let route = Route.rooms(.room(home: model.home.id, room: place.place.id))
    return li(.class("d\(shownDepth(place.depth))")) {
      a(.href(route)) {
        placeIcon(place.place, depth: place.depth)
        span(.class("grow")) {
          b { place.place.name }
          small(.class("num")) {
            ([words.itemCount(place.itemCount, direct: place.directCount)]
              + words.worth(place.values) + checked(place, words))
              .joined(separator: " · ")
          }
        }
        Icon.chevronRight(16)
      }
    }
  }

  private static func checked(_ place: Place, _ words: Catalogue) -> [String] {
    if place.isBeingChecked { return [words.checkRunning] }
    return place.checkedOn.map { [words.checkedShort(words.day($0))] } ?? []
  }

  private static func addForm(_ model: Model, in context: ViewContext) -> HTML {
    let words = context.words
    return card(words.newPlace) {
      context.postForm(.rooms(.rooms(home: model.home.id))) {
        div(.class("columns", "narrow-second")) {
          context.field(
            "name", words.name, model.values[.name],
            FieldStyle(placeholder: words.roomExample, maxLength: 80, isRequired: true))
          context.field(
            "emoji", words.emoji, model.values[.emoji], FieldStyle(maxLength: 8))
        }
        context.picker(
          "parentID", words.inside, model.values[.parentID],
          placeChoices(model.places, words, none: words.insideNothing))
        actions { submit(words.addPlace, .plus) }
      }
    }
  }
}

/// The places of a home as the choices of a picker, indented like the tree.
func placeChoices(_ places: [RoomsPage.Place], _ words: Catalogue, none: String)
  -> [(value: String, text: String)]
{
  [("", none)]
    + places.map { place in
      (
        place.place.id,
        indent(place.depth) + words.named(place.place.name, emoji: place.place.emoji)
      )
    }
}

/// The depth that a tree of places shows: as many levels as people can make. Deeper ones, which
/// only two people who move places at once can make, look like the last.
func shownDepth(_ depth: Int) -> Int { max(0, min(depth, 9)) }

/// What stands before a place among the choices of a picker.
func indent(_ depth: Int) -> String { String(repeating: "\u{2003}", count: shownDepth(depth)) }

/// The emoji of a place or a drawing of a door, a shelf or a box.
func placeIcon(_ place: PlaceLink, depth: Int) -> HTML {
  span(.class("place-icon")) {
    if !place.emoji.isEmpty {
      span(.class("emoji"), .ariaHidden()) { place.emoji }
    } else if depth == 0 {
      Icon.door()
    } else if depth == 1 {
      Icon.shelf()
    } else {
      Icon.box()
    }
  }
}
