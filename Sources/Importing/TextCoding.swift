/// The text encoding of a table.
package enum TextCoding: String, Equatable, Sendable {
  case utf8, utf16LittleEndian, utf16BigEndian
  /// Written by Windows programs in Western Europe and America.
  case windows1252

  /// Finds the encoding of a file by reading it, piece by piece.
  ///
  /// A file that is neither UTF-8 nor UTF-16, and cannot be Windows-1252 either, counts as UTF-8:
  /// reading it shows where it breaks. So does a file that is UTF-8 in one place and not in
  /// another: it is damaged, and reading it as Windows-1252 would garble all of it.
  static func detect(path: String, name: String) throws(ImportFailure) -> TextCoding {
    let file = try FileBytes(path: path, name: name)
    let start = try file.prefix(maxBytes: 4)
    let wide = start.withUnsafeBufferPointer { TableSniffer.wideEncoding(of: $0) }
    if wide == .utf16LittleEndian { return .utf16LittleEndian }
    if wide == .utf16BigEndian { return .utf16BigEndian }
    var scan = CodingScan()
    let piece = UnsafeMutableRawBufferPointer.allocate(
      byteCount: ByteWindow.capacityBytes, alignment: 1)
    defer { piece.deallocate() }
    while !scan.isDecided {
      let count = try file.read(into: piece)
      if count == 0 { break }
      scan.take(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
    return scan.coding
  }
}

/// What the bytes of a text show about its encoding so far.
private struct CodingScan {
  /// Bytes that Windows-1252 does not define.
  private static let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

  private var hasMultibyte = false
  private var isBroken = false
  private var isNeither = false
  /// How many bytes of the present character are missing, and the range of the next one.
  private var missing = 0
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether no further bytes can change the result.
  var isDecided: Bool { isBroken && (hasMultibyte || isNeither) }

  var coding: TextCoding {
    let isWindows = (isBroken || missing > 0) && !hasMultibyte && !isNeither
    return isWindows ? .windows1252 : .utf8
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte < 0x80, missing == 0 {
        if byte == 0 { isNeither = true }
        continue
      }
      if Self.undefined.contains(byte) { isNeither = true }
      if missing > 0, next.contains(byte) {
        missing -= 1
        next = 0x80...0xBF
        if missing == 0 { hasMultibyte = true }
        continue
      }
      if missing > 0 { isBroken = true }
      missing = 0
      if byte >= 0x80 { begin(byte) }
    }
  }

  /// Begins a character of several bytes (Unicode, table 3-7).
  private mutating func begin(_ first: UInt8) {
    next = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, next) = (2, 0xA0...0xBF)
    case 0xED: (missing, next) = (2, 0x80...0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, next) = (3, 0x90...0xBF)
    case 0xF1...0xF3: missing = 3
    case 0xF4: (missing, next) = (3, 0x80...0x8F)
    default: isBroken = true
    }
  }
}
