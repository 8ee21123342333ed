import Web
import SharingWeb

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

  /// A search that the person has saved.
  package struct Search: Equatable, Sendable {
    package var id: String
    package var name: String
  }

  /// The top rooms of the active home; the first ``maxRooms`` are shown.
  package var rooms: [Room] = []
  /// The labels of the active home; the first ``maxLabels`` are shown.
  package var labels: [Label] = []
  /// Items in all homes.
  package var itemCount = 0
  /// The person's saved searches; the first ``maxSearches`` are shown.
  package var searches: [Search] = []
  /// The photo of the active home, when its file is here.
  package var homePhotoID: String?

  package static let maxRooms = 8
  package static let maxLabels = 6
  package static let maxSearches = 6

  @HTMLBuilder
  package func lists(_ frame: Frame, _ context: ViewContext) -> HTML {
    let words = context.words
    let primary = frame.homes.first(where: \.isPrimary).map { Route.homes(.home($0.id)) }
    let shown = shownHome(frame, context)
    ul {
      // The dashboard is the active home's; this entry leads to the primary one's (I3-1).
      context.navigationEntry(
        primary ?? .homes(.dashboard), .home, words.dashboard, isCurrent: shown == primary)
    }
    context.navigationHeading(words.homes, all: .homes(.homes))
    ul {
      frame.homes.map { home in
        context.navigationEntry(
          .homes(.home(home.id)), home.isShared ? .houses : .roof, home.name,
          count: home.itemCount,
          isCurrent: !home.isPrimary && shown == .homes(.home(home.id)))
      }
      context.navigationEntry(.homes(.newHome), .plus, words.newHome)
    }
    ul(.class("apart")) {
      context.navigationEntry(.items(.items()), .box, words.allInventory, count: itemCount)
      context.navigationEntry(.scanning(.scan), .qr, words.scan)
      context.navigationEntry(.sharing(.people), .people, words.people)
      context.navigationEntry(.importing(.importing()), .upload, words.importTitle)
    }
    if !searches.isEmpty {
      context.navigationHeading(words.savedSearches, all: .searches(.savedSearches()))
      ul {
        searches.prefix(Self.maxSearches).map { search in
          context.navigationEntry(.searches(.savedSearch(search.id)), .search, search.name)
        }
      }
    }
    if let home = frame.activeHomeID { lists(of: home, context) }
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
    }
    context.navigationHeading(words.labels, all: .labels(.labels(home: home)))
    ul {
      labels.prefix(Self.maxLabels).map { label in
        context.navigationEntry(
          .items(.homeItems(home: home, ItemQuery(labelID: label.label.id))),
          emoji: label.label.emoji, .tag, label.label.name, count: label.itemCount)
      }
    }
    ul(.class("apart")) {
      context.navigationEntry(.insurance(.policies(home: home)), .shield, words.insurance)
      context.navigationEntry(.maintenance(.maintenance(home: home)), .tools, words.maintenance)
    }
  }

  package func tabs(_ frame: Frame, _ context: ViewContext) -> HTML {
    let words = context.words
    return HTML(joining: [
      context.tab(.homes(.dashboard), .home, words.tabHome),
      context.tab(.items(.items()), .box, words.tabItems), addTab(frame, words),
    ])
  }

  private func addTab(_ frame: Frame, _ words: Catalogue) -> HTML {
    if let home = frame.activeHome, home.role != .viewer {
      return a(.href(.items(.newItem(home: home.id))), .ariaLabel(words.addItem)) {
        span(.class("add")) { Icon.plus(24) }
      }
    }
    return a(.href(.joining(.join)), .ariaLabel(words.joinHome)) {
      span(.class("add")) { Icon.ticket(24) }
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
          span(.class("dot", frame.activeHome?.colour.className ?? "c4")) { Icon.home() }
        }
        span(.class("grow")) {
          b { frame.activeHome?.name ?? (frame.hidesShared ? words.homesHidden : words.noHome) }
          small { frame.activeHome.map { words.homeStanding($0) } ?? "" }
        }
        Icon.chevronDown(16)
      }
      ul(.class("menu")) {
        homeChoices(frame, words)
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
