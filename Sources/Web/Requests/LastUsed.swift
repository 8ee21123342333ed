import HTTPServer
import Household
import SyncProtocol

/// The home, and the place in it, that an account used last in this browser. The browser keeps it
/// separately for each account, so it outlives the session and a restart of the program (S1-9.3-c).
///
/// It is not trusted: an id that is gone, or was made up, is ignored.
package struct LastUsed: Equatable, Sendable {
  /// How long the browser keeps it after it last changed, in seconds.
  package static let seconds = 365 * 86_400

  package var homeID: ZoneID?
  /// A place of that home.
  package var placeID: RecordID?

  package init(homeID: ZoneID? = nil, placeID: RecordID? = nil) {
    self.homeID = homeID
    self.placeID = placeID
  }

  /// Reads what ``text`` wrote; empty for `nil`.
  package init(_ text: String?) {
    let parts = (text ?? "").split(separator: ".", maxSplits: 1).map { String($0) }
    homeID = parts.first
    placeID = parts.count == 2 ? parts[1] : nil
  }

  package var text: String { [homeID, placeID].compactMap(\.self).joined(separator: ".") }

  /// The value after a page of a home was shown, or something was put into a place in it.
  package func using(home: ZoneID, place: RecordID?) -> LastUsed {
    LastUsed(homeID: home, placeID: place ?? (home == homeID ? placeID : nil))
  }
}

extension Member {
  package var lastUsed: LastUsed {
    LastUsed(guest.browser.lastUsed(of: accountID, guest.request.head))
  }

  /// Has the browser keep the home and place used last, unless it keeps the same already.
  package func remember(home: ZoneID, place: RecordID?, in response: inout HTTPResponse) {
    let used = lastUsed.using(home: home, place: place)
    guard used != lastUsed else { return }
    response.headers.add(
      guest.browser.cookie(
        guest.browser.lastUsedName(of: accountID), used.text, maxAgeSeconds: LastUsed.seconds))
  }
}

extension BrowserSession {
  /// The cookie's name, which differs by account: people who share a browser keep apart.
  package func lastUsedName(of account: AccountID) -> String {
    names.home + "-" + Secrets.base64URL(Array(Secrets.mac(of: "home", key: account).prefix(6)))
  }

  package func lastUsed(of account: AccountID, _ head: HTTPRequestHead) -> String? {
    head.cookie(lastUsedName(of: account)).flatMap {
      $0.isEmpty || $0.utf8.count > Self.maxCookieBytes ? nil : $0
    }
  }
}
