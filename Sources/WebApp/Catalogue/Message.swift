/// A sentence of the catalogue whose own words stay apart from what is put into it.
///
/// Write it as an interpolated string. Its ``pattern`` (`"{0} items in {1} rooms"`) is the key under
/// which a translation finds it; the arguments are never translated or altered.
package struct Message: Equatable, Sendable, ExpressibleByStringInterpolation {
  enum Piece: Equatable, Sendable {
    case words(String)
    case argument(String)
  }

  private(set) var pieces: [Piece]

  package init(stringLiteral text: String) { pieces = [.words(text)] }

  package init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  /// Collects the words and the arguments in turn.
  package struct Interpolation: StringInterpolationProtocol, Sendable {
    var pieces: [Piece] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    package mutating func appendLiteral(_ text: String) {
      if !text.isEmpty { pieces.append(.words(text)) }
    }

    package mutating func appendInterpolation(_ text: String) { pieces.append(.argument(text)) }
  }

  /// The sentence in English.
  var english: String {
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
  func filled(into translation: String) -> String {
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
