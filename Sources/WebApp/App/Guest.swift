import Foundation
import HTTPServer

/// A request by whoever: what a handler knows before it is known that anyone has signed in.
struct Guest: Sendable {
  let app: WebApplication
  let request: HTTPRequest
  let route: Route
  /// Under which the log tells more.
  let requestID: String
  /// Where the request came from, for limits of attempts.
  let address: String
  let browser: BrowserSession
  /// Who is signed in with this browser.
  let visitor: Visitor?
  /// What was sent, its token checked already; empty for a `GET`.
  let form: HTTPParameters
  /// A token for the forms of a browser that has none yet.
  let newVisitToken: String?

  var now: Int64 { app.now() }
  var date: Date { Date(milliseconds: now) }
  var isHTMX: Bool {
    request.headers["HX-Request"] == "true"
      && request.headers["HX-History-Restore-Request"] != "true"
  }

  /// What goes into forms as `csrf`.
  var formToken: String {
    let token = visitor == nil ? browser.visitToken ?? newVisitToken : browser.sessionToken
    return token.map(BrowserSession.formToken) ?? ""
  }

  /// The words of somebody whose settings are not known: in the region that the browser asks for.
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

  /// What the browser calls itself, for the list of sessions.
  var browserLabel: String { BrowserLabel.text(userAgent: request.headers["User-Agent"] ?? "") }

  /// A page without the frame.
  ///
  /// - Parameter hubNow: what the hub's clock shows, where it may be another than this machine's.
  func page(
    status: HTTPStatus = .ok, hubNow: Date? = nil, _ view: (ViewContext) -> HTML
  ) -> HTTPResponse {
    var context = ViewContext(
      words: words, csrfToken: formToken, now: date, route: route, isFragment: isHTMX,
      assets: Assets.addresses)
    if let hubNow { context.hubNow = hubNow }
    return .page(view(context), status: status)
  }

  /// The answer to a form that was taken. Pages of an item keep the way back to its list.
  /// - Parameter fragment: the id of an element to come back to.
  func goTo(_ route: Route, fragment: String? = nil) -> HTTPResponse {
    .redirect(to: route.url(from: itemOrigin) + (fragment.map { "#" + $0 } ?? ""))
  }

  /// The list that the item of this request was opened from.
  var itemOrigin: ItemOrigin? { ItemOrigin(query: request.head.rawQuery) }

  /// Goes to where somebody wanted to go before signing in; never out of this app (D-WEB-6).
  func goOn(to path: String?) -> HTTPResponse {
    if let local = Route.localPath(path) { return .redirect(to: local) }
    return goTo(.homes(.dashboard))
  }

  /// Gives this browser a fresh session; what it held before is worth nothing any more (D-WEB-6).
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
    // What the browser keeps of the person's pages and pictures goes with the session.
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

  /// Such as “Firefox on Linux”; the parts are names and are not translated.
  static func text(userAgent: String) -> String {
    let browser = browsers.first { userAgent.contains($0.0) }?.1
    let system = systems.first { userAgent.contains($0.0) }?.1
    return [browser, system].compactMap(\.self).joined(separator: " · ")
  }
}
