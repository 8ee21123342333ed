import Threads

/// Counts attempts per key in windows of time, and says when there are too many.
///
/// A key's window begins with its first attempt. Memory is bounded: with more than `maxKeys` keys,
/// the windows that have ended are dropped first, then the oldest.
public final class RateLimiter: Sendable {
  private struct Window {
    var startedAt: Int64
    var count: Int
  }

  public let maxAttempts: Int
  public let windowSeconds: Int
  public let maxKeys: Int
  private let windows = Lock<[String: Window]>([:])

  public init(maxAttempts: Int, windowSeconds: Int, maxKeys: Int = 20_000) {
    self.maxAttempts = maxAttempts
    self.windowSeconds = windowSeconds
    self.maxKeys = maxKeys
  }

  /// Counts an attempt at `now` (milliseconds since 1970). Returns `nil` if it is allowed,
  /// otherwise the seconds until the next one is; a refused attempt does not count.
  public func take(_ key: String, now: Int64) -> Int? {
    windows.withLock { windows in
      if var window = windows[key], !hasEnded(window, now: now) {
        guard window.count < maxAttempts else {
          return Int((remaining(window, now: now) + 999) / 1000)
        }
        window.count += 1
        windows[key] = window
      } else {
        if windows[key] == nil, windows.count >= maxKeys { makeRoom(in: &windows, now: now) }
        windows[key] = Window(startedAt: now, count: 1)
      }
      return nil
    }
  }

  /// Takes back one attempt that should not count.
  public func giveBack(_ key: String) {
    windows.withLock { windows in
      guard let count = windows[key]?.count else { return }
      if count > 1 { windows[key]?.count = count - 1 } else { windows[key] = nil }
    }
  }

  /// Forgets the attempts of a key.
  public func forget(_ key: String) { windows.withLock { $0[key] = nil } }

  /// The number of keys stored now.
  package var keyCount: Int { windows.withLock { $0.count } }

  private func remaining(_ window: Window, now: Int64) -> Int64 {
    window.startedAt + Int64(windowSeconds) * 1000 - now
  }

  /// Whether a window is over. A clock that was set back ends it, so that nobody is locked out for
  /// longer than one window.
  private func hasEnded(_ window: Window, now: Int64) -> Bool {
    now < window.startedAt || remaining(window, now: now) <= 0
  }

  /// Removes an eighth of the keys at once, so that a flood of keys does not cause a sort for each.
  private func makeRoom(in windows: inout [String: Window], now: Int64) {
    windows = windows.filter { !hasEnded($0.value, now: now) }
    guard windows.count >= maxKeys else { return }
    let oldest = windows.sorted { $0.value.startedAt < $1.value.startedAt }
    for (key, _) in oldest.prefix(max(1, maxKeys / 8)) { windows[key] = nil }
  }
}
