extension Frame {
  /// The tabs of a phone beside the one that adds something.
  private static let maxTabs = 4

  /// Whose lists stand in the sidebar: those of the area that the page belongs to. Beside a page of
  /// an area without lists, or of none, such as the account, stand those of the first that has some,
  /// so that homes can be reached from everywhere (S3-UV-4).
  private func current(_ context: ViewContext) -> (any AreaNavigation)? {
    let part = part(of: context)
    if let part, !part.lists(self, context).isEmpty { return part }
    return areas.first { !$0.lists(self, context).isEmpty }
  }

  /// The part of the area that the page belongs to; `nil` if that area has none.
  private func part(of context: ViewContext) -> (any AreaNavigation)? {
    guard let area = area(of: context) else { return nil }
    return areas.first { $0.area == area && $0.tab(self, context.words) != nil }
  }

  /// The area that the page belongs to. A page that zones of all kinds have, such as those of
  /// sharing, belongs to the area of the zone's kind.
  private func area(of context: ViewContext) -> (any Area.Type)? {
    let kind = context.route.place.segments.first.flatMap { ZoneLink.Kind(rawValue: $0) }
    return context.areas.all.first { kind != nil && $0.zoneKind == kind }
      ?? context.areas.area(of: context.route)
  }

  /// The column at the left on wide screens: the search, the areas, what belongs to the current
  /// one, and the person.
  package func sidebar(_ context: ViewContext) -> HTML {
    let words = context.words
    let current = current(context)
    return aside(.class("side"), .id("side")) {
      searchForm(context)
      nav(.ariaLabel(words.mainNavigation)) {
        ul(.class("areas")) {
          areas.map { each in
            each.tab(self, words).map { tab in
              context.navigationEntry(
                tab.route, tab.icon, tab.text, isCurrent: isCurrent(each, context))
            } ?? .empty
          }
        }
        current?.placeMenu(self, context) ?? .empty
        current?.lists(self, context) ?? .empty
      }
      footer(.class("foot")) {
        personMenu(context)
        if sync != .synced { syncChip(context) }
      }
    }
  }

  private func isCurrent(_ part: any AreaNavigation, _ context: ViewContext) -> Bool {
    area(of: context) == part.area
  }

  /// Searches everything; the pages of lists have searches of their own besides.
  private func searchForm(_ context: ViewContext) -> HTML {
    let words = context.words
    return form(
      .class("side-search"), .role("search"), .method("get"), .action(context.landmarks.search)
    ) {
      label(.class("search")) {
        Icon.search(18)
        input(
          .type("search"), .name("q"), .ariaLabel(words.searchEverything),
          .placeholder(words.search), .autocomplete("off"), .enterkeyhint("search"),
          .maxlength(2000), .dataHotkey("/"))
        kbd(.ariaHidden()) { "/" }
      }
    }
  }

  /// The person with the pages that belong to no area, as a menu that opens without script.
  private func personMenu(_ context: ViewContext) -> HTML {
    details(.class("person-menu")) {
      summary(.class("person"), .ariaLabel(personLabel(context.words))) {
        avatar(person)
        span(.class("name")) { person.name }
        newMark(context.words)
        Icon.chevronDown(16)
      }
      ul(.class("menu")) { personal(context) }
    }
  }

  /// Whose account it is, and how many notifications are new.
  private func personLabel(_ words: Catalogue) -> String {
    let account = words.accountOf(person.name)
    guard let newCount, newCount > 0 else { return account }
    return account + ", " + words.newNotifications(newCount)
  }

  /// The number of new notifications beside the person; the label says it in words.
  private func newMark(_ words: Catalogue) -> HTML {
    guard let newCount, newCount > 0 else { return .empty }
    return span(.class("new-mark"), .ariaHidden()) { words.number(min(newCount, 99)) }
  }

  /// The entries of the person's menu.
  package func personal(_ context: ViewContext) -> HTML {
    HTML(
      joining: areas.flatMap { $0.personal(self, context.words) }.map { link in
        li {
          a(.href(link.route), .current(context.route == link.route)) {
            link.icon()
            span(.class("grow")) {
              link.text
              if !link.detail.isEmpty { small { link.detail } }
            }
          }
        }
      })
  }

  /// The bar above a page on a phone: the person, where they are, and the search.
  package func phoneBar(_ context: ViewContext) -> HTML {
    let words = context.words
    let part = part(of: context)
    return header(.class("phone-bar")) {
      a(
        .class("avatar-link"), .href(.site(.menu)), .current(context.route == .site(.menu)),
        .ariaLabel(personLabel(words))
      ) {
        avatar(person)
        newMark(words)
      }
      div(.class("grow")) {
        part?.placeMenu(self, context) ?? .empty
      }
      if sync != .synced { syncChip(context) }
      a(.class("btn", "quiet", "icon"), .href(context.landmarks.search), .ariaLabel(words.search)) {
        Icon.search(22)
      }
    }
  }

  /// The row of an area's main pages above each of them, for phones.
  package func segments(_ context: ViewContext) -> HTML {
    guard let part = part(of: context) else { return .empty }
    let links = part.segments(self, context.words)
    guard links.contains(where: { $0.route.path == context.route.path }) else { return .empty }
    return nav(.class("segments"), .ariaLabel(context.words.pagesOfArea)) {
      links.map { link in
        a(.href(link.route), .current(link.route.path == context.route.path)) { link.text }
      }
    }
  }

  /// The tabs at the bottom of a phone: the areas, with the round button for adding something in
  /// the middle. While there are few areas, other pages take the free places.
  package func tabs(_ context: ViewContext) -> HTML {
    let words = context.words
    let ofAreas = areas.compactMap { each in
      each.tab(self, words).map { ($0, isCurrent(each, context)) }
    }
    let spare = areas.flatMap { $0.spareTabs(self, words) }.map { link in
      (link, link.route.path == context.route.path)
    }
    // A page with a tab of its own marks that one alone.
    let isSpare = spare.contains { $0.1 }
    let all = (ofAreas.map { ($0.0, $0.1 && !isSpare) } + spare).prefix(Self.maxTabs)
    return nav(.class("tabs"), .ariaLabel(words.quickNavigation)) {
      all.prefix(2).map { context.tab($0.0, isCurrent: $0.1) }
      a(
        .href(.site(.add)), .dataSheet(), .ariaLabel(words.addSomething),
        .current(context.route == .site(.add))
      ) {
        span(.class("add")) { Icon.plus(24) }
      }
      all.dropFirst(2).map { context.tab($0.0, isCurrent: $0.1) }
    }
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
  package func tab(_ link: NavigationLink, isCurrent: Bool) -> HTML {
    a(.href(link.route), .current(isCurrent)) {
      link.icon(22)
      span { link.text }
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
