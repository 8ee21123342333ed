import Foundation
import HTTPServer

/// A request by anyone, signed in or not.
struct Guest: Sendable {
  let app: WebApplication
  let request: HTTPRequest
  let route: Route
  /// The request's id in the log.
  let requestID: String
  /// The client's network address, to limit attempts.
  let address: String
  let browser: BrowserSession
  /// The person who is signed in with this browser; `nil` when nobody is.
  let visitor: Visitor?
  /// The fields that were sent, empty for a `GET`. Handlers run only after its token was checked.
  let form: HTTPParameters
  /// A token for the forms of a browser that has none yet.
  let newVisitToken: String?

  var now: Int64 { app.now() }
  var date: Date { Date(milliseconds: now) }
  var isHTMX: Bool {
    request.headers["HX-Request"] == "true"
      && request.headers["HX-History-Restore-Request"] != "true"
  }

  /// The value of the field `csrf` in forms.
  var formToken: String {
    let token = visitor == nil ? browser.visitToken ?? newVisitToken : browser.sessionToken
    return token.map(BrowserSession.formToken) ?? ""
  }

  /// The words for a person whose settings are not known, in the region that the browser asks for.
  var words: Catalogue {
    var words = Catalogue()
    for language in request.headers["Accept-Language"]?.split(separator: ",").prefix(8) ?? [] {
      let code = language.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
      if let region = Region.named(code) {
        words.region = region
        break
      }
    }
    return words
  }

  /// A field of the form; empty when it was not sent.
  func field(_ name: String) -> String { form.first(name) ?? "" }

  /// The public address, or the one that this request used.
  var origin: String {
    app.configuration.publicAddress?.origin ?? "http://" + (request.headers["Host"] ?? "localhost")
  }

  /// A short name of the browser, for the list of sessions.
  var browserLabel: String { BrowserLabel.text(userAgent: request.headers["User-Agent"] ?? "") }

  /// A page without the frame.
  ///
  /// - Parameter hubNow: the time by the hub's clock, where that may differ from this machine's.
  func page(
    status: HTTPStatus = .ok, hubNow: Date? = nil, _ view: (ViewContext) -> HTML
  ) -> HTTPResponse {
    var context = ViewContext(
      words: words, csrfToken: formToken, now: date, route: route, isFragment: isHTMX,
      assets: Assets.addresses)
    if let hubNow { context.hubNow = hubNow }
    return .page(view(context), status: status)
  }

  /// The answer to an accepted form. Pages of an item keep the way back to its list.
  /// - Parameter fragment: the id of the element to scroll to.
  func goTo(_ route: Route, fragment: String? = nil) -> HTTPResponse {
    .redirect(to: route.url(from: itemOrigin) + (fragment.map { "#" + $0 } ?? ""))
  }

  /// The list that the item of this request was opened from.
  var itemOrigin: ItemOrigin? { ItemOrigin(query: request.head.rawQuery) }

  /// Goes to the page that the person wanted before signing in; never out of this app (D-WEB-6).
  func goOn(to path: String?) -> HTTPResponse {
    if let local = Route.localPath(path) { return .redirect(to: local) }
    return goTo(.homes(.dashboard))
  }

  /// Gives this browser a new session. The cookie of its visit before signing in ends (D-WEB-6).
  func signedIn(_ admitted: Admitted, _ answer: HTTPResponse) -> HTTPResponse {
    var answer = answer
    answer.headers.add(
      browser.cookie(
        browser.names.session, admitted.token, maxAgeSeconds: BrowserSession.maxAgeSeconds))
    answer.headers.add(browser.cookie(browser.names.visit, "", maxAgeSeconds: 0))
    return answer
  }

  func signedOut(_ answer: HTTPResponse) -> HTTPResponse {
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
  init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}

extension HTTPResponse {
  static func page(_ html: HTML, status: HTTPStatus = .ok) -> HTTPResponse {
    var response = HTTPResponse.bytes(html.bytes, type: "text/html; charset=utf-8", status: status)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response
  }
}

/// A short name for a browser from what it sends about itself.
enum BrowserLabel {
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
  static func text(userAgent: String) -> String {
    let browser = browsers.first { userAgent.contains($0.0) }?.1
    let system = systems.first { userAgent.contains($0.0) }?.1
    return [browser, system].compactMap(\.self).joined(separator: " · ")
  }
}
