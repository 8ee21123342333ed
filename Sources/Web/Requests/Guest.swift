import FoundationEssentials
import HTTPServer
import Values

/// A request by anyone, signed in or not.
package struct Guest: Sendable {
  package let app: WebApplication
  package let request: HTTPRequest
  package let route: Route
  /// The request's id in the log.
  package let requestID: String
  /// The client's network address, to limit attempts.
  package let address: String
  package let browser: BrowserSession
  /// The person who is signed in with this browser; `nil` when nobody is.
  package let visitor: Visitor?
  /// The fields that were sent, empty for a `GET`. Handlers run only after its token was checked.
  package let form: HTTPParameters
  /// A token for the forms of a browser that has none yet.
  package let newVisitToken: String?

  package var landmarks: any Landmarks { app.areas.landmarks }
  package var now: Int64 { app.now() }
  package var date: Date { Date(milliseconds: now) }
  package var isHTMX: Bool {
    request.headers["HX-Request"] == "true"
      && request.headers["HX-History-Restore-Request"] != "true"
  }

  /// The value of the field `csrf` in forms.
  package var formToken: String {
    let token = visitor == nil ? browser.visitToken ?? newVisitToken : browser.sessionToken
    return token.map(BrowserSession.formToken) ?? ""
  }

  /// The words for a person whose settings are not known, in the region that the browser asks for.
  package var words: Catalogue {
    var words = Catalogue()
    for language in request.headers["Accept-Language"]?.split(separator: ",").prefix(8) ?? [] {
      let code = language.prefix { $0 != ";" }.trimmed
      if let region = Region.named(code) {
        words.region = region
        break
      }
    }
    return words
  }

  /// A field of the form; empty when it was not sent.
  package func field(_ name: String) -> String { form.first(name) ?? "" }

  /// The public address, or the one that this request used.
  package var origin: String {
    app.configuration.publicAddress?.origin ?? "http://" + (request.headers["Host"] ?? "localhost")
  }

  /// A short name of the browser, for the list of sessions.
  package var browserLabel: String {
    BrowserLabel.text(userAgent: request.headers["User-Agent"] ?? "")
  }

  /// A page without the frame.
  ///
  /// - Parameter hubNow: the time by the hub's clock, where that may differ from this machine's.
  package func page(
    status: HTTPStatus = .ok, hubNow: Date? = nil, _ view: (ViewContext) -> HTML
  ) -> HTTPResponse {
    var context = ViewContext(
      words: words, csrfToken: formToken, now: date, route: route, isFragment: isHTMX,
      assets: Assets.addresses, areas: app.areas)
    if let hubNow { context.hubNow = hubNow }
    return .page(view(context), status: status)
  }

  /// The answer to an accepted form. Pages of an item keep the way back to its list.
  /// - Parameter fragment: the id of the element to scroll to.
  package func goTo(_ route: Route, fragment: String? = nil) -> HTTPResponse {
    .redirect(to: route.url(from: itemOrigin) + (fragment.map { "#" + $0 } ?? ""))
  }

  /// The list that the item of this request was opened from.
  package var itemOrigin: ItemOrigin? {
    ItemOrigin(query: request.head.rawQuery, in: app.areas.routes)
  }

  /// Goes to the page that the person wanted before signing in; never out of this app (D-WEB-6).
  package func goOn(to path: String?) -> HTTPResponse {
    if let local = Route.localPath(path), app.areas.routes.route(local: local) != nil {
      return .redirect(to: local)
    }
    return goTo(landmarks.front)
  }

  /// Gives this browser a new session. The cookie of its visit before signing in ends (D-WEB-6).
  package func signedIn(_ admitted: Admitted, _ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    answer.headers.add(
      browser.cookie(
        browser.names.session, admitted.token, maxAgeSeconds: BrowserSession.maxAgeSeconds))
    answer.headers.add(browser.cookie(browser.names.visit, "", maxAgeSeconds: 0))
    if !admitted.deviceProof.isEmpty {
      answer.headers.add(
        browser.cookie(
          browser.names.known, admitted.deviceProof,
          maxAgeSeconds: BrowserSession.knownMaxAgeSeconds))
    }
    return answer
  }

  /// Lets this browser be a family's tablet, until a parent ends that.
  package func becomesKiosk(_ secret: String, _ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    answer.headers.add(
      browser.cookie(
        browser.names.kiosk, secret, maxAgeSeconds: BrowserSession.knownMaxAgeSeconds))
    return answer
  }

  package func signedOut(_ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    for name in [browser.names.session, browser.names.note] {
      answer.headers.add(browser.cookie(name, "", maxAgeSeconds: 0))
    }
    // The pages and pictures in the browser's cache are removed with the session.
    answer.headers["Clear-Site-Data"] = "\"cache\""
    return answer
  }
}

extension Date {
  package init(milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

extension HTTPResponse {
  package static func page(_ html: HTML, status: HTTPStatus = .ok) -> HTTPResponse {
    var response = HTTPResponse.bytes(html.bytes, type: "text/html; charset=utf-8", status: status)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response
  }
}

/// A short name for a browser from what it sends about itself.
package enum BrowserLabel {
  private static let browsers = [
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"), ("curl/", "curl"),
  ]
  private static let systems = [
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux"),
  ]

  /// A name such as “Firefox · Linux”. Its parts are proper names and are not translated; it is
  /// empty for an unknown browser on an unknown system.
  package static func text(userAgent: String) -> String {
    let browser = browsers.first { userAgent.contains($0.0) }?.1
    let system = systems.first { userAgent.contains($0.0) }?.1
    return [browser, system].compactMap(\.self).joined(separator: " · ")
  }
}
