/// Reads numbers at an offset in untrusted bytes; `nil` if the bytes end too early.
extension Array where Element == UInt8 {
  func byte(at offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return Int(self[offset])
  }

  func bigEndian16(at offset: Int) -> Int? { number(at: offset, bytes: 2, isBigEndian: true) }
  func bigEndian32(at offset: Int) -> Int? { number(at: offset, bytes: 4, isBigEndian: true) }
  func bigEndian64(at offset: Int) -> Int? {
    guard let high = bigEndian32(at: offset), high < 0x8000_0000,
      let low = bigEndian32(at: offset + 4)
    else { return nil }
    return high << 32 | low
  }
  func littleEndian16(at offset: Int) -> Int? { number(at: offset, bytes: 2, isBigEndian: false) }
  func littleEndian24(at offset: Int) -> Int? { number(at: offset, bytes: 3, isBigEndian: false) }
  func littleEndian32(at offset: Int) -> Int? { number(at: offset, bytes: 4, isBigEndian: false) }

  /// Whether the bytes at `offset` are those of `text`.
  func matches(_ text: StaticString, at offset: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard offset >= 0, offset <= count, count - offset >= length else { return false }
    return self[offset..<offset + length]
      .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: length))
  }

  private func number(at offset: Int, bytes: Int, isBigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= count, count - offset >= bytes else { return nil }
    let places = self[offset..<offset + bytes]
    return isBigEndian
      ? places.reduce(0) { $0 << 8 | Int($1) }
      : places.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
