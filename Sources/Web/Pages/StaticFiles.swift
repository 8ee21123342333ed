import FoundationEssentials
import HTTPServer

/// Files that are the same for everybody and need no session, with all answers prepared.
package struct StaticFiles: Sendable {
  /// The answers for one file in one coding: the whole file, and "not modified".
  private struct Version: Sendable {
    package let entityTag: String
    package let whole: StoredReply
    package let unchanged: StoredReply
  }

  private struct File: Sendable {
    package let route: Route
    package let plain: Version
    /// `nil` when compression does not make the file smaller.
    package let gzip: Version?
  }

  /// The files by path.
  private let files: [String: File]

  package init(isSecure: Bool) {
    let routes =
      [Route.site(.manifest), .site(.serviceWorker)]
      + Assets.all.values.map { Route.site(.asset(hash: $0.hash, name: $0.name)) }
    var files: [String: File] = [:]
    for route in routes {
      guard let plain = Self.version(of: route, coding: nil, isSecure: isSecure) else { continue }
      let gzip = Self.version(of: route, coding: "gzip", isSecure: isSecure)
      files[route.path] = File(
        route: route, plain: plain, gzip: gzip?.entityTag == plain.entityTag ? nil : gzip)
    }
    self.files = files
  }

  private static func version(of route: Route, coding: String?, isSecure: Bool) -> Version? {
    func answer(_ headers: HTTPHeaders) -> HTTPResponse? {
      var headers = headers
      if let coding { headers["Accept-Encoding"] = coding }
      let request = HTTPRequest(head: HTTPRequestHead(path: route.path, headers: headers))
      guard var response = Self.answer(to: request, at: route) else { return nil }
      SecurityHeaders.apply(to: &response, route: route, isSecure: isSecure)
      return response
    }
    guard let whole = answer([:]), let tag = whole.headers["ETag"],
      let unchanged = answer(["If-None-Match": tag])
    else { return nil }
    guard let whole = StoredReply(whole), let unchanged = StoredReply(unchanged) else { return nil }
    return Version(entityTag: tag, whole: whole, unchanged: unchanged)
  }

  /// The prepared answer to a request for a whole file, and its route for the log.
  ///
  /// `nil` when there is none, as for a request with a range.
  package func reply(to head: HTTPRequestHead) -> (StoredReply, Route)? {
    guard head.method == .get, let file = files[head.rawPath] else { return nil }
    let headers = head.headers
    guard headers.count(of: "Range") == 0 else { return nil }
    let gzip = file.gzip.flatMap { ContentCoding.acceptsGzip(headers) ? $0 : nil }
    let version = gzip ?? file.plain
    guard let known = headers["If-None-Match"],
      HTTPResponse.matches(known, version.entityTag)
    else { return (version.whole, file.route) }
    return (version.unchanged, file.route)
  }

  /// The answer for the address of a static file; `nil` for any other address.
  package static func answer(to request: HTTPRequest, at route: Route) -> HTTPResponse? {
    guard request.method == .get else { return nil }
    switch route.place(of: SiteRoute.self) {
    case .asset(let hash, let name):
      guard let asset = Assets.all[name], asset.hash == hash else {
        return .text("There is no such file.\n", status: .notFound)
      }
      return file(asset, request, cacheControl: "public, max-age=31536000, immutable")
    case .manifest: return builtIn("manifest.webmanifest", request)
    case .serviceWorker: return builtIn("sw.js", request)
    default: return nil
    }
  }

  /// A file at an address without its hash: browsers ask again each time, and compare its tag.
  private static func builtIn(_ name: String, _ request: HTTPRequest) -> HTTPResponse {
    guard let asset = Assets.all[name] else {
      return .text("There is no such file.\n", status: .notFound)
    }
    return file(asset, request, cacheControl: "no-cache")
  }

  private static func file(
    _ asset: Asset, _ request: HTTPRequest, cacheControl: String
  ) -> HTTPResponse {
    let gzip = ContentCoding.acceptsGzip(request.headers) ? asset.gzip : nil
    let bytes = gzip ?? asset.bytes
    var response = HTTPResponse(headers: [
      "Content-Type": asset.contentType, "Cache-Control": cacheControl, "Vary": "Accept-Encoding",
    ])
    if let start = bytes.baseAddress {
      response.body = .asset(StaticBytes(start: start, count: bytes.count))
    }
    if gzip != nil { response.headers["Content-Encoding"] = "gzip" }
    return response.conditional(on: request, tag: asset.hash + (gzip == nil ? "" : "-gz"))
  }
}

extension WebApplication {
  /// The page that the service worker shows when nothing can be reached.
  package func offlinePage() -> HTTPResponse {
    let context = ViewContext(
      words: Catalogue(), csrfToken: "", now: Date(milliseconds: now()), route: .site(.offline),
      assets: Assets.addresses, areas: areas)
    return .page(OfflinePage.view(in: context))
  }
}
