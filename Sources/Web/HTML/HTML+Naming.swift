extension HTML {
  /// What stands for a name that is empty or cannot be seen.
  package static let nameless: StaticString = "…"

  /// The content of a link, button or heading, with ``nameless`` if there is nothing in it to read
  /// or to hear. A title that came by sync can be empty, and what it belongs to must still be
  /// pressed.
  func named(_ attributes: [Attribute] = []) -> HTML {
    guard !hasName, !attributes.contains(where: \.isName) else { return self }
    return HTML(joining: [self, HTML(text: "\(Self.nameless)")])
  }

  /// Whether there is visible text in it, or a part that has a name of its own.
  private var hasName: Bool {
    var text: [UInt8] = []
    var isInTag = false
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "<"): isInTag = true
      case UInt8(ascii: ">"): isInTag = false
      case 0x21...0x7E where !isInTag: return true
      case _ where !isInTag: text.append(byte)
      default: break
      }
    }
    if Self.isVisible(String(decoding: text, as: UTF8.self)) { return true }
    let markup = String(decoding: bytes, as: UTF8.self)
    return ["alt", "aria-label", "value"].contains { name in
      markup.contains(" \(name)=\"") && !markup.contains(" \(name)=\"\"")
    }
  }
}

extension HTML {
  /// Joiners and fillers alone can be neither read nor heard.
  fileprivate static func isVisible(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        && $0.properties.generalCategory != .control
    }
  }
}

extension Attribute {
  /// Whether it gives its element a name.
  fileprivate var isName: Bool {
    guard case .text(let text) = value else { return false }
    return "\(name)" == "aria-label" && HTML.isVisible(text)
  }
}
