/// The chunks of a WebP file with one still picture.
struct WebPFile {
  let width: Int
  let height: Int
  /// The ICC profile; empty if there is none.
  private(set) var profile: [UInt8] = []
  private let bytes: [UInt8]
  private var kept: [Range<Int>] = []

  /// Bits of the VP8X header.
  private enum Flag {
    static let animation: UInt8 = 0x02
    static let metadata: UInt8 = 0x04 | 0x08
  }

  /// Throws `.cutOff`, `.corrupt`, `.animated`, or an error for an exceeded limit.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    guard bytes.matches("RIFF", at: 0), bytes.matches("WEBP", at: 8),
      let size = bytes.littleEndian32(at: 4)
    else { throw .corrupt("no WebP signature") }
    let end = 8 + size
    guard end <= bytes.count else { throw .cutOff }

    var canvas: (width: Int, height: Int)?
    var picture: (width: Int, height: Int)?
    var offset = 12
    while offset + 8 <= end {
      guard let length = bytes.littleEndian32(at: offset + 4) else { throw .cutOff }
      let content = offset + 8
      // Chunks are padded to an even length; some programs omit the last padding byte.
      let padded = content + length + (length & 1)
      guard content + length <= end else { throw .corrupt("a chunk longer than its file") }
      let chunk = offset..<min(padded, end)
      if bytes.matches("ANIM", at: offset) || bytes.matches("ANMF", at: offset) { throw .animated }
      if bytes.matches("VP8X", at: offset) {
        guard length >= 10, let width = bytes.littleEndian24(at: content + 4),
          let height = bytes.littleEndian24(at: content + 7)
        else { throw .corrupt("canvas header") }
        guard bytes[content] & Flag.animation == 0 else { throw .animated }
        canvas = (width + 1, height + 1)
        kept.append(chunk)
      } else if bytes.matches("VP8 ", at: offset) || bytes.matches("VP8L", at: offset) {
        guard picture == nil else { throw .corrupt("a second picture") }
        picture = try WebPFile.pictureSize(bytes, chunkAt: offset)
        kept.append(chunk)
      } else if bytes.matches("ICCP", at: offset) {
        profile = Array(bytes[content..<content + length])
        kept.append(chunk)
      } else if bytes.matches("ALPH", at: offset) {
        kept.append(chunk)
      }
      offset = padded
    }
    guard let picture else { throw .corrupt("no picture") }
    guard canvas == nil || canvas! == picture else { throw .corrupt("two different sizes") }
    try limits.check(width: picture.width, height: picture.height)
    (self.bytes, self.width, self.height) = (bytes, picture.width, picture.height)
  }

  /// The same picture, bit for bit, without EXIF, XMP, unknown chunks and trailing bytes.
  func rewritten() -> [UInt8] {
    var chunks: [UInt8] = []
    chunks.reserveCapacity(bytes.count)
    for chunk in kept {
      let start = chunks.count
      chunks += bytes[chunk]
      if chunk.count % 2 == 1 { chunks.append(0) }
      if chunks.matches("VP8X", at: start) { chunks[start + 8] &= ~Flag.metadata }
    }
    let size = UInt32(truncatingIfNeeded: chunks.count + 4)
    let length = (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) }
    return Array("RIFF".utf8) + length + Array("WEBP".utf8) + chunks
  }

  private static func pictureSize(
    _ bytes: [UInt8], chunkAt offset: Int
  ) throws(ImageError) -> (width: Int, height: Int) {
    let content = offset + 8
    if bytes.matches("VP8L", at: offset) {
      guard bytes.byte(at: content) == 0x2F, let packed = bytes.littleEndian32(at: content + 1)
      else { throw .corrupt("lossless header") }
      return ((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1)
    }
    guard bytes.byte(at: content + 3) == 0x9D, bytes.byte(at: content + 4) == 0x01,
      bytes.byte(at: content + 5) == 0x2A, let width = bytes.littleEndian16(at: content + 6),
      let height = bytes.littleEndian16(at: content + 8)
    else { throw .corrupt("lossy header") }
    return (width & 0x3FFF, height & 0x3FFF)
  }
}
