/// Examines the end of an archive before it is opened: libzip reads the whole list of contents into
/// memory at once, so the number of entries has to be known first.
enum ZipDirectory {
  private static let endSignature: [UInt8] = [0x50, 0x4B, 5, 6]
  private static let end64Signature: [UInt8] = [0x50, 0x4B, 6, 6]
  private static let endBytes = 22
  private static let locatorBytes = 20
  private static let maxCommentBytes = 65_535

  static func check(_ file: FileBytes, limits: ZipLimits) throws(ImportFailure) {
    let size = file.byteCount
    let tail = try file.bytes(
      at: max(0, size - endBytes - maxCommentBytes - locatorBytes),
      maxBytes: endBytes + maxCommentBytes + locatorBytes)
    guard let end = position(of: endSignature, in: tail) else {
      throw .truncatedArchive(file: file.name)
    }
    var entries = number(tail, at: end + 10, bytes: 2)
    if entries == 0xFFFF, end >= locatorBytes {
      let offset = number(tail, at: end - locatorBytes + 8, bytes: 8)
      if offset < UInt64(size) {
        let record = try file.bytes(at: Int(offset), maxBytes: 56)
        if record.count == 56, record.starts(with: end64Signature) {
          entries = number(record, at: 32, bytes: 8)
        }
      }
    }
    guard entries <= UInt64(limits.maxEntries) else {
      throw .tooManyEntries(file: file.name, maxEntries: limits.maxEntries)
    }
  }

  /// The last position at which a complete end record begins; `nil` if there is none.
  private static func position(of signature: [UInt8], in bytes: [UInt8]) -> Int? {
    guard bytes.count >= endBytes else { return nil }
    return (0...(bytes.count - endBytes)).last { bytes[$0...].starts(with: signature) }
  }

  private static func number(_ bytes: [UInt8], at start: Int, bytes count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
  }
}
