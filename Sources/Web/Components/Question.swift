extension ViewContext {
  /// A page that asks for confirmation: it says what will happen and offers the way back.
  package func question(
    _ title: String, _ text: String, icon: Icon, crumbs: [Crumb] = [],
    rows: [(icon: Icon, text: String, detail: String)] = [], more: HTML = .empty,
    @HTMLBuilder actions buttons: () -> HTML
  ) -> HTML {
    let buttons = buttons()
    return page(title, isLive: false) {
      section(.class("question")) {
        if !crumbs.isEmpty { breadcrumbs(crumbs) }
        span(.class("ic", "large")) { icon(28) }
        h1 { title }
        p(.class("muted")) { text }
        if !rows.isEmpty { div(.class("card")) { plan(rows) } }
        more
        // A form in `more` has buttons of its own.
        if !buttons.isEmpty { Web.actions { buttons } }
      }
    }
  }
}

extension ViewContext {
  /// A spinner that says no more than it knows.
  ///
  /// - Parameter text: below it; `nil`: that it happens as a whole or not at all.
  package func working(_ title: String, _ text: String? = nil) -> HTML {
    flow(title, isNarrow: true, refreshSeconds: 1) {
      div(.class("intro"), .role("status")) {
        div(.class("spinner"), .ariaHidden()) { HTML.empty }
        h1 { title }
        p(.class("muted")) { text ?? words.mayTakeAMoment }
      }
      actions { linkButton(route, words.howFar, .sync, style: .quiet) }
    }
  }
}
