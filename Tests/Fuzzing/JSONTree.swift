/// JSON as text in the shape of a tree, for changing its structure. What it writes need not be
/// valid.
indirect enum JSONTree {
  /// A number, text or word, as it stands.
  case word([UInt8])
  case list([JSONTree])
  case object([(key: [UInt8], value: JSONTree)])

  /// `nil` for what is no JSON, or is nested deeper than is worth changing.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let tree = reader.tree(depth: 0) else { return nil }
    self = tree
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .word(let word): bytes += word
    case .list(let list):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in list.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes += field.key
        bytes.append(UInt8(ascii: ":"))
        field.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// How many values there are, this one included.
  var count: Int {
    switch self {
    case .word: 1
    case .list(let list): list.reduce(1) { $0 + $1.count }
    case .object(let fields): fields.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Changes the value of a number, counted as `count` does.
  mutating func change(_ index: Int, _ body: (inout JSONTree) -> Void) {
    var left = index
    visit(&left, body)
  }

  private mutating func visit(_ left: inout Int, _ body: (inout JSONTree) -> Void) {
    if left == 0 { body(&self) }
    left -= 1
    guard left >= 0 else { return }
    switch self {
    case .word: break
    case .list(var list):
      for index in list.indices where left >= 0 { list[index].visit(&left, body) }
      self = .list(list)
    case .object(var fields):
      for index in fields.indices where left >= 0 { fields[index].value.visit(&left, body) }
      self = .object(fields)
    }
  }

  /// Reads only what seeds are made of.
  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    private static let maxDepth = 40

    private mutating func peek() -> UInt8? {
      while index < bytes.count, [0x20, 0x0a, 0x0d, 0x09].contains(bytes[index]) { index += 1 }
      return index < bytes.count ? bytes[index] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard peek() == byte else { return false }
      index += 1
      return true
    }

    mutating func tree(depth: Int) -> JSONTree? {
      guard depth < Self.maxDepth, let first = peek() else { return nil }
      switch first {
      case UInt8(ascii: "["):
        index += 1
        if take(UInt8(ascii: "]")) { return .list([]) }
        var list: [JSONTree] = []
        repeat {
          guard let value = tree(depth: depth + 1) else { return nil }
          list.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .list(list) : nil
      case UInt8(ascii: "{"):
        index += 1
        if take(UInt8(ascii: "}")) { return .object([]) }
        var fields: [(key: [UInt8], value: JSONTree)] = []
        repeat {
          guard peek() == UInt8(ascii: "\""), let key = word(), take(UInt8(ascii: ":")),
            let value = tree(depth: depth + 1)
          else { return nil }
          fields.append((key, value))
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(fields) : nil
      default: return word().map { .word($0) }
      }
    }

    private mutating func word() -> [UInt8]? {
      let start = index
      if bytes[start] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else { return nil }
        index += 1
      } else {
        while index < bytes.count, !",]}: \n\r\t".utf8.contains(bytes[index]) { index += 1 }
      }
      return index > start ? Array(bytes[start..<index]) : nil
    }
  }
}
