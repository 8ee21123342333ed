extension Frame {
  /// The column at the left on wide screens: the current place and the places to go to.
  package func sidebar(_ context: ViewContext) -> HTML {
    let words = context.words
    return aside(.class("side"), .id("side")) {
      placeMenus(context)
      nav(.ariaLabel(words.mainNavigation)) { navigation(context) }
      footer(.class("foot")) {
        syncChip(context)
        a(
          .class("avatar-link"), .href(context.landmarks.account),
          .ariaLabel(words.accountOf(person.name))
        ) {
          avatar(person)
        }
      }
    }
  }

  /// The lists of the sidebar; the menu page of a phone shows them too.
  package func navigation(_ context: ViewContext) -> HTML {
    HTML(joining: areas.map { $0.lists(self, context) })
  }

  /// The slim bar above a page on a phone.
  package func phoneBar(_ context: ViewContext) -> HTML {
    header(.class("phone-bar")) {
      placeMenus(context)
      syncChip(context)
    }
  }

  /// The bottom tabs of a phone with the round button for the one thing people do most.
  package func tabs(_ context: ViewContext) -> HTML {
    let words = context.words
    return nav(.class("tabs"), .ariaLabel(words.quickNavigation)) {
      areas.map { $0.tabs(self, context) }
      context.tab(.site(.menu), .menu, words.tabMenu)
    }
  }

  private func placeMenus(_ context: ViewContext) -> HTML {
    HTML(joining: areas.map { $0.placeMenu(self, context) })
  }

  /// Whether the device is up to date, as a link to the page that explains it.
  package func syncChip(_ context: ViewContext) -> HTML {
    let tone =
      switch sync {
      case .synced: "ok"
      case .syncing, .offline, .pending: "wait"
      case .refused, .outdated: "bad"
      }
    return a(.class("chip", "sync-chip", tone), .href(context.landmarks.sync)) {
      switch sync {
      case .synced: span(.class("lamp"))
      case .syncing, .pending: Icon.sync(14)
      case .offline: Icon.cloudOff(14)
      case .refused, .outdated: Icon.warning(14)
      }
      context.words.syncState(sync)
    }
  }
}

/// The parts that areas make their navigation of.
extension ViewContext {
  /// The heading of a list, which leads to the whole of it.
  package func navigationHeading(_ text: String, all route: Route) -> HTML {
    h3 {
      a(.href(route), .current(self.route == route)) {
        text
        Icon.chevronRight(14)
      }
    }
  }

  /// A tab of a phone.
  package func tab(_ route: Route, _ icon: Icon, _ text: String) -> HTML {
    a(.href(route), .current(self.route.path == route.path)) {
      icon(22)
      span { text }
    }
  }

  /// An entry of a list.
  ///
  /// - Parameters:
  ///   - emoji: what stands before the text instead of the icon, if it is not empty.
  ///   - isCurrent: whether the page belongs to the entry; `nil`: whether it has the same address.
  package func navigationEntry(
    _ route: Route, emoji: String = "", _ icon: Icon, _ text: String, count: Int? = nil,
    isCurrent: Bool? = nil
  ) -> HTML {
    li {
      a(.href(route), .current(isCurrent ?? (self.route == route))) {
        if emoji.isEmpty { icon() } else { span(.class("emoji"), .ariaHidden()) { emoji } }
        span(.class("name")) { text }
        if let count { span(.class("n", "num")) { words.number(count) } }
      }
    }
  }
}
