extension Frame {
  /// The column at the left on wide screens: the current place and the places to go to.
  func sidebar(_ context: ViewContext) -> HTML {
    let words = context.words
    return aside(.class("side"), .id("side")) {
      homeSwitch(context)
      nav(.ariaLabel(words.mainNavigation)) { navigation(context) }
      footer(.class("foot")) {
        syncChip(context)
        a(
          .class("avatar-link"), .href(.account(.account)), .ariaLabel(words.accountOf(person.name))
        ) {
          avatar(person)
        }
      }
    }
  }

  /// The lists of the sidebar; the menu page of a phone shows them too.
  @HTMLBuilder
  func navigation(_ context: ViewContext) -> HTML {
    let words = context.words
    ul {
      // The dashboard is the active home's; this entry leads to the primary one's (I3-1).
      entry(
        primaryRoute ?? .homes(.dashboard), .home, words.dashboard,
        isCurrent: shownHome(context) == primaryRoute, context)
    }
    heading(words.homes, all: .homes(.homes), context)
    ul {
      homes.map { home in
        entry(
          .homes(.home(home.id)), home.isShared ? .houses : .roof, home.name, count: home.itemCount,
          isCurrent: !home.isPrimary && shownHome(context) == .homes(.home(home.id)), context)
      }
      entry(.homes(.newHome), .plus, words.newHome, context)
    }
    ul(.class("apart")) {
      entry(.items(.items()), .box, words.allInventory, count: itemCount, context)
      entry(.scanning(.scan), .qr, words.scan, context)
      entry(.sharing(.people), .people, words.people, context)
      entry(.importing(.importing()), .upload, words.importTitle, context)
    }
    if !searches.isEmpty {
      heading(words.savedSearches, all: .searches(.savedSearches()), context)
      ul {
        searches.prefix(Self.maxSearches).map { search in
          entry(.searches(.savedSearch(search.id)), .search, search.name, context)
        }
      }
    }
    if let home = activeHomeID {
      heading(words.rooms, all: .rooms(.rooms(home: home)), context)
      ul {
        rooms.prefix(Self.maxRooms).map { room in
          entry(
            .rooms(.room(home: home, room: room.place.id)), emoji: room.place.emoji,
            fallback: .door,
            room.place.name, count: room.itemCount, context)
        }
      }
      heading(words.labels, all: .labels(.labels(home: home)), context)
      ul {
        labels.prefix(Self.maxLabels).map { label in
          entry(
            .items(.homeItems(home: home, ItemQuery(labelID: label.label.id))),
            emoji: label.label.emoji,
            fallback: .tag, label.label.name, count: label.itemCount, context)
        }
      }
      ul(.class("apart")) {
        entry(.insurance(.policies(home: home)), .shield, words.insurance, context)
        entry(
          .maintenance(.maintenance(home: home)), .tools, words.maintenance, context)
      }
    }
  }

  /// The slim bar above a page on a phone.
  func phoneBar(_ context: ViewContext) -> HTML {
    header(.class("phone-bar")) {
      homeSwitch(context)
      syncChip(context)
    }
  }

  /// The bottom tabs of a phone with the round button for the one thing people do most.
  func tabs(_ context: ViewContext) -> HTML {
    let words = context.words
    return nav(.class("tabs"), .ariaLabel(words.quickNavigation)) {
      tab(.homes(.dashboard), .home, words.tabHome, context)
      tab(.items(.items()), .box, words.tabItems, context)
      if let home = activeHome, home.role != .viewer {
        a(.href(.items(.newItem(home: home.id))), .ariaLabel(words.addItem)) {
          span(.class("add")) { Icon.plus(24) }
        }
      } else {
        a(.href(.joining(.join)), .ariaLabel(words.joinHome)) {
          span(.class("add")) { Icon.ticket(24) }
        }
      }
      tab(.sharing(.people), .people, words.people, context)
      tab(.site(.menu), .menu, words.tabMenu, context)
    }
  }

  private func homeSwitch(_ context: ViewContext) -> HTML {
    let words = context.words
    return details(.class("home-menu")) {
      summary(.class("home-switch"), .ariaLabel(words.switchHome)) {
        if let photo = homePhotoID {
          img(
            .class("dot"), .src(.photos(.photo(photo, .thumbnail))), .alt(""), .width(30),
            .height(30),
            .decodingAsync())
        } else {
          span(.class("dot", activeHome?.colour.className ?? "c4")) { Icon.home() }
        }
        span(.class("grow")) {
          b { activeHome?.name ?? (hidesShared ? words.homesHidden : words.noHome) }
          small { activeHome.map { words.homeStanding($0) } ?? "" }
        }
        Icon.chevronDown(16)
      }
      ul(.class("menu")) {
        homes.map { home in
          li {
            a(.href(.homes(.home(home.id))), .ariaCurrentTrue(home.id == activeHomeID)) {
              span(.class("dot", "small", home.colour.className)) { Icon.home(16) }
              span(.class("grow")) {
                home.name
                small { words.homeStanding(home) }
              }
              if home.isPrimary { Icon.star(16) }
            }
          }
        }
        if let home = activeHome {
          li(.class("divided")) {
            a(.href(.homes(.homeSettings(home.id)), fragment: "sharing")) {
              Icon.people()
              words.sharingEntry(home)
            }
          }
          li {
            a(.href(.homes(.homeSettings(home.id)))) {
              Icon.gear()
              words.homeSettings
            }
          }
        }
        li {
          a(.href(.homes(.newHome))) {
            Icon.plus()
            words.newHome
          }
        }
        li {
          a(.href(.joining(.join))) {
            Icon.ticket()
            words.joinHome
          }
        }
      }
    }
  }

  /// Whether the device is up to date, as a link to the page that explains it.
  func syncChip(_ context: ViewContext) -> HTML {
    let tone =
      switch sync {
      case .synced: "ok"
      case .syncing, .offline, .pending: "wait"
      case .refused, .outdated: "bad"
      }
    return a(.class("chip", "sync-chip", tone), .href(.syncing(.sync))) {
      switch sync {
      case .synced: span(.class("lamp"))
      case .syncing, .pending: Icon.sync(14)
      case .offline: Icon.cloudOff(14)
      case .refused, .outdated: Icon.warning(14)
      }
      context.words.syncState(sync)
    }
  }

  private func heading(_ text: String, all route: Route, _ context: ViewContext) -> HTML {
    h3 {
      a(.href(route), .current(context.route == route)) {
        text
        Icon.chevronRight(14)
      }
    }
  }

  private func tab(_ route: Route, _ icon: Icon, _ text: String, _ context: ViewContext) -> HTML {
    a(.href(route), .current(context.route.path == route.path)) {
      icon(22)
      span { text }
    }
  }

  private var primaryRoute: Route? { homes.first(where: \.isPrimary).map { .homes(.home($0.id)) } }

  /// The page's own route, except that the dashboard without a home in its address stands for the
  /// active home.
  private func shownHome(_ context: ViewContext) -> Route? {
    context.route == .homes(.dashboard) ? activeHomeID.map { .homes(.home($0)) } : context.route
  }

  private func entry(
    _ route: Route, _ icon: Icon, _ text: String, count: Int? = nil, isCurrent: Bool? = nil,
    _ context: ViewContext
  ) -> HTML {
    entry(route, emoji: "", fallback: icon, text, count: count, isCurrent: isCurrent, context)
  }

  private func entry(
    _ route: Route, emoji: String, fallback icon: Icon, _ text: String, count: Int? = nil,
    isCurrent: Bool? = nil, _ context: ViewContext
  ) -> HTML {
    li {
      a(.href(route), .current(isCurrent ?? (context.route == route))) {
        if emoji.isEmpty { icon() } else { span(.class("emoji"), .ariaHidden()) { emoji } }
        span(.class("name")) { text }
        if let count { span(.class("n", "num")) { context.words.number(count) } }
      }
    }
  }
}
