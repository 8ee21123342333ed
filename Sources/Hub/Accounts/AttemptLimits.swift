import Glibc

/// Limits how often a secret may be guessed: from one address, with one name, and in total.
public final class AttemptLimits: Sendable {
  /// Too many attempts were made; the next is possible after `retryAfterSeconds`.
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

  /// For passwords: the name is that of the account to sign in to. The limit per address is higher,
  /// because a whole household may share one.
  public static func signIn() -> AttemptLimits {
    AttemptLimits(perAddress: 30, perName: 10, total: 5000)
  }

  /// For the short codes of invites, which can be guessed: the name identifies the account that
  /// tries (D-INV-9). Only wrong codes count, see `succeeded`.
  public static func inviteCodes() -> AttemptLimits {
    AttemptLimits(perAddress: 15, perName: 10, total: 200)
  }

  /// Counts an attempt before it is made, so that simultaneous attempts count too.
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

  /// Notes that an attempt was not a guess.
  ///
  /// The name's earlier attempts are forgotten, but not those of the address: somebody with one
  /// account must not be able to guess others' secrets without end.
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

  /// The text that identifies an address: an IPv4 address, or the /64 network of an IPv6 address,
  /// all of which one host can use. Any other text stands for itself.
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
