/// A ZIP file whose entries are stored as they are: enough to stand for another program's export.
public enum StoredZip {
  /// The file's bytes, with the entries in their order.
  public static func bytes(_ entries: [(name: String, content: [UInt8])]) -> [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for (name, content) in entries {
      let common =
        word(20) + word(1 << 11) + word(0) + word(0) + word(0x21) + long(crc(content))
        + long(UInt32(content.count)) + long(UInt32(content.count))
        + word(UInt16(name.utf8.count)) + word(0)
      let offset = UInt32(body.count)
      body += long(0x0403_4b50) + common + Array(name.utf8) + content
      directory += long(0x0201_4b50) + word(20) + common + word(0) + word(0) + word(0) + long(0)
      directory += long(offset) + Array(name.utf8)
    }
    let count = word(UInt16(entries.count))
    return body + directory + long(0x0605_4b50) + word(0) + word(0) + count + count
      + long(UInt32(directory.count)) + long(UInt32(body.count)) + word(0)
  }

  private static func word(_ value: UInt16) -> [UInt8] {
    [UInt8(value & 0xff), UInt8(value >> 8)]
  }

  private static func long(_ value: UInt32) -> [UInt8] {
    word(UInt16(value & 0xffff)) + word(UInt16(value >> 16))
  }

  /// The checksum of ZIP and PNG: CRC-32.
  public static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xffff_ffff
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
