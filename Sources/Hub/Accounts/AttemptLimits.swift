import Glibc

/// How often a secret may be guessed: from one address, for or by one name, and altogether.
public final class AttemptLimits: Sendable {
  /// Too many attempts were made; the next may be made after so many seconds.
  public struct TooManyAttempts: Error, Equatable, Sendable {
    public let retryAfterSeconds: Int
  }

  private let addresses: RateLimiter
  private let names: RateLimiter
  private let all: RateLimiter
  private static let everyone = ""

  public init(perAddress: Int, perName: Int, total: Int, windowSeconds: Int = 15 * 60) {
    addresses = RateLimiter(maxAttempts: perAddress, windowSeconds: windowSeconds)
    names = RateLimiter(maxAttempts: perName, windowSeconds: windowSeconds)
    all = RateLimiter(maxAttempts: total, windowSeconds: windowSeconds, maxKeys: 1)
  }

  /// For passwords: the name is that of the account signed in to. A whole household may sit behind
  /// one address, so there it is more.
  public static func signIn() -> AttemptLimits {
    AttemptLimits(perAddress: 30, perName: 10, total: 5000)
  }

  /// For the short codes of invites, which can be guessed: the name is that of the account that
  /// tries (D-INV-9). Only codes that were wrong count, see `succeeded`.
  public static func inviteCodes() -> AttemptLimits {
    AttemptLimits(perAddress: 15, perName: 10, total: 200)
  }

  /// Counts an attempt, before it is made: attempts at the same time count as well.
  public func begin(
    address: String?, name: String?, now: Int64
  ) throws(TooManyAttempts) {
    var taken: [(RateLimiter, String)] = []
    for (limiter, key) in keys(address: address, name: name) {
      if let seconds = limiter.take(key, now: now) {
        for (limiter, key) in taken { limiter.giveBack(key) }
        throw TooManyAttempts(retryAfterSeconds: seconds)
      }
      taken.append((limiter, key))
    }
  }

  /// Says that an attempt was no guess. Earlier ones of the name are forgotten, of the address not:
  /// who has one account must not be able to guess at others without end.
  public func succeeded(address: String?, name: String?) {
    if let name { names.forget(name) }
    for (limiter, key) in keys(address: address, name: nil) { limiter.giveBack(key) }
  }

  private func keys(address: String?, name: String?) -> [(RateLimiter, String)] {
    var keys: [(RateLimiter, String)] = []
    if let address { keys.append((addresses, Self.network(of: address))) }
    if let name { keys.append((names, name)) }
    keys.append((all, Self.everyone))
    return keys
  }

  /// What counts as one address: an IPv4 address, or the /64 network that one IPv6 host can use all
  /// of. Anything else counts as it is written.
  static func network(of address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return String(address.prefix(64)) }
    let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    if Array(bytes[..<12]) == mapped {
      return bytes[12...].map(String.init).joined(separator: ".")
    }
    return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
  }
}
