/// The chunks of a PNG file, up to and including the end chunk.
struct PNGFile {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  let width: Int
  let height: Int
  private let bytes: [UInt8]
  private var kept: [Range<Int>] = []

  /// The chunks that affect how the pixels look. Text, times, EXIF and unknown chunks are dropped.
  private static let keptChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "pHYs",
  ]

  /// Throws `.cutOff`, `.corrupt`, `.animated`, or an error for an exceeded limit.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    guard bytes.starts(with: PNGFile.signature) else { throw .corrupt("no PNG signature") }
    let header = PNGFile.signature.count
    guard bytes.count >= header + 25 else { throw .cutOff }
    guard bytes.bigEndian32(at: header) == 13, bytes.matches("IHDR", at: header + 4),
      let width = bytes.bigEndian32(at: header + 8), let height = bytes.bigEndian32(at: header + 12)
    else { throw .corrupt("no header chunk") }
    try limits.check(width: width, height: height)
    (self.bytes, self.width, self.height) = (bytes, width, height)

    var offset = header
    var hasPixels = false
    while true {
      guard let length = bytes.bigEndian32(at: offset), offset + 12 <= bytes.count else {
        throw .cutOff
      }
      let chunk = offset..<(offset + 12 + length)
      guard chunk.upperBound <= bytes.count else { throw .cutOff }
      let name = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
      if name == "acTL" { throw .animated }
      if name == "IDAT" { hasPixels = true }
      if PNGFile.keptChunks.contains(name) { kept.append(chunk) }
      if name == "IEND" { break }
      offset = chunk.upperBound
    }
    guard hasPixels else { throw .corrupt("no pixels") }
  }

  /// The same picture, bit for bit, without metadata and without bytes after the end chunk.
  func rewritten() -> [UInt8] {
    var output = PNGFile.signature
    output.reserveCapacity(bytes.count)
    for chunk in kept { output += bytes[chunk] }
    return output
  }
}
