import HTTPServer

/// What this browser showed to say who it is: the token of its session, or of a visit before one.
struct BrowserSession: Sendable {
  /// Names of the cookies. With TLS they carry the prefix that makes browsers refuse to take them
  /// from anywhere but this very host.
  struct CookieNames: Sendable {
    let session: String
    let visit: String
    let home: String
    let note: String
    let join: String
    let isSecure: Bool

    init(isSecure: Bool, isDevice: Bool) {
      // Cookies do not know ports: a device and a hub on one machine must not share names.
      let prefix = (isSecure ? "__Host-" : "") + (isDevice ? "hearth-device" : "hearth")
      session = prefix + "-session"
      visit = prefix + "-visit"
      home = prefix + "-home"
      note = prefix + "-note"
      join = prefix + "-join"
      self.isSecure = isSecure
    }
  }

  /// Longer cookies are not read.
  static let maxCookieBytes = 256
  /// The browser keeps the cookie as long as the hub keeps the session (30 days from its last use).
  static let maxAgeSeconds = 30 * 86_400
  static let visitMaxAgeSeconds = 86_400

  let names: CookieNames
  let sessionToken: String?
  let visitToken: String?
  let noteID: String?
  /// A join that this browser is to decide on before it shows anything else.
  let joinID: String?

  init(_ head: HTTPRequestHead, names: CookieNames) {
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
  }

  /// Bytes of a form token's secret, and of the mask over it.
  private static let formTokenBytes = 16

  /// What goes into the forms of whoever holds `token`: a mask and the secret under it. It looks
  /// different each time, so that nobody can find it out from the sizes of compressed pages.
  static func formToken(for token: String) -> String {
    let mask = Secrets.random(count: formTokenBytes)
    return Secrets.base64URL(mask + zip(mask, formSecret(of: token)).map { $0 ^ $1 })
  }

  static func isFormToken(_ text: String?, for token: String) -> Bool {
    guard let text, text.utf8.count <= maxCookieBytes,
      let bytes = Secrets.bytes(ofBase64URL: text), bytes.count == 2 * formTokenBytes
    else { return false }
    let secret = zip(bytes.prefix(formTokenBytes), bytes.suffix(formTokenBytes)).map { $0 ^ $1 }
    return Secrets.isSame(secret, formSecret(of: token))
  }

  private static func formSecret(of token: String) -> [UInt8] {
    Array(Secrets.mac(of: "form", key: token).prefix(formTokenBytes))
  }

  func cookie(_ name: String, _ value: String, maxAgeSeconds: Int?) -> Cookie {
    var cookie = Cookie(name, value)
    cookie.maxAgeSeconds = maxAgeSeconds
    cookie.isSecure = names.isSecure
    return cookie
  }
}
