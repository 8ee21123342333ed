import HTTPServer

extension WebApplication {
  /// Opens a session on a device for whoever has the address that the program printed.
  ///
  /// `nil` for every other path; 410 for a key that is used or unknown.
  package func openDevice(_ request: HTTPRequest) async -> HTTPResponse? {
    guard let device = backend.device, request.method == .get, request.pathSegments.count == 2,
      request.pathSegments[0] == "open"
    else { return nil }
    guard let token = await device.open(key: request.pathSegments[1]) else {
      return .text("This address has been used. Use the newest one.\n", status: .gone)
    }
    let browser = BrowserSession(request.head, names: cookieNames)
    var response = HTTPResponse.redirect(to: areas.landmarks.front.url)
    response.headers.add(
      browser.cookie(
        browser.names.session, token, maxAgeSeconds: BrowserSession.maxAgeSeconds))
    return response
  }
}
