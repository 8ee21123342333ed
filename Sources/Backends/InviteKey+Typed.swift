import FoundationEssentials
import SyncProtocol

extension InviteKey {
  /// The maximum length of a short code in UTF-8 bytes; longer keys are the tokens of links.
  package static let maxCodeBytes = 12

  /// The first part of the path of links to invites; the token is the second.
  package static let linkSegment = "i"
  package static let linkPath = "/\(linkSegment)/"

  /// The code or token in text that somebody typed or pasted.
  ///
  /// A query or fragment, such as a messenger adds to a link, is left out.
  package static func shown(in text: String) -> String {
    let start = text.firstRange(of: linkPath)?.upperBound ?? text.startIndex
    return String(text[start...].prefix { !"?#/".contains($0) })
  }

  /// A key from its text: a short code, or the token of a link.
  package init(typed text: String) {
    self = text.utf8.count <= Self.maxCodeBytes ? .code(text) : .token(text)
  }
}
