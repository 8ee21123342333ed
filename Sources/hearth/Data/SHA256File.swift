import CSodium
import Glibc

/// The SHA-256 of a file, read piece by piece.
enum SHA256File {
  private static let pieceBytes = 256 << 10

  static func hash(_ path: String) throws(CommandFailure) -> (sha256: String, byteCount: Int64) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Posix.failure(path) }
    defer { close(file) }
    var state = crypto_hash_sha256_state()
    crypto_hash_sha256_init(&state)
    var buffer = [UInt8](repeating: 0, count: pieceBytes)
    var byteCount: Int64 = 0
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw Posix.failure(path) }
      if count == 0 { break }
      crypto_hash_sha256_update(&state, buffer, UInt64(count))
      byteCount += Int64(count)
    }
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256_final(&state, &hash)
    let digits = Array("0123456789abcdef".utf8)
    let text = String(
      decoding: hash.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    return (text, byteCount)
  }
}

/// Formats numbers of bytes for people.
enum ByteText {
  static func text(_ bytes: Int64) -> String {
    var value = Double(bytes)
    for unit in ["bytes", "KiB", "MiB", "GiB"] {
      if value < 1024 || unit == "GiB" {
        let tenths = (value * 10).rounded() / 10
        return unit == "bytes" || tenths == tenths.rounded()
          ? "\(Int64(tenths)) \(unit)" : "\(tenths) \(unit)"
      }
      value /= 1024
    }
    return "\(bytes) bytes"
  }
}
