/// How stored pixels are rotated and mirrored for showing: the values of EXIF tag 0x0112.
enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored, upsideDown, flipped, transposed, turnedRight, transversed, turnedLeft

  /// Whether width and height are swapped.
  var swapsSides: Bool { rawValue >= Orientation.transposed.rawValue }

  /// Reads the tag from a TIFF structure at the start of `range`; `nil` if it is missing or
  /// invalid.
  ///
  /// Only the first directory is read, and no offset is followed twice.
  init?(tiff bytes: [UInt8], in range: Range<Int>) {
    let start = range.lowerBound
    let isBigEndian = bytes.matches("MM\0*", at: start)
    guard isBigEndian || bytes.matches("II*\0", at: start) else { return nil }

    func number16(_ offset: Int) -> Int? {
      guard offset >= 0, start + offset + 2 <= range.upperBound else { return nil }
      return isBigEndian
        ? bytes.bigEndian16(at: start + offset) : bytes.littleEndian16(at: start + offset)
    }
    func number32(_ offset: Int) -> Int? {
      guard offset >= 0, start + offset + 4 <= range.upperBound else { return nil }
      return isBigEndian
        ? bytes.bigEndian32(at: start + offset) : bytes.littleEndian32(at: start + offset)
    }

    guard let directory = number32(4), let entries = number16(directory) else { return nil }
    for index in 0..<entries {
      let entry = directory + 2 + index * 12
      guard let tag = number16(entry) else { return nil }
      guard tag == 0x0112 else { continue }
      guard number16(entry + 2) == 3, let value = number16(entry + 8) else { return nil }
      self.init(rawValue: value)
      return
    }
    return nil
  }

  /// A JPEG APP1 segment with only this orientation.
  var exifSegment: [UInt8] {
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8,  // big-endian, first directory at 8
      0, 1,  // one entry
      0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue), 0, 0,  // orientation, SHORT, one value
      0, 0, 0, 0,  // no further directory
    ]
    return [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + tiff
  }
}
