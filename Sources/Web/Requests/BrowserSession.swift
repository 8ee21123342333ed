import HTTPServer

/// The cookies by which a browser is recognised: a session's token, or a visit's before signing in.
package struct BrowserSession: Sendable {
  /// Names of the cookies. With TLS they begin with `__Host-`: browsers accept such cookies from
  /// this exact host only.
  package struct CookieNames: Sendable {
    package let session: String
    package let visit: String
    package let home: String
    package let note: String
    package let join: String
    package let known: String
    package let kiosk: String
    package let isSecure: Bool

    package init(isSecure: Bool, isDevice: Bool) {
      // Cookies are not kept apart by port: a device and a hub on one machine must not share names.
      let prefix = (isSecure ? "__Host-" : "") + (isDevice ? "hearth-device" : "hearth")
      session = prefix + "-session"
      visit = prefix + "-visit"
      home = prefix + "-home"
      note = prefix + "-note"
      join = prefix + "-join"
      known = prefix + "-known"
      kiosk = prefix + "-kiosk"
      self.isSecure = isSecure
    }
  }

  /// Longer cookies are not read.
  package static let maxCookieBytes = 256
  /// The browser keeps the cookie as long as the hub keeps the session (30 days from its last use).
  package static let maxAgeSeconds = 30 * 86_400
  package static let visitMaxAgeSeconds = 86_400
  /// As long as browsers keep a cookie at most.
  package static let knownMaxAgeSeconds = 400 * 86_400

  package let names: CookieNames
  package let sessionToken: String?
  package let visitToken: String?
  package let noteID: String?
  /// A join that the person must decide on before this browser shows anything else.
  package let joinID: String?
  /// Shows that somebody has signed in with this browser before; it stays after signing out.
  package let deviceProof: String?
  /// Shows that the browser is a family's tablet.
  package let kioskToken: String?

  package init(_ head: HTTPRequestHead, names: CookieNames) {
    func cookie(_ name: String) -> String? {
      head.cookie(name).flatMap {
        $0.isEmpty || $0.utf8.count > Self.maxCookieBytes ? nil : $0
      }
    }
    self.names = names
    sessionToken = cookie(names.session)
    visitToken = cookie(names.visit)
    noteID = cookie(names.note)
    joinID = cookie(names.join)
    deviceProof = cookie(names.known)
    kioskToken = cookie(names.kiosk)
  }

  /// The length of a form token's secret, and of its mask, in bytes.
  private static let formTokenBytes = 16

  /// The form token of whoever holds `token`: a random mask, and the secret under that mask. It
  /// differs each time, so that the sizes of compressed pages do not give the secret away.
  package static func formToken(for token: String) -> String {
    let mask = Secrets.random(count: formTokenBytes)
    return Secrets.base64URL(mask + zip(mask, formSecret(of: token)).map { $0 ^ $1 })
  }

  package static func isFormToken(_ text: String?, for token: String) -> Bool {
    guard let text, text.utf8.count <= maxCookieBytes,
      let bytes = Secrets.bytes(ofBase64URL: text), bytes.count == 2 * formTokenBytes
    else { return false }
    let secret = zip(bytes.prefix(formTokenBytes), bytes.suffix(formTokenBytes)).map { $0 ^ $1 }
    return Secrets.isSame(secret, formSecret(of: token))
  }

  private static func formSecret(of token: String) -> [UInt8] {
    Array(Secrets.mac(of: "form", key: token).prefix(formTokenBytes))
  }

  package func cookie(_ name: String, _ value: String, maxAgeSeconds: Int?) -> Cookie {
    var cookie = Cookie(name, value)
    cookie.maxAgeSeconds = maxAgeSeconds
    cookie.isSecure = names.isSecure
    return cookie
  }
}
