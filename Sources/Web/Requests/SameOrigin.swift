import HTTPServer

/// Whether a form was sent from a page of ours, as far as the browser says (D-WEB-1).
package enum SameOrigin {
  /// Whether the request's headers allow it to come from our own page. Browsers say where a request
  /// came from in `Sec-Fetch-Site`, older ones in `Origin`. For a request with neither, only the
  /// form's token is checked.
  package static func accepts(_ request: HTTPRequest) -> Bool {
    if let site = request.headers["Sec-Fetch-Site"] {
      return site == "same-origin" || site == "none"
    }
    guard let origin = request.headers["Origin"] else { return true }
    guard let host = request.headers["Host"]?.lowercased() else { return false }
    // A proxy may change the scheme, so any scheme will do; another site cannot have our host.
    return origin.lowercased() == "http://" + host || origin.lowercased() == "https://" + host
  }
}
