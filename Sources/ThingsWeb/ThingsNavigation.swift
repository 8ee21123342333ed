import SharingWeb
import Values
import Web

/// The part of the navigation that leads to homes and what is in them.
package struct ThingsNavigation: AreaNavigation, Equatable {
  /// A room of the active home with its number of items.
  package struct Room: Equatable, Sendable {
    package var place: PlaceLink
    package var itemCount: Int

    package init(_ place: PlaceLink, itemCount: Int) {
      self.place = place
      self.itemCount = itemCount
    }
  }

  /// A label of the active home with its number of items.
  package struct Label: Equatable, Sendable {
    package var label: LabelLink
    package var itemCount: Int

    package init(_ label: LabelLink, itemCount: Int) {
      self.label = label
      self.itemCount = itemCount
    }
  }

  /// The first rooms of the active home; ``maxRooms`` are shown.
  package var rooms: [Room] = []
  /// The labels of the active home; the first ``maxLabels`` are shown.
  package var labels: [Label] = []
  /// Items in all homes.
  package var itemCount = 0
  /// Rooms at the top level of the active home.
  package var roomCount = 0
  /// The person's saved searches; the first ``maxSearches`` are shown.
  package var searches: [SavedSearchLink] = []
  /// The page of the insurance policies of the active home.
  package var insurance: Route?
  /// The photo of the active home, when its file is here.
  package var homePhotoID: String?

  package static let maxRooms = 6
  package static let maxLabels = 12
  package static let maxSearches = 6

  package var area: any Area.Type { ThingsArea.self }

  package func tab(_ frame: Frame, _ words: Catalogue) -> NavigationLink? {
    NavigationLink(.homes(.dashboard), .box, words.things)
  }

  package func spareTabs(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    let rooms = frame.activeHomeID.map { home in
      NavigationLink(.rooms(.rooms(home: home)), .door, words.rooms)
    }
    return [rooms, NavigationLink(.sharing(.people), .people, words.people)].compactMap(\.self)
  }

  package func segments(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    guard let home = frame.activeHomeID else { return [] }
    return [
      NavigationLink(.homes(.dashboard), .home, words.dashboard),
      NavigationLink(.items(.items()), .box, words.tabItems),
      NavigationLink(.rooms(.rooms(home: home)), .door, words.rooms),
      insurance.map { NavigationLink($0, .shield, words.insurance) },
      NavigationLink(.maintenance(.maintenance(home: home)), .tools, words.tabCare),
    ].compactMap(\.self)
  }

  package func personal(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    let activity = frame.activeHome.map { home in
      NavigationLink(
        .activity(.homeActivity(home: home.id)), .clock, words.activity, detail: home.name)
    }
    return [activity].compactMap(\.self)
  }

  package func additions(_ frame: Frame, _ words: Catalogue) -> [NavigationLink] {
    let scan = NavigationLink(.scanning(.scan), .qr, words.scan, detail: words.scanDetail)
    guard let home = frame.activeHome, home.role != .viewer else {
      return [NavigationLink(.joining(.join), .ticket, words.joinHome), scan]
    }
    return [
      NavigationLink(
        .items(.newItem(home: home.id)), .box, words.item, detail: words.inHome(home.name)),
      scan,
    ]
  }

  @HTMLBuilder
  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML {
    let words = context.words
    let primary = frame.homes.first(where: \.isPrimary).map { Route.homes(.home($0.id)) }
    ul {
      // The dashboard is the active home's; this entry leads to the primary one's (I3-1).
      context.navigationEntry(
        primary ?? .homes(.dashboard), .home, words.dashboard,
        isCurrent: shownHome(frame, context) == primary)
      context.navigationEntry(.items(.items()), .box, words.allItems, count: itemCount)
    }
    if let home = frame.activeHomeID { lists(of: home, context) }
    if !searches.isEmpty {
      folded(
        words.savedSearches, all: .searches(.savedSearches()),
        isOpen: searches.contains { context.route == .searches(.savedSearch($0.id)) }, context
      ) {
        searches.prefix(Self.maxSearches).map { search in
          context.navigationEntry(.searches(.savedSearch(search.id)), .search, search.name)
        }
      }
    }
  }

  /// The lists of the active home.
  @HTMLBuilder
  private func lists(of home: String, _ context: ViewContext) -> HTML {
    let words = context.words
    context.navigationHeading(words.rooms, all: .rooms(.rooms(home: home)))
    ul {
      rooms.prefix(Self.maxRooms).map { room in
        context.navigationEntry(
          .rooms(.room(home: home, room: room.place.id)), emoji: room.place.emoji, .door,
          room.place.name, count: room.itemCount)
      }
      if roomCount > Self.maxRooms {
        context.navigationEntry(
          .rooms(.rooms(home: home)), .more, words.allRooms(roomCount), isCurrent: false)
      }
    }
    folded(words.labels, all: .labels(.labels(home: home)), isOpen: false, context) {
      labels.prefix(Self.maxLabels).map { label in
        context.navigationEntry(
          .items(.homeItems(home: home, ItemQuery(labelID: label.label.id))),
          emoji: label.label.emoji, .tag, label.label.name, count: label.itemCount)
      }
    }
    ul(.class("apart")) {
      if let insurance { context.navigationEntry(insurance, .shield, words.insurance) }
      context.navigationEntry(.maintenance(.maintenance(home: home)), .tools, words.maintenance)
      context.navigationEntry(
        .items(.homeItems(home: home, ItemQuery(isLent: true))), .person, words.lent)
    }
  }

  /// A list that opens at its heading, with the way to the whole of it as its last entry.
  private func folded(
    _ title: String, all: Route, isOpen: Bool, _ context: ViewContext,
    @HTMLBuilder _ entries: () -> HTML
  ) -> HTML {
    details(.class("folded"), .open(isOpen || context.route == all)) {
      summary {
        title
        Icon.chevronDown(14)
      }
      ul {
        entries()
        context.navigationEntry(all, .more, context.words.all(title))
      }
    }
  }

  package func placeMenu(_ frame: Frame, _ context: ViewContext) -> HTML {
    let words = context.words
    return details(.class("home-menu")) {
      summary(.class("home-switch"), .ariaLabel(words.switchHome)) {
        if let photo = homePhotoID {
          img(
            .class("dot"), .src(.photos(.photo(photo, .thumbnail))), .alt(""), .width(30),
            .height(30), .decodingAsync())
        } else {
          span(.class("dot", frame.activeHome?.colour.className ?? PaletteColour.green.className)) {
            Icon.home()
          }
        }
        span(.class("grow")) {
          b { frame.activeHome?.name ?? (frame.hidesShared ? words.homesHidden : words.noHome) }
          small { frame.activeHome.map { words.homeStanding($0) } ?? "" }
        }
        Icon.chevronDown(16)
      }
      ul(.class("menu")) {
        homeChoices(frame, words)
        menuEntry(.homes(.homes), .houses, words.allHomes)
        menuEntry(.homes(.newHome), .plus, words.newHome)
        menuEntry(.joining(.join), .ticket, words.joinHome)
      }
    }
  }

  @HTMLBuilder
  private func homeChoices(_ frame: Frame, _ words: Catalogue) -> HTML {
    frame.homes.map { home in
      li {
        a(.href(.homes(.home(home.id))), .ariaCurrentTrue(home.id == frame.activeHomeID)) {
          span(.class("dot", "small", home.colour.className)) { Icon.home(16) }
          span(.class("grow")) {
            home.name
            small { words.homeStanding(home) }
          }
          if home.isPrimary { Icon.star(16) }
          span(.class("n", "num")) { words.number(home.itemCount) }
        }
      }
    }
    if let home = frame.activeHome {
      li(.class("divided")) {
        a(.href(.homes(.homeSettings(home.id)), fragment: "sharing")) {
          Icon.people()
          words.sharingEntry(home)
        }
      }
      menuEntry(.homes(.homeSettings(home.id)), .gear, words.homeSettings)
    }
  }

  private func menuEntry(_ route: Route, _ icon: Icon, _ text: String) -> HTML {
    li {
      a(.href(route)) {
        icon()
        text
      }
    }
  }

  /// The page's own address, except that the dashboard without a home in its address stands for the
  /// active home.
  private func shownHome(_ frame: Frame, _ context: ViewContext) -> Route? {
    context.route == .homes(.dashboard)
      ? frame.activeHomeID.map { .homes(.home($0)) } : context.route
  }
}
