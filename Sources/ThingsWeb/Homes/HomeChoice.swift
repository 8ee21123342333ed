import Web

extension ViewContext {
  /// The homes that something can go to, each a link to the next step.
  func homeChoice(
    _ homes: [ZoneLink], from origin: ItemOrigin? = nil, to route: (ZoneLink) -> Route
  ) -> HTML {
    guard !homes.isEmpty else { return p(.class("muted")) { words.noOtherHome } }
    return HTML(joining: [
      p(.class("muted")) { words.whichHome },
      ul(.class("card", "lines", "padded")) {
        homes.map { home in
          li {
            a(.class("row", "grow"), .href(route(home), from: origin)) {
              Icon.home()
              b(.class("grow")) { home.name }
              Icon.chevronRight(16)
            }
          }
        }
      },
    ])
  }
}
