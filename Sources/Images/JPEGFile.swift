import Glibc

/// The parts of a JPEG file: those that a decoder needs, separated from those that cameras and
/// programs add.
///
/// Reading goes through every segment and scan up to the end marker, so a truncated file is
/// detected before it is decoded.
struct JPEGFile {
  /// Size as stored, before `orientation` is applied.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var orientation = Orientation.upright
  private(set) var isProgressive = false
  /// The ICC profile if it fits into one segment; larger ones are kept in the file, but are not
  /// available here.
  private(set) var profile: [UInt8] = []
  /// The number of samples of all components, to estimate the memory of a progressive decode.
  private(set) var sampleCount = 0

  private enum Piece {
    case copied(Range<Int>)
    case written([UInt8])
  }
  private let bytes: [UInt8]
  private var jfif: [UInt8] = []
  private var pieces: [Piece] = []
  /// Copies of the profile's segments, for `adoptLook`.
  private var profilePieces: [Piece] = []
  private var scanCount = 0

  /// Throws `.cutOff`, `.corrupt`, `.unsupportedCoding`, or an error for an exceeded limit.
  init(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
    self.bytes = bytes
    guard bytes.starts(with: [0xFF, 0xD8]) else { throw .corrupt("no start of image") }
    var offset = 2
    while let next = try readSegment(at: offset, limits: limits) { offset = next }
    guard scanCount > 0 else { throw .corrupt("no scan") }
  }

  /// The same picture, bit for bit, without metadata and without bytes after the end marker.
  ///
  /// Kept are tables, frames, scans, the ICC profile, Adobe's colour transform, the pixel density,
  /// and the orientation unless it is upright.
  func rewritten() -> [UInt8] {
    var output: [UInt8] = [0xFF, 0xD8]
    output.reserveCapacity(bytes.count + 64)
    output += jfif
    if orientation != .upright { output += orientation.exifSegment }
    for piece in pieces {
      switch piece {
      case .copied(let range): output += bytes[range]
      case .written(let written): output += written
      }
    }
    return output + [0xFF, 0xD9]
  }

  /// Adopts what a picture from `recoded` has lost of `original`: orientation, density and profile.
  mutating func adoptLook(of original: JPEGFile) {
    orientation = original.orientation
    jfif = original.jfif
    profile = original.profile
    pieces.insert(contentsOf: original.profilePieces, at: 0)
    profilePieces = original.profilePieces
  }

  /// Reads the segment at `offset` and returns the offset of the next; `nil` after the last.
  private mutating func readSegment(
    at offset: Int, limits: ImageLimits
  ) throws(ImageError) -> Int? {
    guard let start = nextMarker(from: offset), let marker = bytes.byte(at: start + 1) else {
      throw .cutOff
    }
    switch marker {
    case 0xD9: return nil
    case 0x01, 0xD0...0xD7: return start + 2
    case 0xD8: throw .corrupt("a second start of image")
    default: break
    }
    guard let length = bytes.bigEndian16(at: start + 2) else { throw .cutOff }
    guard length >= 2 else { throw .corrupt("segment length \(length)") }
    let segment = start..<(start + 2 + length)
    guard segment.upperBound <= bytes.count else { throw .cutOff }

    switch marker {
    case 0xC0, 0xC1, 0xC2:
      try readFrame(segment, isProgressive: marker == 0xC2, limits: limits)
      pieces.append(.copied(segment))
    case 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
      throw .unsupportedCoding("JPEG process \(marker - 0xC0)")
    case 0xC4, 0xDB, 0xDD:
      pieces.append(.copied(segment))
    case 0xDA:
      return try readScan(segment)
    default:
      readApplicationSegment(segment, marker: marker)
    }
    return segment.upperBound
  }

  /// The next 0xFF that begins a marker, skipping stray bytes and fill bytes.
  private func nextMarker(from offset: Int) -> Int? {
    var start = offset
    while let found = find0xFF(from: start) {
      guard let following = bytes.byte(at: found + 1) else { return nil }
      if following != 0xFF, following != 0 { return found }
      start = found + 1
    }
    return nil
  }

  private mutating func readFrame(
    _ segment: Range<Int>, isProgressive: Bool, limits: ImageLimits
  ) throws(ImageError) {
    let start = segment.lowerBound
    guard width == 0 else { throw .corrupt("a second frame") }
    guard segment.count >= 10, let precision = bytes.byte(at: start + 4),
      let height = bytes.bigEndian16(at: start + 5), let width = bytes.bigEndian16(at: start + 7),
      let components = bytes.byte(at: start + 9), segment.count == 10 + 3 * components
    else { throw .corrupt("frame header") }
    guard precision == 8 else { throw .unsupportedCoding("JPEG with \(precision) bits") }
    guard [1, 3, 4].contains(components) else {
      throw .unsupportedCoding("JPEG with \(components) components")
    }
    try limits.check(width: width, height: height)

    var factors: [(horizontal: Int, vertical: Int)] = []
    for index in 0..<components {
      guard let factor = bytes.byte(at: start + 11 + 3 * index),
        (1...4).contains(factor >> 4), (1...4).contains(factor & 15)
      else { throw .corrupt("sampling factors") }
      factors.append((factor >> 4, factor & 15))
    }
    let widest = factors.map(\.horizontal).max() ?? 1
    let highest = factors.map(\.vertical).max() ?? 1
    // A block is 8 × 8, so sides are rounded up; this only matters for small pictures.
    let area = (width + 32) * (height + 32)
    sampleCount = factors.reduce(0) {
      $0 + area * $1.horizontal * $1.vertical / (widest * highest)
    }
    (self.width, self.height, self.isProgressive) = (width, height, isProgressive)
  }

  /// Keeps a scan: its header and the encoded data up to the next marker, whose offset is returned.
  private mutating func readScan(_ header: Range<Int>) throws(ImageError) -> Int {
    guard width > 0 else { throw .corrupt("a scan before the frame") }
    scanCount += 1
    guard scanCount <= ImageLimits.maxJPEGScans else {
      throw .corrupt("more than \(ImageLimits.maxJPEGScans) scans")
    }
    var offset = header.upperBound
    while let found = find0xFF(from: offset), let following = bytes.byte(at: found + 1) {
      switch following {
      case 0xFF: offset = found + 1
      case 0x00, 0xD0...0xD7: offset = found + 2
      default:
        pieces.append(.copied(header.lowerBound..<found))
        return found
      }
    }
    throw .cutOff
  }

  /// Keeps what affects how the pixels look; everything else in APPn and COM is dropped.
  private mutating func readApplicationSegment(_ segment: Range<Int>, marker: Int) {
    let content = segment.lowerBound + 4
    switch marker {
    case 0xE0 where bytes.matches("JFIF\0", at: content) && segment.count >= 18 && jfif.isEmpty:
      // Version and density, without the thumbnail that may follow.
      jfif = [0xFF, 0xE0, 0, 16] + bytes[content..<content + 12] + [0, 0]
    case 0xE1 where bytes.matches("Exif\0\0", at: content) && orientation == .upright:
      let tiff = min(content + 6, segment.upperBound)..<segment.upperBound
      orientation = Orientation(tiff: bytes, in: tiff) ?? .upright
    case 0xE2 where bytes.matches("ICC_PROFILE\0", at: content) && segment.count > 18:
      pieces.append(.copied(segment))
      profilePieces.append(.written(Array(bytes[segment])))
      let isOnly = bytes[content + 12] == 1 && bytes[content + 13] == 1
      if isOnly { profile = Array(bytes[(content + 14)..<segment.upperBound]) }
    case 0xEE where bytes.matches("Adobe", at: content) && segment.count >= 16:
      pieces.append(.written([0xFF, 0xEE, 0, 14] + bytes[content..<content + 12]))
    default: break
    }
  }

  private func find0xFF(from offset: Int) -> Int? {
    guard offset < bytes.count else { return nil }
    return bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress,
        let found = memchr(base + offset, 0xFF, raw.count - offset)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
