/// Puts things into picture files that cameras, programs and attackers put there.
enum FileSurgery {
  /// Bytes that tests look for afterwards: they stand in every piece of metadata.
  static let secret = Array("GPS 52.5163N 13.3777E".utf8)

  /// A segment of a JPEG file.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }

  /// EXIF with an orientation and, behind it, the secret; `isLittleEndian` as most cameras write it.
  static func exif(orientation: Int, isLittleEndian: Bool = true) -> [UInt8] {
    let entry: [UInt8] =
      isLittleEndian
      ? [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation), 0, 0, 0]
      : [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
    // A tag before it, so that the orientation is not simply the first.
    let other: [UInt8] =
      isLittleEndian
      ? [0x0F, 0x01, 2, 0, 1, 0, 0, 0, 65, 0, 0, 0] : [0x01, 0x0F, 0, 2, 0, 0, 0, 1, 65, 0, 0, 0]
    let header: [UInt8] =
      isLittleEndian
      ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0] : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2]
    return Array("Exif\0\0".utf8) + header + other + entry + [0, 0, 0, 0] + secret
  }

  /// Puts segments behind the start marker and the JFIF segment of an encoded file.
  static func jpeg(_ file: [UInt8], adding segments: [[UInt8]]) -> [UInt8] {
    Array(file[..<20]) + segments.joined() + Array(file[20...])
  }

  /// A chunk of a PNG file with its checksum.
  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return bigEndian(content.count) + body + bigEndian(Int(checksum(body)))
  }

  /// Puts chunks between the header and the first pixels of an encoded file.
  static func png(_ file: [UInt8], adding chunks: [[UInt8]]) -> [UInt8] {
    Array(file[..<33]) + chunks.joined() + Array(file[33...])
  }

  /// A PNG that says it is `width` × `height` but holds nothing of that.
  static func pngHeader(width: Int, height: Int) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 3, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  /// A chunk of a WebP file.
  static func riffChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(content.count, bytes: 4) + content
      + (content.count % 2 == 1 ? [0] : [])
  }

  /// A WebP file of chunks.
  static func riff(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array(chunks.joined())
    return Array("RIFF".utf8) + littleEndian(body.count + 4, bytes: 4) + Array("WEBP".utf8) + body
  }

  /// An encoded simple WebP file with an extended header; `flags` 0x0C announces EXIF and XMP.
  static func webp(
    _ file: [UInt8], width: Int, height: Int, flags: UInt8 = 0x0C, adding chunks: [[UInt8]]
  ) -> [UInt8] {
    let header =
      [flags, 0, 0, 0] + littleEndian(width - 1, bytes: 3) + littleEndian(height - 1, bytes: 3)
    return riff([riffChunk("VP8X", header), Array(file[12...])] + chunks)
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    littleEndian(number, bytes: 4).reversed()
  }

  static func littleEndian(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

extension [UInt8] {
  /// Whether `part` stands anywhere in these bytes.
  func has(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    return indices.dropLast(part.count - 1).contains { start in
      self[start] == first && self[start..<start + part.count].elementsEqual(part)
    }
  }

  func has(_ text: String) -> Bool { has(Array(text.utf8)) }
}
