import FoundationEssentials

extension ViewContext {
  /// A whole page inside the frame, or only its main region when htmx asks.
  ///
  /// - Parameters:
  ///   - title: The page's name, for the window's title.
  ///   - isLive: The page is loaded again, in place, when something it shows changes.
  package func page(
    _ title: String, isLive: Bool = true, refreshSeconds: Int? = nil, scripts: [String] = [],
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    guard let frame else { return flow(title, refreshSeconds: refreshSeconds, content: content) }
    let region = main(
      .id("main"), .class("main"), .tabindex(-1), .dataLive(isLive),
      .dataRefreshSeconds(refreshSeconds)
    ) {
      if frame.isSharingPaused { note(.warn) { words.sharingPausedNote } }
      if frame.hidesShared { note(.warn) { words.sharedHomesHiddenNote } }
      if frame.isDamaged { note(.bad) { words.storeDamagedNote } }
      if let since = frame.asideSince, let home = frame.activeHome {
        note(.warn) {
          words.asideNote(home.name, words.ago(since, now: now))
          " "
          a(.href(landmarks.sync)) { words.asideLink }
        }
      }
      content()
    }.settled
    if isFragment { return HTML(joining: [element("title", []) { windowTitle(title) }, region]) }
    return document(title, scripts: scripts) {
      div(.class("app")) {
        frame.sidebar(self)
        div(.class("column")) {
          tabletBar
          frame.phoneBar(self)
          frame.segments(self)
          messages
          region
        }
      }
      frame.tabs(self)
    }
  }

  /// A page without the frame: one column, one thing to do.
  package func flow(
    _ title: String, isNarrow: Bool = false, refreshSeconds: Int? = nil,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let region = main(
      .id("main"), .class("flow", isNarrow ? "narrow" : nil), .tabindex(-1),
      .dataRefreshSeconds(refreshSeconds)
    ) {
      content()
    }.settled
    if isFragment { return HTML(joining: [element("title", []) { windowTitle(title) }, region]) }
    return document(title) {
      tabletBar
      messages
      region
    }
  }

  /// A page that fills the window, without the frame: one thing to look at.
  ///
  /// - Parameter endsVisit: whether the content has the way back to the faces of a tablet.
  package func stage(
    _ title: String, _ style: Attribute, endsVisit: Bool = false, refreshSeconds: Int? = nil,
    scripts: [String],
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    let region = main(
      .id("main"), style, .tabindex(-1), .dataRefreshSeconds(refreshSeconds)
    ) { content() }.settled
    if isFragment { return HTML(joining: [element("title", []) { windowTitle(title) }, region]) }
    return document(title, isFramed: false, scripts: scripts) {
      if !endsVisit { tabletBar }
      messages
      region
    }
  }

  /// Who is at a family's tablet, and the way back to its faces.
  private var tabletBar: HTML {
    guard let frame, frame.isAtTablet else { return .empty }
    return div(.class("tablet-bar")) {
      span(.class("grow")) { frame.person.name }
      iAmDone
    }
  }

  /// Ends a visit at a family's tablet.
  package var iAmDone: HTML { postButton(landmarks.signOut, words.iAmDone, .check) }

  /// A page that loads nothing else: no script, no picture, no font, no address of ours.
  package func alone(_ title: String, @HTMLBuilder content: () -> HTML) -> HTML {
    let root = element("html", [.lang(words.languageCode)]) {
      element("head", []) {
        meta(.charset("utf-8"))
        meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
        meta(.name("color-scheme"), .content("light dark"))
        element("title", []) { windowTitle(title) }
        HTML(inline: Assets.all["hearth.css"])
      }
      element("body", [.class("plain")]) {
        main(.id("main"), .class("flow", "narrow"), .tabindex(-1)) { content() }
      }
    }
    return HTML(joining: [HTML(TrustedMarkup("<!doctype html>")), root])
  }

  /// In how many seconds a page must be loaded again, so that it no longer shows what ends at
  /// `end`. At most an hour; `nil` when nothing on the page ends.
  package func secondsUntil(_ end: Date?) -> Int? {
    end.map { Int(min(3600, max(1, $0.timeIntervalSince(hubNow).rounded(.up) + 1))) }
  }

  private func windowTitle(_ title: String) -> String {
    title == words.productName ? title : words.windowTitle(title)
  }

  private func document(
    _ title: String, isFramed: Bool = true, scripts: [String] = [], @HTMLBuilder body: () -> HTML
  ) -> HTML {
    let root = element("html", [.lang(words.languageCode)]) {
      head(title, scripts)
      element(
        "body",
        [
          .class(isFramed && frame != nil ? "framed" : "plain"), .dataEvents(.site(.events)),
          .dataSeen(version), .dataWorker(.site(.serviceWorker)), .dataFailed(words.connectionLost),
          .dataClose(words.close),
        ]
      ) {
        a(.class("skip"), .href(inPage: "main")) { words.skipToContent }
        body()
        span(.id(Self.end), .hidden()) {}
      }
    }
    return HTML(joining: [HTML(TrustedMarkup("<!doctype html>")), root])
  }

  /// The id of a page's last element.
  private static let end = "page-end"

  /// - Parameter scripts: The scripts that this page needs besides those of every page.
  private func head(_ title: String, _ scripts: [String]) -> HTML {
    element("head", []) {
      meta(.charset("utf-8"))
      meta(.name("viewport"), .content("width=device-width, initial-scale=1, viewport-fit=cover"))
      meta(.name("color-scheme"), .content("light dark"))
      meta(.name("theme-color"), .content("#faf7f1"), .media("(prefers-color-scheme: light)"))
      meta(.name("theme-color"), .content("#161411"), .media("(prefers-color-scheme: dark)"))
      meta(.name("htmx-config"), .content(Self.htmxConfig))
      element("title", []) { windowTitle(title) }
      // A slow phone draws a page while it reads it, and what is read later moves what is drawn.
      link(.rel("expect"), .href(inPage: Self.end), .blocksRendering())
      script(.src(assets.route("scripted.js")))
      link(.rel("stylesheet"), .href(assets.route("hearth.css")))
      link(
        .rel("preload"), .href(assets.route("inter-400.woff2")), .as("font"), .type("font/woff2"),
        .crossorigin())
      link(.rel("icon"), .href(assets.route("icon.svg")), .type("image/svg+xml"))
      link(.rel("apple-touch-icon"), .href(assets.route("icon-192.png")))
      link(.rel("manifest"), .href(.site(.manifest)))
      script(.src(assets.route("htmx.js")), .defer())
      script(.src(assets.route("hearth.js")), .defer())
      scripts.map { script(.src(assets.route($0)), .defer()) }
    }
  }

  /// No eval, no injected styles, nothing from other sites; error pages are shown like any other.
  private static let htmxConfig = """
    {"allowEval":false,"includeIndicatorStyles":false,"allowScriptTags":false,\
    "selfRequestsOnly":true,"historyCacheSize":0,"refreshOnHistoryMiss":true,\
    "scrollIntoViewOnBoost":false,"responseHandling":[{"code":"204","swap":false},\
    {"code":"[2345]..","swap":true}]}
    """

  /// What was done, with Undo. It stands above the page, so that it covers nothing; what scripts
  /// have to say comes here, too, or beside what it is about.
  private var messages: HTML {
    div(.id("messages"), .class("messages"), .role("status"), .ariaLive("polite")) {
      if let flash {
        div(.class("message"), .dataMessage()) {
          Icon.check()
          span(.class("grow")) { words.flash(flash.message) }
          if let undoID = flash.undoID {
            postForm(.site(.undo(undoID)), .class("inline")) {
              button(.class("btn", "small"), .type("submit")) {
                Icon.undo(16)
                words.undo
              }
            }
          }
          button(
            .class("btn", "quiet", "icon", "needs-script"), .type("button"), .dataDismiss(),
            .ariaLabel(words.dismiss)
          ) { Icon.close(16) }
        }
      }
    }
  }

  private func script(_ attributes: Attribute...) -> HTML {
    HTML(element: "script", attributes, .empty)
  }
}
