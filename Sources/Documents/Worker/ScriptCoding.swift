import CLinux
import Glibc

/// Thrown for a script that this version does not understand.
struct ScriptMalformed: Error {}

/// Writes a script: numbers as 8 bytes, little-endian, and text preceded by its length.
///
/// The bytes go to the file in pieces, so a document may exceed memory.
struct ScriptWriter {
  private static let pieceBytes = 64 * 1024
  private let file: ScratchFile
  private var bytes: [UInt8] = []

  init(_ file: ScratchFile) { self.file = file }

  mutating func append(_ number: Int) {
    var value = UInt64(bitPattern: Int64(number)).littleEndian
    withUnsafeBytes(of: &value) { bytes += $0 }
  }

  mutating func append(_ length: Double) { append(Int(bitPattern: UInt(length.bitPattern))) }
  mutating func append(_ claim: Bool) { append(claim ? 1 : 0) }

  mutating func append(_ text: String) {
    append(text.utf8.count)
    bytes += text.utf8
  }

  mutating func append<Element>(
    _ list: [Element], _ write: (inout ScriptWriter, Element) -> Void
  ) {
    append(list.count)
    for element in list { write(&self, element) }
  }

  /// Writes the collected bytes to the file if there are enough of them, or if `always` is true.
  mutating func flush(always: Bool = false) throws(DocumentError) {
    guard always || bytes.count >= Self.pieceBytes else { return }
    let file = file
    let result = bytes.withUnsafeBytes { raw -> Result<Void, DocumentError> in
      do throws(DocumentError) { return .success(try file.append(raw)) } catch {
        return .failure(error)
      }
    }
    try result.get()
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Reads a script that a ``ScriptWriter`` wrote, from an open file, piece by piece.
struct ScriptReader {
  private static let pieceBytes = 64 * 1024
  /// The greatest length of a text or list; longer ones are invalid.
  private static let maxCount = 8 * 1024 * 1024

  private let descriptor: Int32
  private var offset = 0
  private var piece: [UInt8] = []
  private var position = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func number() throws(ScriptMalformed) -> Int {
    try need(8)
    var value: UInt64 = 0
    for shift in 0..<8 { value |= UInt64(piece[position + shift]) << UInt64(8 * shift) }
    position += 8
    return Int(truncatingIfNeeded: value)
  }

  mutating func length() throws(ScriptMalformed) -> Double {
    Double(bitPattern: UInt64(UInt(bitPattern: try number())))
  }

  mutating func claim() throws(ScriptMalformed) -> Bool { try number() != 0 }

  mutating func text() throws(ScriptMalformed) -> String {
    let count = try count()
    try need(count)
    defer { position += count }
    return String(decoding: piece[position..<position + count], as: UTF8.self)
  }

  mutating func list<Element>(
    _ read: (inout ScriptReader) throws(ScriptMalformed) -> Element
  ) throws(ScriptMalformed) -> [Element] {
    var list: [Element] = []
    for _ in 0..<(try count()) { list.append(try read(&self)) }
    return list
  }

  private mutating func count() throws(ScriptMalformed) -> Int {
    let count = try number()
    guard (0...Self.maxCount).contains(count) else { throw ScriptMalformed() }
    return count
  }

  /// Makes sure that at least `count` bytes are in the current piece.
  private mutating func need(_ count: Int) throws(ScriptMalformed) {
    let rest = piece.count - position
    guard rest < count else { return }
    let wanted = max(Self.pieceBytes, count)
    var next = Array(piece[position...])
    let start = next.count
    next.append(contentsOf: repeatElement(0, count: wanted - start))
    var filled = start
    next.withUnsafeMutableBytes { raw in
      while filled < wanted, let base = raw.baseAddress {
        let got = pread(descriptor, base + filled, wanted - filled, offset + filled - start)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    offset += filled - start
    piece = Array(next[..<filled])
    position = 0
    guard filled >= count else { throw ScriptMalformed() }
  }
}
