import CSodium
import FoundationEssentials
import SyncProtocol
import Threads

/// Hashes passwords with argon2id, a few at a time: each hash takes 64 MiB while it runs.
///
/// A call blocks its thread until it may run, so the number of callers is limited by their thread
/// pool.
public final class PasswordHasher: Sendable {
  /// How much work a hash takes.
  public struct Cost: Equatable, Sendable {
    public var operations: UInt64
    public var memoryBytes: Int

    public init(operations: UInt64, memoryBytes: Int) {
      self.operations = operations
      self.memoryBytes = memoryBytes
    }

    /// libsodium's recommendation for interactive sign-in: about a tenth of a second.
    public static let interactive = Cost(operations: 2, memoryBytes: 64 << 20)
    /// The least possible cost, for tests, which hash often and protect nothing.
    package static let least = Cost(operations: 1, memoryBytes: 8192)
  }

  /// The most hashes that run at the same time.
  public static let maxConcurrent = 2

  private let cost: Cost
  private let running: Threads.Semaphore

  public init(cost: Cost = .interactive, maxConcurrent: Int = PasswordHasher.maxConcurrent) {
    Sodium.require()
    self.cost = cost
    running = Threads.Semaphore(count: UInt32(maxConcurrent))
  }

  /// libsodium's text form, which includes the cost and a new salt; `nil` if there is not enough
  /// memory.
  func hash(_ password: String) -> String? {
    limited {
      var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
      let bytes = Self.bytes(of: password)
      let code = crypto_pwhash_str(
        &text, bytes, UInt64(bytes.count), cost.operations, cost.memoryBytes)
      guard code == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Whether the password matches the hash, compared in constant time.
  func verify(_ password: String, against hash: String) -> Bool {
    limited {
      let bytes = Self.bytes(of: password)
      return crypto_pwhash_str_verify(hash, bytes, UInt64(bytes.count)) == 0
    }
  }

  /// Whether a hash was made with a cost other than the present one.
  func isOutdated(_ hash: String) -> Bool {
    crypto_pwhash_str_needs_rehash(hash, cost.operations, cost.memoryBytes) != 0
  }

  /// The bytes to hash, after composition: keyboards differ in whether an accented letter is one
  /// code point or two.
  private static func bytes(of password: String) -> [CChar] {
    UnicodeText.composed(password).utf8.map { CChar(bitPattern: $0) }
  }

  private func limited<Result>(_ body: () -> Result) -> Result {
    running.wait()
    defer { running.signal() }
    return body()
  }
}
