import HTTPServer

/// Whether a form was sent from a page of ours, as far as the browser says (D-WEB-1).
enum SameOrigin {
  /// Browsers say where a request came from in `Sec-Fetch-Site`, older ones in `Origin`. One that
  /// says neither is held to the form's token alone.
  static func accepts(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"] {
      return site == "same-origin" || site == "none"
    }
    guard let origin = request.headers["Origin"] else { return true }
    guard let host = request.headers["Host"]?.lowercased() else { return false }
    // The scheme is the proxy's business; the host is what another site cannot have.
    return origin.lowercased() == "http://" + host || origin.lowercased() == "https://" + host
  }
}
