import Foundation
import SyncProtocol

extension InviteKey {
  /// The maximum length of a short code in UTF-8 bytes; longer keys are the tokens of links.
  package static let maxCodeBytes = 12

  /// The path of links to invites; the token follows. `JoiningRoute.invite` has the same.
  package static let linkPath = "/i/"

  /// The code or token in text that somebody typed or pasted.
  ///
  /// A query or fragment, such as a messenger adds to a link, is left out.
  package static func shown(in text: String) -> String {
    let start = text.range(of: linkPath)?.upperBound ?? text.startIndex
    return String(text[start...].prefix { !"?#/".contains($0) })
  }

  /// A key from its text: a short code, or the token of a link.
  package init(typed text: String) {
    self = text.utf8.count <= Self.maxCodeBytes ? .code(text) : .token(text)
  }
}
