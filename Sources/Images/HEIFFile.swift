/// The outermost boxes of a HEIF file: enough to distinguish HEIC from AVIF, and to notice a
/// truncated file.
struct HEIFFile {
  /// Throws `.cutOff` if a box extends beyond the end, and `.corrupt` if a box has an impossible
  /// size.
  static func checkIsWhole(_ bytes: [UInt8]) throws(ImageError) {
    var offset = 0
    while offset < bytes.count {
      guard let size = bytes.bigEndian32(at: offset), offset + 8 <= bytes.count else {
        throw .cutOff
      }
      switch size {
      case 0: return  // reaches to the end of the file, by definition
      case 1:
        guard let large = bytes.bigEndian64(at: offset + 8) else { throw .cutOff }
        guard large >= 16 else { throw .corrupt("box of \(large) bytes") }
        guard large <= bytes.count - offset else { throw .cutOff }
        offset += large
      case 8...:
        guard size <= bytes.count - offset else { throw .cutOff }
        offset += size
      default: throw .corrupt("box of \(size) bytes")
      }
    }
  }

  /// The major brand and the compatible brands of the first box; empty if that box is not complete.
  static func brands(_ bytes: [UInt8]) -> [String] {
    guard let size = bytes.bigEndian32(at: 0), size >= 16, size <= bytes.count else { return [] }
    let starts = [8] + stride(from: 16, through: size - 4, by: 4)
    return starts.map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
  }

  static func isHEIC(_ brands: [String]) -> Bool {
    !Set(["heic", "heix", "heim", "heis"]).isDisjoint(with: brands)
  }

  static func isAVIF(_ brands: [String]) -> Bool {
    !Set(["avif", "avis"]).isDisjoint(with: brands)
  }
}
