import SyncProtocol

/// Makes keys by which names are compared: "Küche", " küche " and "KÜCHE" have the same key.
package enum NameKey {
  /// Converts to NFC, folds case, trims, and turns each run of white space into one space.
  /// Idempotent.
  package static func make(_ name: String) -> String {
    if let key = plain(name) { return key }
    let folded = UnicodeText.composed(UnicodeText.folded(UnicodeText.composed(name)))
    return folded.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map { String($0) }.joined(separator: " ")
  }

  /// The key of an ASCII name; `nil` for any other. Most names are ASCII, and this is fifty times
  /// faster.
  private static func plain(_ name: String) -> String? {
    var name = name
    return name.withUTF8 { bytes -> String? in
      var key: [UInt8] = []
      key.reserveCapacity(bytes.count)
      var isAfterBlank = false
      for byte in bytes {
        switch byte {
        case 0x80...: return nil
        case 0x20, 0x09...0x0d:
          isAfterBlank = !key.isEmpty
        default:
          if isAfterBlank { key.append(0x20) }
          isAfterBlank = false
          key.append(byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte)
        }
      }
      return String(decoding: key, as: UTF8.self)
    }
  }
}

/// The order of names in lists: by key, with runs of digits compared as numbers, then by id.
package struct NameOrder: Comparable, Sendable {
  private let key: [UInt8]
  package let id: String

  package init(nameKey: String, id: String) {
    key = Array(nameKey.utf8)
    self.id = id
  }

  package static func < (left: NameOrder, right: NameOrder) -> Bool {
    switch compare(left.key[...], right.key[...]) {
    case 0: left.id < right.id
    case let order: order < 0
    }
  }

  /// Returns a number below, equal to or above zero, as in C. Runs of digits compare as numbers of
  /// any length.
  private static func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var (left, right) = (left, right)
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (number, other) = (left.prefix(while: isDigit), right.prefix(while: isDigit))
        let (value, otherValue) = (number.drop { $0 == 0x30 }, other.drop { $0 == 0x30 })
        if value.count != otherValue.count { return value.count - otherValue.count }
        if value != otherValue { return value.lexicographicallyPrecedes(otherValue) ? -1 : 1 }
        if number.count != other.count { return number.count - other.count }
        left = left.dropFirst(number.count)
        right = right.dropFirst(other.count)
      } else {
        if first != second { return Int(first) - Int(second) }
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    return left.count - right.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
