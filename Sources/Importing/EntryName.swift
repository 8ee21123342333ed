/// Checks names inside archives; none is ever used as a path on this machine.
enum EntryName {
  static let maxBytes = 1024

  /// Whether the name is a plain relative path: no drive, no backslash, no way up or out.
  static func isSafe(_ name: String) -> Bool {
    let bytes = name.utf8
    guard !bytes.isEmpty, bytes.count <= maxBytes else { return false }
    if name.unicodeScalars.contains(where: { $0.value < 0x20 || CleanText.isHidden($0) }) {
      return false
    }
    if bytes.contains(0x5C) || bytes.first == 0x2F { return false }
    if bytes.dropFirst().first == 0x3A { return false }
    // The name of a folder ends with a slash.
    let path = bytes.last == 0x2F ? Substring(name.dropLast()) : Substring(name)
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  /// A photo's name as MovingBox itself cleans it: without `..`, `/`, `\` and `:`.
  static func sanitizedFileName(_ name: String) -> String {
    var result = name.filter { $0 != "/" && $0 != "\\" && $0 != ":" }
    // Removing one pair may bring two more points together.
    while let range = result.firstRange(of: "..") { result.removeSubrange(range) }
    return result
  }

  /// The part after the last slash.
  static func lastPart(_ name: String) -> Substring {
    name.split(separator: "/").last ?? ""
  }
}
