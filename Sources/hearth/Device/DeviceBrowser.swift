import Blobs
import Web

/// A browser that was let into a device's app, as stored in the device's folder. Only the browser
/// itself has the token.
struct DeviceBrowser: Equatable, Sendable {
  /// SHA-256 of the token; 128 random bits need no salt.
  let hash: String
  /// When the browser's admission ends, in milliseconds since 1970.
  let until: Int64

  init(token: String, now: Int64) {
    hash = Self.hash(of: token)
    until = now + Int64(WebApplication.sessionSeconds) * 1000
  }

  /// Reads one line of the file; `nil` if it is malformed.
  init?(line: Substring) {
    let parts = line.split(separator: " ")
    guard parts.count == 2, let hash = BlobHash(String(parts[0])), let until = Int64(parts[1])
    else { return nil }
    self.hash = hash.description
    self.until = until
  }

  var line: String { "\(hash) \(until)" }

  func isLetIn(at now: Int64) -> Bool { now < until }

  static func hash(of token: String) -> String {
    BlobHash(of: Array(token.utf8)).description
  }
}
