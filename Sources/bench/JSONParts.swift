import CBench

/// Finds the parts of a JSON text without reading what is in them, so that a client costs about
/// nothing beside the server that it measures. The text is trusted.
struct JSONParts {
  let bytes: [UInt8]

  /// The values of an object's keys, by where they are.
  func object(in range: Range<Int>) -> [String: Range<Int>] {
    var values: [String: Range<Int>] = [:]
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      let key = value(at: index)
      let found = value(at: key.upperBound + 1)
      let name = bytes[(key.lowerBound + 1)..<(key.upperBound - 1)]
      values[String(decoding: name, as: UTF8.self)] = found
      index = found.upperBound + 1
    }
    return values
  }

  /// The elements of an array, by where they are.
  func array(in range: Range<Int>) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      let element = value(at: index)
      elements.append(element)
      index = element.upperBound + 1
    }
    return elements
  }

  /// The value that begins at `start`; there is no white space in what the servers write.
  private func value(at start: Int) -> Range<Int> {
    bytes.withUnsafeBufferPointer { bytes in
      var (index, depth, isInText) = (start, 0, false)
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\\") where isInText: index += 1
        case UInt8(ascii: "\""):
          isInText.toggle()
          if !isInText, depth == 0 { return start..<index + 1 }
        case _ where isInText: break
        case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          // The end of what a number or a word stands in.
          if depth == 0 { return start..<index }
          depth -= 1
          if depth == 0 { return start..<index + 1 }
        case UInt8(ascii: ",") where depth == 0: return start..<index
        default: break
        }
        index += 1
      }
      return start..<bytes.count
    }
  }

  /// How often a text occurs in a part.
  func count(_ text: String, in range: Range<Int>) -> Int {
    let wanted = Array(text.utf8)
    return bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return 0 }
      var (count, position) = (0, range.lowerBound)
      while position < range.upperBound,
        let found = bench_find(base + position, range.upperBound - position, wanted, wanted.count)
      {
        count += 1
        position = base.distance(to: found) + wanted.count
      }
      return count
    }
  }

  func bytes(in range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
}
