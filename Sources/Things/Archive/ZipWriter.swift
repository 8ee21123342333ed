import CSodium
import CZlib
import Household
import Values

/// Writes a ZIP archive from start to end, piece by piece, keeping only its list of contents in
/// memory.
///
/// Names are UTF-8. Photos and papers are compressed already, so they are stored, with their sizes
/// before them; texts are deflated, with their sizes after them. An archive above 4 GB or 65,535
/// entries becomes ZIP64.
package struct ZipWriter: Sendable {
  package typealias Sink = ([UInt8]) throws -> Void

  package enum Failure: Error, Equatable {
    /// An entry of 4 GB or more.
    case entryTooLarge(String)
  }

  private struct Entry: Sendable {
    let name: String
    let isDeflated: Bool
    let crc: UInt32
    let packedBytes: UInt64
    let byteCount: UInt64
    let offset: UInt64
  }

  /// The size of the archive so far, in bytes.
  package private(set) var byteCount: UInt64 = 0
  private var entries: [Entry] = []
  /// Date and time of every entry in the DOS format, in UTC.
  private let stamp: (day: UInt16, time: UInt16)

  /// - Parameter modifiedAt: the time of every entry, in milliseconds since 1970.
  package init(modifiedAt instant: Int64) {
    let modifiedAt = instant.clamped(to: TimeLimit.milliseconds)
    let (days, second) = (modifiedAt / 86_400_000, modifiedAt / 1000 % 86_400)
    let day = CalendarDay(daysSince1970: Int(days))
    stamp = (
      day: UInt16(truncatingIfNeeded: (max(1980, day.year) - 1980) << 9 | day.month << 5 | day.day),
      time: UInt16((second / 3600) << 11 | (second / 60 % 60) << 5 | (second % 60 / 2))
    )
  }

  /// Adds a text, which is deflated as `body` produces it.
  ///
  /// - Returns: the SHA-256 and size of the text before compression.
  package mutating func add(
    _ name: String, to sink: @escaping Sink, _ body: (@escaping Sink) throws -> Void
  ) throws -> (sha256: String, byteCount: Int) {
    let offset = byteCount
    try put(header(name, isDeflated: true, crc: 0, byteCount: 0), sink)
    let deflater = Deflater()
    var packed: UInt64 = 0
    func hand(_ bytes: [UInt8]) throws {
      guard !bytes.isEmpty else { return }
      packed += UInt64(bytes.count)
      try sink(bytes)
    }
    try body { try hand(deflater.deflate($0, isLast: false)) }
    try hand(deflater.deflate([], isLast: true))
    guard max(packed, deflater.byteCount) < 0xFFFF_FFFF else { throw Failure.entryTooLarge(name) }
    byteCount += packed
    var descriptor = Bytes()
    descriptor.put32(0x0807_4B50)
    descriptor.put32(deflater.crc)
    descriptor.put32(UInt32(packed))
    descriptor.put32(UInt32(deflater.byteCount))
    try put(descriptor.bytes, sink)
    entries.append(
      Entry(
        name: name, isDeflated: true, crc: deflater.crc, packedBytes: packed,
        byteCount: deflater.byteCount, offset: offset))
    return (deflater.hash.finish(), Int(deflater.byteCount))
  }

  /// Begins an entry that is stored uncompressed.
  ///
  /// The archive continues with the returned bytes and then exactly the entry's own. `byteCount`
  /// must be below 4 GB.
  package mutating func store(_ name: String, byteCount size: Int, crc: UInt32) -> [UInt8] {
    let head = header(name, isDeflated: false, crc: crc, byteCount: UInt32(size))
    entries.append(
      Entry(
        name: name, isDeflated: false, crc: crc, packedBytes: UInt64(size),
        byteCount: UInt64(size), offset: byteCount))
    byteCount += UInt64(head.count + size)
    return head
  }

  /// Writes the list of contents, which ends the archive.
  package mutating func finish(to sink: @escaping Sink) throws {
    let start = byteCount
    for entry in entries { try put(listing(entry), sink) }
    let size = byteCount - start
    let isLarge = entries.count >= 0xFFFF || byteCount >= 0xFFFF_FFFF
    var end = Bytes()
    if isLarge {
      let record = byteCount
      end.put32(0x0606_4B50)
      end.put64(44)
      end.put16(45)
      end.put16(45)
      end.put32(0)
      end.put32(0)
      end.put64(UInt64(entries.count))
      end.put64(UInt64(entries.count))
      end.put64(size)
      end.put64(start)
      end.put32(0x0706_4B50)
      end.put32(0)
      end.put64(record)
      end.put32(1)
    }
    end.put32(0x0605_4B50)
    end.put16(0)
    end.put16(0)
    end.put16(isLarge ? 0xFFFF : UInt16(entries.count))
    end.put16(isLarge ? 0xFFFF : UInt16(entries.count))
    end.put32(isLarge ? 0xFFFF_FFFF : UInt32(size))
    end.put32(isLarge ? 0xFFFF_FFFF : UInt32(start))
    end.put16(0)
    try put(end.bytes, sink)
  }

  private mutating func put(_ bytes: [UInt8], _ sink: Sink) throws {
    try sink(bytes)
    byteCount += UInt64(bytes.count)
  }

  /// UTF-8 names; for deflated entries, sizes and checksum follow the data.
  private static func flags(isDeflated: Bool) -> UInt16 { isDeflated ? 0x0808 : 0x0800 }

  private func header(
    _ name: String, isDeflated: Bool, crc: UInt32, byteCount: UInt32
  ) -> [UInt8] {
    var head = Bytes()
    head.put32(0x0403_4B50)
    head.put16(20)
    head.put16(Self.flags(isDeflated: isDeflated))
    head.put16(isDeflated ? 8 : 0)
    head.put16(stamp.time)
    head.put16(stamp.day)
    head.put32(crc)
    head.put32(byteCount)
    head.put32(byteCount)
    head.put16(UInt16(name.utf8.count))
    head.put16(0)
    return head.bytes + Array(name.utf8)
  }

  private func listing(_ entry: Entry) -> [UInt8] {
    let isFar = entry.offset >= 0xFFFF_FFFF
    var line = Bytes()
    line.put32(0x0201_4B50)
    // Made by Unix; a regular file that its owner can write and all can read.
    line.put16(3 << 8 | 45)
    line.put16(isFar ? 45 : 20)
    line.put16(Self.flags(isDeflated: entry.isDeflated))
    line.put16(entry.isDeflated ? 8 : 0)
    line.put16(stamp.time)
    line.put16(stamp.day)
    line.put32(entry.crc)
    line.put32(UInt32(entry.packedBytes))
    line.put32(UInt32(entry.byteCount))
    line.put16(UInt16(entry.name.utf8.count))
    line.put16(isFar ? 12 : 0)
    line.put16(0)
    line.put16(0)
    line.put16(0)
    line.put32(0o100644 << 16)
    line.put32(isFar ? 0xFFFF_FFFF : UInt32(entry.offset))
    var bytes = line.bytes + Array(entry.name.utf8)
    if isFar {
      var extra = Bytes()
      extra.put16(1)
      extra.put16(8)
      extra.put64(entry.offset)
      bytes += extra.bytes
    }
    return bytes
  }
}

/// Little-endian numbers.
private struct Bytes {
  private(set) var bytes: [UInt8] = []

  mutating func put16(_ value: UInt16) { put(UInt64(value), 2) }
  mutating func put32(_ value: UInt32) { put(UInt64(value), 4) }
  mutating func put64(_ value: UInt64) { put(value, 8) }

  private mutating func put(_ value: UInt64, _ count: UInt64) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
  }
}

/// Deflates one text, and computes its checksums on the way.
private final class Deflater {
  private static let pieceBytes = 64 << 10

  private(set) var byteCount: UInt64 = 0
  private(set) var crc: UInt32 = 0
  let hash = SHA256Sum()
  private var stream = z_stream()

  init() {
    // Fails only for lack of memory.
    precondition(hearth_deflate_init(&stream, 6) == Z_OK, "zlib could not be set up")
  }

  deinit { deflateEnd(&stream) }

  func deflate(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    hash.add(bytes)
    crc = ZipSum.crc32(bytes, after: crc)
    byteCount += UInt64(bytes.count)
    var result: [UInt8] = []
    var input = bytes
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var room: UInt32 = 0
      repeat {
        let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { output, count in
          stream.next_out = output.baseAddress
          stream.avail_out = UInt32(output.count)
          CZlib.deflate(&stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          room = stream.avail_out
          count = output.count - Int(room)
        }
        result += piece
      } while room == 0
    }
    return result
  }
}

/// The checksum that a ZIP has for each entry.
package enum ZipSum {
  package static func crc32(_ bytes: [UInt8], after sum: UInt32 = 0) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(CZlib.crc32(UInt(sum), $0.baseAddress, UInt32($0.count)))
    }
  }
}

/// A SHA-256 computed piece by piece, as 64 lower-case hexadecimal digits.
package final class SHA256Sum {
  private var state = crypto_hash_sha256_state()

  package init() { crypto_hash_sha256_init(&state) }

  package func add(_ bytes: [UInt8]) {
    crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  /// Returns the hash. Call it once, at the end.
  package func finish() -> String {
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256_final(&state, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
