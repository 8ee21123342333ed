/// The form by which names are compared: two names with the same key count as one name.
public enum NameKey {
  /// Trims the name, collapses runs of white space into one space, folds case fully (`ß` is `ss`)
  /// and composes (NFC). Independent of the locale and idempotent.
  public static func fold(_ name: String) -> String {
    if let key = foldASCII(name) { return key }
    let words = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Composed first, so that a letter and its combining accent fold as one letter.
    return UnicodeText.composed(UnicodeText.folded(UnicodeText.composed(words)))
  }

  /// The same for ASCII, which most names are, in a fraction of the time; `nil` for any other text.
  private static func foldASCII(_ name: String) -> String? {
    var key: [UInt8] = []
    key.reserveCapacity(name.utf8.count)
    var needsSpace = false
    for byte in name.utf8 {
      switch byte {
      case 0x80...: return nil
      case 0x20, 0x09...0x0d: needsSpace = !key.isEmpty
      default:
        if needsSpace { key.append(0x20) }
        needsSpace = false
        key.append((0x41...0x5a).contains(byte) ? byte | 0x20 : byte)
      }
    }
    return String(decoding: key, as: UTF8.self)
  }
}
