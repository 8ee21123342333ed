import Glibc

/// Slows down whoever guesses a secret, and nobody else for long.
///
/// Attempts are counted by who makes them: by the address together with the name, by the address
/// alone, and all together. Each wait grows with wrong attempts and ends by itself; nothing is
/// switched off. A device that has signed in with the name before is counted by itself alone, so
/// that others, even in the same house or behind the same proxy, cannot keep its person out.
public final class AttemptLimits: Sendable {
  /// Too many attempts were made; the next is possible after `retryAfterSeconds`.
  public struct TooManyAttempts: Error, Equatable, Sendable {
    public let retryAfterSeconds: Int

    package init(retryAfterSeconds: Int) { self.retryAfterSeconds = retryAfterSeconds }
  }

  /// Who may make how many attempts at what pace.
  public struct Paces: Sendable {
    /// From one address with one name; a device that is known; a name without an address.
    public var pair: AttemptPacer.Pace
    /// From one address with any names.
    public var address: AttemptPacer.Pace
    /// With one name from anywhere, devices that are known excepted.
    public var name: AttemptPacer.Pace
    /// All that nobody is named for, and all others, each.
    public var total: AttemptPacer.Pace

    public init(
      pair: AttemptPacer.Pace, address: AttemptPacer.Pace, name: AttemptPacer.Pace,
      total: AttemptPacer.Pace
    ) {
      self.pair = pair
      self.address = address
      self.name = name
      self.total = total
    }
  }

  private let pairs: AttemptPacer
  private let addresses: AttemptPacer
  private let names: AttemptPacer
  private let total: AttemptPacer

  public init(_ paces: Paces) {
    pairs = AttemptPacer(paces.pair)
    addresses = AttemptPacer(paces.address)
    names = AttemptPacer(paces.name)
    total = AttemptPacer(paces.total, maxKeys: 2)
  }

  private static let second: Int64 = 1000
  private static let minute = 60 * second
  private static let hour = 60 * minute

  /// For passwords: the name is that of the account to sign in to. An address has more attempts
  /// than a name, because a whole household may share it. A name that is tried from many addresses
  /// has one attempt every ten seconds for those who have not signed in before.
  public static func signIn() -> AttemptLimits {
    AttemptLimits(
      Paces(
        pair: .init(
          free: 5, firstWait: 5 * second, longestWait: 15 * minute, forgetAfter: 24 * hour),
        address: .init(
          free: 30, firstWait: 5 * second, longestWait: 15 * minute, forgetAfter: hour),
        name: .init(
          free: 50, firstWait: 10 * second, longestWait: 10 * second, forgetAfter: 15 * minute),
        // What hashing so many passwords costs is borne.
        total: .init(free: 5000, firstWait: 200, longestWait: 200, forgetAfter: 15 * minute)))
  }

  /// For the short codes of invites, which can be guessed: the name identifies the account that
  /// tries (D-INV-9). Only wrong codes count, see `succeeded`. Accounts and strangers have paces of
  /// their own, so that strangers who guess do not slow down those who have signed in.
  public static func inviteCodes() -> AttemptLimits {
    AttemptLimits(
      Paces(
        pair: .init(
          free: 10, firstWait: 30 * second, longestWait: 15 * minute, forgetAfter: 24 * hour),
        address: .init(
          free: 15, firstWait: 5 * second, longestWait: minute, forgetAfter: hour),
        name: .init(
          free: 10, firstWait: 30 * second, longestWait: 15 * minute, forgetAfter: 24 * hour),
        total: .init(
          free: 200, firstWait: 4 * second, longestWait: 4 * second, forgetAfter: 15 * minute)))
  }

  /// For the PINs of kiosks, which have four digits: the name identifies the person, the device a
  /// kiosk at which they have come in before. Who has guessed for an hour has tried some thirty of
  /// ten thousand, however many kiosks they have.
  public static func pins() -> AttemptLimits {
    AttemptLimits(
      Paces(
        pair: .init(
          free: 5, firstWait: 10 * second, longestWait: 5 * minute, forgetAfter: 24 * hour),
        address: .init(
          free: 5000, firstWait: 200, longestWait: 200, forgetAfter: 15 * minute),
        name: .init(
          free: 5, firstWait: 10 * second, longestWait: 5 * minute, forgetAfter: 24 * hour),
        total: .init(free: 5000, firstWait: 200, longestWait: 200, forgetAfter: 15 * minute)))
  }

  /// Counts an attempt before it is made, so that simultaneous attempts count too.
  ///
  /// - Parameter device: identifies a device that has signed in with this name before.
  public func begin(
    address: String?, name: String?, device: String? = nil, now: Int64
  ) throws(TooManyAttempts) {
    var taken: [(AttemptPacer, String)] = []
    for (pacer, key) in keys(address: address, name: name, device: device) {
      if let wait = pacer.take(key, now: now) {
        for (pacer, key) in taken { pacer.giveBack(key) }
        throw TooManyAttempts(retryAfterSeconds: Int((wait + 999) / 1000))
      }
      taken.append((pacer, key))
    }
  }

  /// Notes that an attempt was not a guess.
  ///
  /// What was tried with this name from this address is forgotten, but not the address's other
  /// attempts: somebody with one account must not be able to guess others' secrets without end.
  public func succeeded(address: String?, name: String?, device: String? = nil) {
    for (pacer, key) in keys(address: address, name: name, device: device) {
      if pacer === pairs { pacer.forget(key) } else { pacer.giveBack(key) }
    }
  }

  private func keys(
    address: String?, name: String?, device: String?
  ) -> [(AttemptPacer, String)] {
    if let device, let name { return [(pairs, "device \(device) \(name)")] }
    let network = address.map(Self.network)
    var keys: [(AttemptPacer, String)] = []
    if let name {
      keys.append((pairs, "\(network ?? "-") \(name)"))
      keys.append((names, name))
    }
    if let network { keys.append((addresses, name == nil ? network : "named \(network)")) }
    keys.append((total, name == nil ? "strangers" : "named"))
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
