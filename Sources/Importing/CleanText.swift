/// Removes invisible characters from texts: controls, and overrides of the writing direction.
///
/// Line ends become LF, and tabs stay. So do marks that languages need: joiners, and directional
/// marks that affect no other text.
enum CleanText {
  /// Whether the bytes are nothing but visible ASCII and blanks, as most cells are.
  @inline(__always)
  static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where byte < 0x20 || byte > 0x7E { return false }
    return true
  }

  static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0: true
    // Separators of lines and paragraphs; embeddings, overrides, isolates; byte-order marks.
    case 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }

  /// The text without hidden characters and with LF as its line end, and whether any were removed.
  static func cleaned(_ text: String) -> (text: String, hadHidden: Bool) {
    var result = String.UnicodeScalarView()
    var hadHidden = false
    var previous: Unicode.Scalar = "\0"
    for scalar in text.unicodeScalars {
      if scalar == "\r" {
        result.append("\n")
      } else if isHidden(scalar) {
        hadHidden = true
      } else if scalar != "\n" || previous != "\r" {
        result.append(scalar)
      }
      previous = scalar
    }
    return (String(result), hadHidden)
  }

  /// The text without white space at either end, including no-break spaces.
  static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.first, let last = bytes.last else { return text }
    // Most texts begin and end with visible ASCII, which needs no look-up in Unicode's tables.
    if (0x21...0x7E).contains(first), (0x21...0x7E).contains(last) { return text }
    let scalars = text.unicodeScalars
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x80
      ? scalar.value == 0x20 || (0x09...0x0D).contains(scalar.value)
      : scalar.properties.isWhitespace
  }

  /// The text without hidden characters, cut to `maxLength` characters.
  static func excerpt(_ text: String, maxLength: Int) -> String {
    // Cut by bytes first, so that not every character of a megabyte has to be visited.
    let head = String(decoding: text.utf8.prefix(maxLength * 32), as: UTF8.self)
    let visible = cleaned(head).text.prefix(maxLength)
    return String(visible)
  }
}
