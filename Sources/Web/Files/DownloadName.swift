import Household
import SyncProtocol
import Values

/// The name of a file that somebody saves. It is taken from a home or a list, so it may hold
/// anything.
package struct DownloadName: Equatable {
  /// The name in its own letters, without characters that file systems treat specially.
  package let full: String
  /// The same name in ASCII.
  package let plain: String

  /// The longest name without its ending, in bytes; most file systems allow that much.
  package static let maxBytes = 120
  /// The name when no character of the original is left.
  package static let fallback = "hearth"

  /// - Parameter ending: without a dot.
  package init(_ name: String, ending: String) {
    let clean = Self.trimmed(String(InputText.line(name).map { Self.refused($0) ? "-" : $0 }))
    full = (clean.isEmpty ? Self.fallback : clean) + "." + ending
    let letters = UnicodeText.decomposed(clean).unicodeScalars.filter {
      $0.properties.generalCategory != .nonspacingMark
    }
    let ascii = Self.trimmed(String(String(letters).map { Self.isPlain($0) ? $0 : "-" }))
    let isTelling = ascii.contains { $0.isLetter || $0.isNumber }
    plain = (isTelling ? ascii : Self.fallback) + "." + ending
  }

  /// The value of `Content-Disposition` (RFC 6266). The first name is for programs that do not know
  /// the second.
  package var attachment: String {
    "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(URLCoding.encode(full))"
  }

  private static func refused(_ character: Character) -> Bool { "/\\:*?\"<>|%".contains(character) }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || " ._-()&,'".contains(character))
  }

  /// The name cut to ``maxBytes``, without dots or blanks at its ends, which some systems drop or
  /// hide.
  private static func trimmed(_ name: String) -> String {
    var short = ""
    var count = 0
    for character in name {
      count += character.utf8.count
      if count > maxBytes { break }
      short.append(character)
    }
    let isEdge = { (character: Character) in character == " " || character == "." }
    while short.last.map(isEdge) == true { short.removeLast() }
    return String(short.drop(while: isEdge))
  }
}
