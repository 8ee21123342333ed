import CSodium
import FoundationEssentials
import Glibc

/// The key that ids are hashed with, and the people who do not want to be counted.
///
/// It is a small file of its own beside the events. Without it the events reveal nothing about
/// anybody, and losing the events never loses a person's “no”.
package struct UsageSettings: Equatable, Sendable {
  package enum Failure: Error, Equatable {
    /// No version of this program wrote the file. Nothing is counted until it is repaired or
    /// removed, because the people in it would have to be guessed.
    case damaged(path: String)
    case storage(path: String, code: Int32)
  }

  private static let header = "hearth analytics 1"
  private static let keyBytes = 32
  private static let hashBytes = 16
  /// Room for a hundred thousand people.
  private static let maxBytes = 4 << 20

  let key: [UInt8]
  /// Hashes of the people who are not counted.
  private(set) var uncounted: Set<String> = []

  /// New settings, with a random key.
  init() {
    precondition(sodium_init() >= 0, "the system has no source of random numbers")
    var key = [UInt8](repeating: 0, count: Self.keyBytes)
    randombytes_buf(&key, key.count)
    self.key = key
  }

  /// Reads the file; `nil` if there is none.
  package init?(path: String) throws(Failure) {
    precondition(sodium_init() >= 0, "the system has no source of random numbers")
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .storage(path: path, code: errno)
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.maxBytes + 1)
    var size = 0
    while size < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress! + size, $0.count - size)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .storage(path: path, code: errno) }
      if count == 0 { break }
      size += count
    }
    let lines = String(decoding: bytes[..<size], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard size <= Self.maxBytes, lines.count >= 3, lines[0] == Self.header, lines.last == "",
      let key = Self.bytes(lines[1], after: "key "), key.count == Self.keyBytes
    else { throw .damaged(path: path) }
    self.key = key
    for line in lines[2...].dropLast() {
      guard let hash = Self.bytes(line, after: "off "), hash.count == Self.hashBytes else {
        throw .damaged(path: path)
      }
      uncounted.insert(Self.hex(hash))
    }
  }

  /// Writes the file atomically; it is on disk when this returns. Blocks.
  func write(to path: String) throws(Failure) {
    let lines =
      [Self.header, "key " + Self.hex(key)] + uncounted.sorted().map { "off " + $0 } + [""]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let partial = path + ".partial"
    unlink(partial)
    let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .storage(path: partial, code: errno) }
    let isWritten = Self.put(bytes, to: descriptor) && fsync(descriptor) == 0
    let code = errno
    close(descriptor)
    guard isWritten else {
      unlink(partial)
      throw .storage(path: partial, code: code)
    }
    guard rename(partial, path) == 0 else { throw .storage(path: path, code: errno) }
  }

  private static func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  mutating func setCounted(_ isCounted: Bool, person: String) {
    if isCounted { uncounted.remove(person) } else { uncounted.insert(person) }
  }

  // MARK: Hashes

  /// What an id belongs to. The same text hashes differently for each kind.
  package enum Kind: String { case person, home, device }

  /// The keyed hash of an id, as 32 hexadecimal digits: without the key nobody can tell whose it
  /// is.
  package func hash(_ kind: Kind, _ id: String) -> String {
    var hash = [UInt8](repeating: 0, count: Self.hashBytes)
    let text = Array("\(kind.rawValue):\(id)".utf8)
    crypto_generichash(&hash, hash.count, text, UInt64(text.count), key, key.count)
    return Self.hex(hash)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static func bytes(_ line: Substring, after prefix: String) -> [UInt8]? {
    guard line.hasPrefix(prefix) else { return nil }
    let digits = Array(line.utf8.dropFirst(prefix.utf8.count))
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}
