/// The navigation as a page, for phones; it shows nothing but the frame's own lists.
package enum MenuPage {
  package static func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.tabMenu) {
      context.top(words.tabMenu)
      if let frame = context.frame {
        nav(.class("menu-page"), .ariaLabel(words.mainNavigation)) { frame.navigation(context) }
        ul(.class("lines", "card", "padded")) {
          li {
            a(.class("row", "grow"), .href(context.landmarks.account)) {
              avatar(frame.person)
              span(.class("grow")) {
                b { frame.person.name }
                small { words.account }
              }
              Icon.chevronRight(16)
            }
          }
          li {
            a(.class("row", "grow"), .href(context.landmarks.sync)) {
              Icon.sync()
              span(.class("grow")) { words.syncTitle }
              frame.sync == .synced ? .empty : span(.class("chip")) { words.syncState(frame.sync) }
            }
          }
        }
      }
    }
  }
}
