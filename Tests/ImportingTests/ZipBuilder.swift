/// Writes archives byte by byte, so that tests can also write wrong ones.
enum ZipBuilder {
  struct Entry {
    var name: String
    var packed: [UInt8]
    var crc: UInt32
    var byteCount: UInt32
    /// 0 stored, 8 deflated.
    var method: UInt16 = 0
    /// Bit 0 says that the entry is encrypted; bit 11 that its name is UTF-8.
    var flags: UInt16 = 1 << 11

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      packed = bytes
      crc = ZipBuilder.crc(bytes)
      byteCount = UInt32(bytes.count)
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }

    /// About `byteCount` zeros, packed 158 to 1: one literal zero, then copies of 258 bytes.
    static func zeros(_ name: String, copies: Int) -> Entry {
      var bits = BitWriter()
      bits.append(0b011, count: 3)
      bits.appendCode(0b0011_0000, count: 8)
      for _ in 0..<copies {
        bits.appendCode(0b1100_0101, count: 8)
        bits.appendCode(0, count: 5)
      }
      bits.appendCode(0, count: 7)
      var entry = Entry(name, bits.finished)
      let count = 1 + 258 * copies
      entry.method = 8
      entry.byteCount = UInt32(count)
      entry.crc = ZipBuilder.crc([UInt8](repeating: 0, count: count))
      return entry
    }
  }

  private struct BitWriter {
    private var bytes: [UInt8] = []
    private var current: UInt8 = 0
    private var used: UInt8 = 0

    mutating func append(_ value: UInt32, count: Int) {
      for bit in 0..<count {
        current |= UInt8((value >> UInt32(bit)) & 1) << used
        used += 1
        if used == 8 {
          bytes.append(current)
          (current, used) = (0, 0)
        }
      }
    }

    /// Huffman codes are written from their highest bit.
    mutating func appendCode(_ value: UInt32, count: Int) {
      for bit in (0..<count).reversed() { append((value >> UInt32(bit)) & 1, count: 1) }
    }

    var finished: [UInt8] { used == 0 ? bytes : bytes + [current] }
  }

  /// `alsoListedAs` puts the first entry into the list of contents again, under more names.
  static func archive(
    _ entries: [Entry], alsoListedAs names: [String] = [], comment: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      directory += listing(of: entry, at: bytes.count)
      bytes += [0x50, 0x4B, 3, 4] + header(of: entry) + Array(entry.name.utf8) + entry.packed
    }
    for name in names {
      guard var entry = entries.first else { break }
      entry.name = name
      directory += listing(of: entry, at: 0)
    }
    let count = UInt16(entries.count + names.count)
    let end =
      [0x50, 0x4B, 5, 6] + word(0) + word(0) + word(count) + word(count)
      + long(UInt32(directory.count)) + long(UInt32(bytes.count)) + word(UInt16(comment.count))
    return bytes + directory + end + comment
  }

  /// What the entry itself and the list of contents say alike.
  private static func header(of entry: Entry) -> [UInt8] {
    word(20) + word(entry.flags) + word(entry.method) + word(0) + word(0x21) + long(entry.crc)
      + long(UInt32(entry.packed.count)) + long(entry.byteCount)
      + word(UInt16(entry.name.utf8.count)) + word(0)
  }

  private static func listing(of entry: Entry, at offset: Int) -> [UInt8] {
    [0x50, 0x4B, 1, 2] + word(20) + header(of: entry) + word(0) + word(0) + word(0) + long(0)
      + long(UInt32(offset)) + Array(entry.name.utf8)
  }

  static func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  static func long(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8((value >> (8 * $0)) & 0xFF) }
  }

  private static let crcTable: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
  }
}
