/// A strict reader of the pages: tags must nest, attributes must be quoted, text must be escaped.
struct MarkupReader {
  struct Tag: Equatable {
    var name: String
    var attributes: [String: String]
    /// The tags around it, outermost first.
    var path: [String]
  }

  private(set) var tags: [Tag] = []
  /// Text between tags, with the tags around it.
  private(set) var texts: [(text: String, path: [String])] = []
  private(set) var mistakes: [String] = []

  static let void: Set<String> = ["input", "img", "br", "hr", "link", "meta"]
  static let voidInSVG: Set<String> = ["path", "circle", "rect"]

  init(_ markup: String) {
    var open: [String] = []
    var rest = markup[...]
    if rest.hasPrefix("<!doctype html>") { rest = rest.dropFirst(15) }
    while let start = rest.firstIndex(of: "<") {
      if start != rest.startIndex { addText(rest[..<start], open) }
      guard let end = rest[start...].firstIndex(of: ">") else {
        mistakes.append("a tag without an end")
        return
      }
      var inside = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if inside.hasPrefix("/") {
        let name = String(inside.dropFirst())
        if open.last == name {
          open.removeLast()
        } else {
          mistakes.append("</\(name)> closes <\(open.last ?? "nothing")>")
        }
        continue
      }
      let closesItself = inside.hasSuffix("/")
      if closesItself { inside = inside.dropLast() }
      let tag = read(inside, path: open)
      tags.append(tag)
      if !closesItself, !Self.void.contains(tag.name) { open.append(tag.name) }
    }
    if !rest.isEmpty { addText(rest, open) }
    if !open.isEmpty { mistakes.append("never closed: \(open)") }
  }

  private mutating func addText(_ text: Substring, _ path: [String]) {
    texts.append((decode(text), path))
  }

  private mutating func read(_ inside: Substring, path: [String]) -> Tag {
    let name = inside.prefix { $0 != " " }
    var rest = inside.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while true {
      rest = rest.drop { $0 == " " }
      let key = rest.prefix { $0 != "=" && $0 != " " }
      if key.isEmpty { break }
      rest = rest.dropFirst(key.count)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst()
        guard let quote = rest.first, quote == "\"" || quote == "'",
          let end = rest.dropFirst().firstIndex(of: quote)
        else {
          mistakes.append("\(name): the value of \(key) is not quoted")
          break
        }
        value = decode(rest[rest.index(after: rest.startIndex)..<end])
        rest = rest[rest.index(after: end)...]
      }
      if attributes.updateValue(value, forKey: String(key)) != nil {
        mistakes.append("\(name): \(key) twice")
      }
    }
    return Tag(name: String(name), attributes: attributes, path: path)
  }

  private mutating func decode(_ text: Substring) -> String {
    var out = ""
    var rest = text
    while let start = rest.firstIndex(of: "&") {
      out += rest[..<start]
      rest = rest[start...]
      let known = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
      guard let match = known.first(where: { rest.hasPrefix($0.0) }) else {
        mistakes.append("a bare & in “\(text.prefix(40))”")
        out += "&"
        rest = rest.dropFirst()
        continue
      }
      out += match.1
      rest = rest.dropFirst(match.0.count)
    }
    return out + rest
  }
}
