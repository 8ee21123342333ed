import HTTPServer

extension WebApplication {
  /// A page as gzip, when the browser takes that and nobody can learn from its size what is in it.
  ///
  /// The size of a compressed page tells whether something that a stranger chose is in it twice
  /// (BREACH). So pages with a secret to share stay plain, as does whatever another site made the
  /// browser ask for; form tokens look different each time (``BrowserSession/formToken(for:)``).
  func compressed(
    _ response: HTTPResponse, for request: HTTPRequest, at route: Route?
  ) async -> HTTPResponse {
    guard response.isCompressible, !Self.staysPlain(route) else { return response }
    var response = response
    response.vary(on: "Accept-Encoding")
    response.vary(on: "Sec-Fetch-Site")
    guard Self.isOwnRequest(request) else { return response }
    return await response.compressed(for: request.head, on: pool)
  }

  /// What shows a secret that lets somebody in, or what was typed for one.
  private static func staysPlain(_ route: Route?) -> Bool {
    route.map { $0.has(.secret) || $0.has(.typesSecret) } ?? false
  }

  /// Whether a page of ours or the person asked, as far as the browser says.
  private static func isOwnRequest(_ request: HTTPRequest) -> Bool {
    guard let site = request.headers["Sec-Fetch-Site"] else { return true }
    return site == "same-origin" || site == "none"
  }
}
