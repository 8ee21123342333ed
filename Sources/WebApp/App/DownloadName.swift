import Foundation
import Household

/// What a file is called that somebody saves: after a home or a list, so in anybody's words.
struct DownloadName: Equatable {
  /// In its own letters, without what file systems give a meaning to.
  let full: String
  /// The same in letters that every program knows.
  let plain: String

  /// More than most file systems take is cut off, from the name and not from its ending.
  static let maxBytes = 120
  /// For a name that has nothing left to be shown.
  static let fallback = "hearth"

  /// - Parameter ending: without a dot.
  init(_ name: String, ending: String) {
    let clean = Self.trimmed(String(InputText.line(name).map { Self.refused($0) ? "-" : $0 }))
    full = (clean.isEmpty ? Self.fallback : clean) + "." + ending
    let folded = clean.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
    let ascii = Self.trimmed(String(folded.map { Self.isPlain($0) ? $0 : "-" }))
    let isTelling = ascii.contains { $0.isLetter || $0.isNumber }
    plain = (isTelling ? ascii : Self.fallback) + "." + ending
  }

  /// As a `Content-Disposition` has it (RFC 6266): the first name is for programs that do not know
  /// the second.
  var attachment: String {
    "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(URLCoding.encode(full))"
  }

  private static func refused(_ character: Character) -> Bool { "/\\:*?\"<>|%".contains(character) }

  private static func isPlain(_ character: Character) -> Bool {
    character.isASCII
      && (character.isLetter || character.isNumber || " ._-()&,'".contains(character))
  }

  /// No more than fits, and no dot or blank at an end, where some systems drop or hide it.
  private static func trimmed(_ name: String) -> String {
    var short = ""
    var count = 0
    for character in name {
      count += character.utf8.count
      if count > maxBytes { break }
      short.append(character)
    }
    return short.trimmingCharacters(in: CharacterSet(charactersIn: " ."))
  }
}
