import HTTPServer

/// The headers of every answer, which limit the harm that a mistake in a page can do.
package enum SecurityHeaders {
  /// Nothing from other sites, nothing inline, and no display inside a frame.
  package static let contentPolicy = [
    "default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    "font-src 'self'", "connect-src 'self'", "object-src 'none'", "base-uri 'none'",
    "form-action 'self'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// The policy for a page that loads nothing and contains its own styles.
  package static let alonePolicy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

  package static func apply(to response: inout HTTPResponse, route: Route?, isSecure: Bool) {
    func set(_ name: String, _ value: String) {
      if response.headers.count(of: name) == 0 { response.headers.add(name, value) }
    }
    set("Content-Security-Policy", contentPolicy)
    set("X-Content-Type-Options", "nosniff")
    set("X-Frame-Options", "DENY")
    set("Cross-Origin-Opener-Policy", "same-origin")
    set("Cross-Origin-Resource-Policy", "same-origin")
    let camera = route?.has(.usesCamera) == true ? "(self)" : "()"
    let location = route?.has(.usesLocation) == true ? "(self)" : "()"
    set(
      "Permissions-Policy",
      "camera=\(camera), geolocation=\(location), microphone=(), payment=(), usb=()")
    set("Cache-Control", "no-store")
    // The address of an invite is a secret: no other page, not even one of ours, is told (D-WEB-6).
    set("Referrer-Policy", route?.has(.secret) == true ? "no-referrer" : "same-origin")
    if isSecure { set("Strict-Transport-Security", "max-age=31536000") }
  }
}
