/// Header fields in the order received; names are compared without regard to ASCII case.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One field line.
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field]

  package init() { fields = [] }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0.0, value: $0.1) }
  }

  /// The first value of `name`. Setting it replaces all values; setting `nil` removes them.
  package subscript(name: String) -> String? {
    get {
      for field in fields where Self.isSame(field.name, name) { return field.value }
      return nil
    }
    set {
      fields.removeAll { Self.isSame($0.name, name) }
      if let newValue { add(name, newValue) }
    }
  }

  /// All values of `name`, in order.
  package func all(_ name: String) -> [String] {
    var values: [String] = []
    for field in fields where Self.isSame(field.name, name) { values.append(field.value) }
    return values
  }

  /// The number of fields with this name.
  package func count(of name: String) -> Int { fields.count { Self.isSame($0.name, name) } }

  /// Adds a field and keeps those with the same name (as `Set-Cookie` needs).
  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Whether the comma-separated list `name` holds `token`, compared without case or parameters.
  package func hasToken(_ name: String, _ token: String) -> Bool {
    all(name).contains { value in
      value.utf8.split(separator: UInt8(ascii: ",")).contains { item in
        let word = item.prefix { $0 != UInt8(ascii: ";") }
        return Self.isSame(Self.trimmed(word), token)
      }
    }
  }

  static func trimmed(_ text: Substring.UTF8View) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let head = text.drop(while: isBlank)
    guard let last = head.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: head[...last], as: UTF8.self)
  }

  static func isSame(_ a: String, _ b: String) -> Bool {
    // Nearly every comparison ends here, and each request makes dozens.
    guard a.utf8.count == b.utf8.count else { return false }
    if a == b { return true }
    return zip(a.utf8, b.utf8).allSatisfy { $0 == $1 || lower($0) == lower($1) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
