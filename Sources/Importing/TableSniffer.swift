/// Examines the first bytes of a table to find out how it is written.
enum TableSniffer {
  /// UTF-16, recognised by its byte-order mark, or by a NUL in every second of the first four
  /// bytes.
  static func wideEncoding(of bytes: UnsafeBufferPointer<UInt8>) -> SuspectedEncoding? {
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    guard bytes.count >= 4 else { return nil }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    if zeros == [false, true, false, true] { return .utf16LittleEndian }
    if zeros == [true, false, true, false] { return .utf16BigEndian }
    return nil
  }

  /// The separator that occurs most often outside quotes in the first line that is not empty; a
  /// comma if there is none.
  static func delimiter(of bytes: UnsafeBufferPointer<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    var hasText = false
    for byte in bytes {
      switch byte {
      case 0x22: isQuoted.toggle()
      case 0x2C, 0x09, 0x3B: if !isQuoted { counts[byte, default: 0] += 1 }
      case 0x0A, 0x0D:
        if !isQuoted, hasText { return mostFrequent(counts) }
        continue
      default: break
      }
      hasText = true
    }
    return mostFrequent(counts)
  }

  private static func mostFrequent(_ counts: [UInt8: Int]) -> UInt8 {
    let candidates: [UInt8] = [0x2C, 0x09, 0x3B]
    return candidates.reduce(0x2C) { counts[$1, default: 0] > counts[$0, default: 0] ? $1 : $0 }
  }
}
