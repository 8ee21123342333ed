import Foundation
import Images
import StoredZip

/// Pictures that tests make themselves.
enum TestPictures {
  /// Two by two pixels, red, with nothing but the picture in it.
  static let png: [UInt8] = {
    let rows: [UInt8] = Array(repeating: [0, 255, 0, 0, 255, 0, 0], count: 2).flatMap(\.self)
    let count = rows.count
    var stream: [UInt8] = [0x78, 0x01, 0x01, UInt8(count), 0, ~UInt8(count), 0xFF] + rows
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in rows {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    stream += be32(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", be32(2) + be32(2) + [8, 2, 0, 0, 0]) + chunk("IDAT", stream)
      + chunk("IEND", [])
  }()

  /// A PNG that says it is so large; it has next to nothing in it.
  static func header(width: UInt32, height: UInt32) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", be32(width) + be32(height) + [8, 2, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x01, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  /// The words that stand where a phone writes the place.
  static let place = "GPS-48.1371N-11.5754E"

  /// A JPEG with a block of EXIF that tells where it was taken.
  static func jpegWithPlace() throws -> [UInt8] {
    let jpeg = try Thumbnail.make(png, edges: [2])[0].bytes
    // A GPS directory and, behind it, words that are easy to look for.
    let tiff =
      Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0]
      + [0, 0, 0, 0] + [1, 0, 1, 0, 2, 0, 2, 0, 0, 0, 0x4E, 0, 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif\0\0".utf8) + tiff + Array(place.utf8)
    let length = exif.count + 2
    return Array(jpeg[..<2]) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + exif
      + Array(jpeg[2...])
  }

  static let svg = Array(
    "<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return be32(UInt32(data.count)) + body + be32(StoredZip.crc(body))
  }

  private static func be32(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}

/// Files that a test looks for.
enum Files {
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Every file below a folder, by its path from there.
  static func all(below folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return found.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(
        atPath: folder + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }
}

extension TestPictures {
  /// QR codes beside each other, with the white around them that readers need.
  static func codes(_ texts: [String]) throws -> [UInt8] {
    let (codes, module) = (try texts.map { try QRCode($0) }, 6)
    let border = QRCode.quietZoneModules
    let cells = (codes.map(\.side).max() ?? 0) + 2 * border
    return grey(width: codes.count * cells * module, height: cells * module) { x, y in
      let code = codes[x / (cells * module)]
      let (column, row) = (x / module % cells - border, y / module - border)
      let isInside = (0..<code.side).contains(column) && (0..<code.side).contains(row)
      return isInside && code.modules[row * code.side + column] ? 0 : 255
    }
  }

  /// A picture that no encoder makes small, `side` pixels wide and high: one byte each.
  static func noise(side: Int) -> [UInt8] {
    var state: UInt32 = 1
    return grey(width: side, height: side) { _, _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  /// A PNG of grey pixels, not compressed.
  private static func grey(width: Int, height: Int, _ pixel: (Int, Int) -> UInt8) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width { rows.append(pixel(x, y)) }
    }
    var stream: [UInt8] = [0x78, 0x01]
    var (a, b, start): (UInt32, UInt32, Int) = (1, 0, 0)
    while start < rows.count {
      let block = rows[start..<min(start + 65535, rows.count)]
      start = block.endIndex
      let count = UInt16(block.count)
      stream += [start == rows.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8)] + block
    }
    for byte in rows {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    stream += be32(b << 16 | a)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", be32(UInt32(width)) + be32(UInt32(height)) + [8, 0, 0, 0, 0])
      + chunk("IDAT", stream) + chunk("IEND", [])
  }
}
