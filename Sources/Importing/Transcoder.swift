/// Converts the bytes of a file to UTF-8, piece by piece.
final class Transcoder {
  private static let pieceBytes = 64 << 10

  private let file: String
  private let coding: TextCoding
  private let source: ByteWindow.Source
  private let raw: UnsafeMutableRawBufferPointer
  /// UTF-8 that has not been returned yet, from `start`.
  private var output: [UInt8] = []
  private var start = 0
  /// The beginning of a character whose other bytes are in the next piece.
  private var carried: [UInt8] = []
  private var line = 1

  init(file: String, coding: TextCoding, source: @escaping ByteWindow.Source) {
    self.file = file
    self.coding = coding
    self.source = source
    raw = .allocate(byteCount: Self.pieceBytes, alignment: 1)
    output.reserveCapacity(Self.pieceBytes * 3)
  }

  deinit { raw.deallocate() }

  /// Fills `buffer` as far as the file goes, and returns the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportFailure) -> Int {
    while start == output.count {
      output.removeAll(keepingCapacity: true)
      start = 0
      guard try decodePiece() else { return 0 }
    }
    let count = min(buffer.count, output.count - start)
    output.withUnsafeBytes { bytes in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)]))
    }
    start += count
    return count
  }

  private func decodePiece() throws(ImportFailure) -> Bool {
    let count = try source(raw)
    if count == 0 {
      guard carried.isEmpty else { throw broken() }
      return false
    }
    switch coding {
    case .utf8: output.append(contentsOf: raw[..<count])
    case .windows1252: for byte in raw[..<count] { append(Self.windows1252(byte)) }
    case .utf16LittleEndian, .utf16BigEndian: try decodeUTF16(carried + raw[..<count])
    }
    return true
  }

  private func decodeUTF16(_ bytes: [UInt8]) throws(ImportFailure) {
    let low = coding == .utf16LittleEndian ? 0 : 1
    func unit(_ index: Int) -> UInt32 {
      UInt32(bytes[index + low]) | UInt32(bytes[index + 1 - low]) << 8
    }
    var index = 0
    while index + 1 < bytes.count {
      let first = unit(index)
      if (0xD800...0xDFFF).contains(first) {
        guard first < 0xDC00 else { throw broken() }
        guard index + 3 < bytes.count else { break }
        let second = unit(index + 2)
        guard (0xDC00...0xDFFF).contains(second) else { throw broken() }
        append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        index += 4
      } else {
        append(first)
        index += 2
      }
    }
    carried = Array(bytes[index...])
  }

  private func broken() -> ImportFailure {
    .wrongEncoding(
      file: file, line: line, column: 1,
      encoding: coding == .utf16BigEndian ? .utf16BigEndian : .utf16LittleEndian)
  }

  /// - Precondition: `scalar` is a Unicode scalar value, so not a surrogate.
  private func append(_ scalar: UInt32) {
    if scalar == 0x0A { line += 1 }
    if scalar < 0x80 {
      output.append(UInt8(scalar))
    } else if scalar < 0x800 {
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    } else if scalar < 0x10000 {
      output.append(UInt8(0xE0 | scalar >> 12))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    } else {
      output.append(UInt8(0xF0 | scalar >> 18))
      output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  /// The characters from 0x80 to 0x9F; `TextCoding.detect` excludes the five that are undefined.
  private static let upper: [UInt32] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> UInt32 {
    (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : UInt32(byte)
  }
}
