/// What can be added, of the area that is shown and of all others. A link opens it as a sheet; it is
/// a page of its own without script.
package enum AddPage {
  package static func view(in context: ViewContext) -> HTML {
    let words = context.words
    return context.page(words.add) {
      context.top(words.add)
      let links =
        context.frame.map { frame in frame.areas.flatMap { $0.additions(frame, words) } } ?? []
      if links.isEmpty {
        p(.class("muted")) { words.addNothing }
      } else {
        ul(.class("additions")) {
          links.map { link in
            li {
              a(.class("choice"), .href(link.route)) {
                span(.class("ic")) { link.icon(24) }
                span(.class("grow")) {
                  b { link.text }
                  if !link.detail.isEmpty { small { link.detail } }
                }
                Icon.chevronRight()
              }
            }
          }
        }
      }
    }
  }
}
