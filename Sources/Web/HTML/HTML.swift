/// A piece of a page as UTF-8 bytes, escaped when it was built.
///
/// There are three ways to make one: from text (which is escaped), from elements, and from
/// ``TrustedMarkup``, which only literals of this program can become.
package struct HTML: Equatable, Sendable {
  /// The markup, ready to be sent.
  package private(set) var bytes: [UInt8]
  /// The controls in the piece and their faults, in order; empty once the piece is ``settled``.
  package private(set) var marks: [FormMark] = []

  /// An empty piece.
  package static let empty = HTML(bytes: [])

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Text that a person reads; every character that means something in HTML is escaped.
  package init(text: String) {
    bytes = []
    appendEscaped(text)
  }

  /// Markup that was written in this program's source.
  package init(_ markup: TrustedMarkup) {
    bytes = markup.text.withUTF8Buffer { Array($0) }
  }

  /// A built-in style sheet, written into the page itself; empty for `nil`.
  package init(inline style: Asset?) {
    bytes = []
    guard let style else { return }
    append("<style>")
    bytes.append(contentsOf: style.bytes)
    append("</style>")
  }

  /// The pieces one after another.
  package init(joining pieces: [HTML]) {
    var all: [UInt8] = []
    all.reserveCapacity(pieces.reduce(0) { $0 + $1.bytes.count })
    var marks: [FormMark] = []
    for piece in pieces {
      marks += piece.marks.map { $0.moved(by: all.count) }
      all.append(contentsOf: piece.bytes)
    }
    (bytes, self.marks) = (all, marks)
  }

  /// One element with its attributes and content.
  package init(element name: StaticString, _ attributes: [Attribute], _ content: HTML) {
    bytes = []
    bytes.reserveCapacity(content.bytes.count + 48 + attributes.count * 24)
    appendOpening(name, attributes)
    marks += content.marks.map { $0.moved(by: bytes.count) }
    bytes.append(contentsOf: content.bytes)
    append("</")
    append(name)
    bytes.append(UInt8(ascii: ">"))
  }

  /// An element that has no content and no closing tag, such as `<input>`.
  package init(voidElement name: StaticString, _ attributes: [Attribute]) {
    bytes = []
    appendOpening(name, attributes)
  }

  /// The markup as a string, for tests and logs.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the piece has no markup.
  package var isEmpty: Bool { bytes.isEmpty }

  /// The same piece with a mark for a fault of something that cannot have the focus.
  package func telling(_ fault: FormFault) -> HTML {
    var told = self
    told.marks.append(FormMark(offset: nil, fault: fault))
    return told
  }

  /// The piece with the focus set: on the first control with a fault, or else on the first one that
  /// asks for the focus.
  package var settled: HTML {
    let places = marks.filter { $0.offset != nil }
    var settled = HTML(bytes: bytes)
    let chosen = places.first { $0.fault != nil } ?? places.first { $0.isAsked }
    if let offset = chosen?.offset {
      settled.bytes.insert(contentsOf: Array(" autofocus".utf8), at: offset)
    }
    return settled
  }

  private mutating func appendOpening(_ name: StaticString, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    append(name)
    for attribute in attributes {
      switch attribute.value {
      case .absent: continue
      case .mark(let mark): marks.append(mark.moved(by: bytes.count))
      case .flag:
        bytes.append(UInt8(ascii: " "))
        append(attribute.name)
      case .text(let text):
        bytes.append(UInt8(ascii: " "))
        append(attribute.name)
        append("=\"")
        appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
      }
    }
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// The same escaping serves text and double-quoted attribute values.
  private mutating func appendEscaped(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      for (index, byte) in utf8.enumerated() {
        if byte == 0xE2 || byte == 0xC2, let count = Self.hiddenCount(utf8[index...]) {
          bytes.append(contentsOf: utf8[start..<index])
          start = index + count
        }
        guard let entity = Self.entity(for: byte) else { continue }
        bytes.append(contentsOf: utf8[start..<index])
        append(entity)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
  }

  /// The length of a character that turns the direction of what follows it (U+202A to U+202E,
  /// U+2066 to U+2069), or of a control (U+0080 to U+009F), at the start of some bytes; `nil` for
  /// another. What came by sync may hold them, and they would turn the rest of a line.
  private static func hiddenCount(_ bytes: UnsafeBufferPointer<UInt8>.SubSequence) -> Int? {
    let start = bytes.startIndex
    guard bytes.count >= 2 else { return nil }
    if bytes[start] == 0xC2 { return (0x80...0x9F).contains(bytes[start + 1]) ? 2 : nil }
    guard bytes.count >= 3 else { return nil }
    switch (bytes[start + 1], bytes[start + 2]) {
    case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9): return 3
    default: return nil
    }
  }

  private static func entity(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    case 0: "\u{FFFD}"
    // Other controls are no characters of a page.
    case 0x01...0x08, 0x0B, 0x0E...0x1F, 0x7F: ""
    default: nil
    }
  }
}

/// Markup that is not escaped. It can only be made from a literal, never from something that
/// arrived while the program ran.
package struct TrustedMarkup: Sendable {
  package let text: StaticString

  /// Takes the literal as it is.
  package init(_ text: StaticString) { self.text = text }
}

/// Collects elements and text into one ``HTML``; a `String` in a builder is text and is escaped.
@resultBuilder
package enum HTMLBuilder {
  package static func buildExpression(_ piece: HTML) -> HTML { piece }
  package static func buildExpression(_ text: String) -> HTML { HTML(text: text) }
  package static func buildExpression(_ pieces: [HTML]) -> HTML { HTML(joining: pieces) }
  package static func buildBlock(_ pieces: HTML...) -> HTML { HTML(joining: pieces) }
  package static func buildOptional(_ piece: HTML?) -> HTML { piece ?? .empty }
  package static func buildEither(first piece: HTML) -> HTML { piece }
  package static func buildEither(second piece: HTML) -> HTML { piece }
  package static func buildArray(_ pieces: [HTML]) -> HTML { HTML(joining: pieces) }
}
