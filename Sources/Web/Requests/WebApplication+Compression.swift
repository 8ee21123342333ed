import HTTPServer

extension WebApplication {
  /// The answer compressed with gzip, if the browser accepts it and its size gives no secret away.
  ///
  /// The size of a compressed page shows whether a text that a stranger chose is in it twice
  /// (BREACH). So pages with a secret are not compressed, nor are pages that another site made the
  /// browser ask for. Form tokens differ each time (``BrowserSession/formToken(for:)``).
  package func compressed(
    _ response: HTTPResponse, for request: HTTPRequest, at route: Route?
  ) async -> HTTPResponse {
    guard response.isCompressible, !Self.staysPlain(route) else { return response }
    var response = response
    response.vary(on: "Accept-Encoding")
    response.vary(on: "Sec-Fetch-Site")
    guard Self.isOwnRequest(request) else { return response }
    return await response.compressed(for: request.head, on: pool)
  }

  /// Whether a page must not be compressed: it shows a secret that gives access, or one is typed
  /// there.
  private static func staysPlain(_ route: Route?) -> Bool {
    route.map { $0.has(.secret) || $0.has(.typesSecret) } ?? false
  }

  /// Whether one of our pages or the person made the request, as far as the browser says.
  private static func isOwnRequest(_ request: HTTPRequest) -> Bool {
    guard let site = request.headers["Sec-Fetch-Site"] else { return true }
    return site == "same-origin" || site == "none"
  }
}
