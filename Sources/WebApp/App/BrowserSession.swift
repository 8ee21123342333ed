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
    let isSecure: Bool

    init(isSecure: Bool, isDevice: Bool) {
      // Cookies do not know ports: a device and a hub on one machine must not share names.
      let prefix = (isSecure ? "__Host-" : "") + (isDevice ? "hearth-device" : "hearth")
      session = prefix + "-session"
      visit = prefix + "-visit"
      home = prefix + "-home"
      note = prefix + "-note"
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
  /// The home that this browser last showed (X10).
  let activeHomeID: String?
  let noteID: String?

  init(_ head: HTTPRequestHead, names: CookieNames) {
    func cookie(_ name: String) -> String? {
      head.cookie(name).flatMap {
        $0.isEmpty || $0.utf8.count > Self.maxCookieBytes ? nil : $0
      }
    }
    self.names = names
    sessionToken = cookie(names.session)
    visitToken = cookie(names.visit)
    activeHomeID = cookie(names.home)
    noteID = cookie(names.note)
  }

  /// What goes into the forms of whoever holds `token`.
  static func formToken(for token: String) -> String {
    Secrets.base64URL(Secrets.mac(of: "form", key: token))
  }

  static func isFormToken(_ text: String?, for token: String) -> Bool {
    text.map { Secrets.isSame(Array($0.utf8), Array(formToken(for: token).utf8)) } ?? false
  }

  func cookie(_ name: String, _ value: String, maxAgeSeconds: Int?) -> Cookie {
    var cookie = Cookie(name, value)
    cookie.maxAgeSeconds = maxAgeSeconds
    cookie.isSecure = names.isSecure
    return cookie
  }
}
