/// A sentence of the catalogue whose own words stay apart from what is put into it.
///
/// Write it as an interpolated string. Its ``pattern`` (`"{0} items in {1} rooms"`) is the key under
/// which a translation finds it; the arguments are never translated or altered.
package struct Message: Equatable, Sendable, ExpressibleByStringInterpolation {
  package enum Piece: Equatable, Sendable {
    case words(String)
    case argument(String)
  }

  package private(set) var pieces: [Piece]

  package init(stringLiteral text: String) { pieces = [.words(text)] }

  package init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  /// Collects the words and the arguments in turn.
  package struct Interpolation: StringInterpolationProtocol, Sendable {
    package var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append(.words(text)) }
    }

    package mutating func appendInterpolation(_ text: String) {
      pieces.append(.argument(Message.isolated(text)))
    }
  }

  /// A text that is read from right to left stays by itself: the words around it keep their order.
  private static func isolated(_ text: String) -> String {
    // All such letters begin with a byte from here on in UTF-8.
    guard text.utf8.contains(where: { $0 >= 0xd6 }),
      text.unicodeScalars.contains(where: isRightToLeft)
    else { return text }
    return "\u{2068}" + text + "\u{2069}"
  }

  /// Whether a letter is of the blocks that Unicode keeps for scripts from right to left.
  private static func isRightToLeft(_ letter: Unicode.Scalar) -> Bool {
    switch letter.value {
    case 0x0590...0x08ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff:
      true
    default: false
    }
  }

  /// The sentence in English.
  package var english: String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .argument(let argument): text += argument
      }
    }
  }

  /// The sentence with numbered gaps.
  package var pattern: String {
    var next = 0
    return pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .argument:
        text += "{\(next)}"
        next += 1
      }
    }
  }

  /// Fills the gaps of a translation of ``pattern``; a gap that does not exist stays as written.
  package func filled(into translation: String) -> String {
    let arguments = pieces.compactMap { piece in
      if case .argument(let text) = piece { text } else { nil }
    }
    var out = ""
    var rest = translation[...]
    while let open = rest.firstIndex(of: "{") {
      out += rest[..<open]
      rest = rest[open...]
      if let close = rest.firstIndex(of: "}"),
        let number = Int(rest[rest.index(after: open)..<close]), arguments.indices.contains(number)
      {
        out += arguments[number]
        rest = rest[rest.index(after: close)...]
      } else {
        out += "{"
        rest = rest.dropFirst()
      }
    }
    return out + rest
  }
}
