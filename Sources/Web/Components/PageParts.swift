extension ViewContext {
  /// The head of a page: its breadcrumbs, its title and its actions.
  package func top(
    _ title: String, crumbs: [Crumb] = [], note: String? = nil,
    @HTMLBuilder actions: () -> HTML = { .empty }
  ) -> HTML {
    top(
      title, crumbs: crumbs, noting: note.map { HTML(text: $0) } ?? .empty, actions: actions)
  }

  /// - Parameter note: what stands below the title, with links.
  package func top(
    _ title: String, crumbs: [Crumb] = [], noting note: HTML,
    @HTMLBuilder actions: () -> HTML = { .empty }
  ) -> HTML {
    let buttons = actions()
    return header(.class("top")) {
      div(.class("grow")) {
        if !crumbs.isEmpty { breadcrumbs(crumbs) }
        h1 { title }
        if !note.isEmpty { small(.id("note"), .class("num")) { note } }
      }
      if !buttons.isEmpty { div(.class("top-actions")) { buttons } }
    }
  }

  /// The way from the home to the shelf.
  package func breadcrumbs(_ crumbs: [Crumb]) -> HTML {
    nav(.class("crumbs"), .ariaLabel(words.breadcrumbs)) {
      ol {
        crumbs.map { crumb in
          li { a(.href(crumb.route)) { crumb.text } }
        }
      }
    }
  }

  /// An important number with its name.
  package func stat(_ title: String, _ value: String, note: String? = nil, to route: Route? = nil)
    -> HTML
  {
    let inside = HTML(joining: [
      small { title }, b(.class("num")) { value },
      note.map { note in small { note } } ?? .empty,
    ])
    if let route { return a(.class("card", "stat"), .href(route)) { inside } }
    return div(.class("card", "stat")) { inside }
  }

  /// A page in a list that is too long for one: the next part, and back to the start.
  package func pager(next: Route?, first: Route?, target: String) -> HTML {
    nav(.class("pager"), .id("pager"), .ariaLabel(words.pages)) {
      if let first { linkButton(first, words.backToStart, .chevronLeft, style: .quiet) }
      if let next {
        a(
          .class("btn"), .href(next), .hxGet(next), .hxTarget(target), .hxSelect(target + " > *"),
          .hxSelectOOB("#pager"), .hxSwap("beforeend")
        ) {
          words.showMore
          Icon.chevronDown(16)
        }
      }
    }
  }

  /// A menu of links behind a chip; it opens without script.
  package func filterMenu(_ title: String, isOn: Bool, _ choices: [FilterChoice]) -> HTML {
    details(.class("filter")) {
      summary(.class("chip", isOn ? "on" : nil)) {
        title
        Icon.chevronDown(14)
      }
      ul(.class("menu")) {
        choices.map { choice in
          li {
            a(.href(choice.route), .ariaCurrentTrue(choice.isChosen)) {
              span(.class("grow")) { choice.text }
              if choice.isChosen { Icon.check(16) }
            }
          }
        }
      }
    }
  }

  /// A chip that switches one filter on or off.
  package func filterSwitch(_ title: String, isOn: Bool, _ route: Route) -> HTML {
    a(.class("chip", isOn ? "on" : nil), .href(route), .ariaCurrentTrue(isOn)) {
      if isOn { Icon.check(14) }
      title
    }
  }
}

/// One step of the way to a page.
package struct Crumb {
  package let text: String
  package let route: Route

  package init(_ text: String, _ route: Route) {
    self.text = text
    self.route = route
  }
}

/// One link of a filter's menu.
package struct FilterChoice {
  package let text: String
  package let route: Route
  package let isChosen: Bool

  package init(text: String, route: Route, isChosen: Bool) {
    self.text = text
    self.route = route
    self.isChosen = isChosen
  }
}

/// A box with a heading.
package func card(
  _ title: String, link: HTML = .empty, id: String? = nil, @HTMLBuilder content: () -> HTML
)
  -> HTML
{
  section(.class("card", "pad"), .id(id)) {
    div(.class("between")) {
      h2 { title }
      link
    }
    content()
  }
}

/// A part of a settings page that opens at its heading. A link to its id opens it too.
package func settingsSection(
  _ title: String, id: String, isOpen: Bool = false, state: HTML = .empty,
  @HTMLBuilder content: () -> HTML
) -> HTML {
  details(.class("card", "more", "setting"), .open(isOpen)) {
    summary {
      h2 { title }
      state
      Icon.chevronDown()
    }
    div(.class("pad"), .id(id)) { content() }
  }
}

/// A row of a settings page that leads to another page.
package func settingLink(_ route: Route, _ icon: Icon, _ title: String, _ note: String) -> HTML {
  li {
    a(.class("row", "grow"), .href(route)) {
      icon()
      span(.class("grow")) {
        b { title }
        small { note }
      }
      Icon.chevronRight(16)
    }
  }
}

/// Something worth knowing, in a tone: `info`, `warn`, `bad` or `good`.
package func note(_ tone: NoteTone = .info, @HTMLBuilder content: () -> HTML) -> HTML {
  div(.class("note", tone.rawValue), .role(tone == .bad ? "alert" : "note")) {
    tone.icon()
    div { content() }
  }
}

/// The tone of a note; its icon shows the tone as well, so that it does not depend on colour alone.
package enum NoteTone: String {
  case info, warn, bad, good

  package var icon: Icon {
    switch self {
    case .info: .info
    case .warn, .bad: .warning
    case .good: .check
    }
  }
}

/// A page or list without content: one picture, one sentence, one button.
package func emptyState(_ emoji: String, _ title: String, _ text: String, action: HTML = .empty)
  -> HTML
{
  div(.class("empty")) {
    div(.class("emoji"), .ariaHidden()) { emoji }
    h2 { title }
    p { text }
    action
  }
}

/// Names and values below each other; a row without a value is left out.
package func keyValues(_ rows: [(name: String, value: HTML)]) -> HTML {
  dl(.class("kv")) {
    rows.filter { !$0.value.isEmpty }.map { row in
      HTML(joining: [dt { row.name }, dd { row.value }])
    }
  }
}

/// The current step in a short flow.
package func steps(_ current: Int, of count: Int, _ words: Catalogue) -> HTML {
  div(.class("steps"), .role("img"), .ariaLabel(words.step(current, of: count))) {
    (1...max(1, count)).map { step in i(.class(step <= current ? "on" : nil)) }
  }
}

/// What will happen, line by line, before anything large is done.
package func plan(_ rows: [(icon: Icon, text: String, detail: String)]) -> HTML {
  table(.class("plan")) {
    tbody {
      rows.map { row in
        tr {
          td { row.icon() }
          if row.detail.isEmpty {
            td(.class("wide"), .colspan(2)) { row.text }
          } else {
            td { row.text }
            td { row.detail }
          }
        }
      }
    }
  }
}

/// The name and the mark above the pages before signing in.
package func brand(_ words: Catalogue) -> HTML {
  div(.class("brand")) {
    span(.class("dot", "c1")) { Icon.home() }
    b { words.productName }
  }
}
