import Threads

/// Counts attempts per key in windows of time and says when one is too many.
///
/// A key's window begins with its first attempt. Memory is bounded: past `maxKeys` the windows that
/// have ended go first, then the oldest.
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

  /// Counts an attempt at `now` (milliseconds since 1970). Returns `nil` when it may go on, else in
  /// how many seconds the next one may; a refused attempt is not counted.
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

  /// Takes back one attempt that turned out to be none.
  public func giveBack(_ key: String) {
    windows.withLock { windows in
      guard let count = windows[key]?.count else { return }
      if count > 1 { windows[key]?.count = count - 1 } else { windows[key] = nil }
    }
  }

  /// Forgets the attempts of a key.
  public func forget(_ key: String) { windows.withLock { $0[key] = nil } }

  /// Keys that are kept now.
  package var keyCount: Int { windows.withLock { $0.count } }

  private func remaining(_ window: Window, now: Int64) -> Int64 {
    window.startedAt + Int64(windowSeconds) * 1000 - now
  }

  /// A clock that was set back must not lock anyone out for longer than a window.
  private func hasEnded(_ window: Window, now: Int64) -> Bool {
    now < window.startedAt || remaining(window, now: now) <= 0
  }

  /// An eighth goes at once, so that a flood of keys is not sorted once per key.
  private func makeRoom(in windows: inout [String: Window], now: Int64) {
    windows = windows.filter { !hasEnded($0.value, now: now) }
    guard windows.count >= maxKeys else { return }
    let oldest = windows.sorted { $0.value.startedAt < $1.value.startedAt }
    for (key, _) in oldest.prefix(max(1, maxKeys / 8)) { windows[key] = nil }
  }
}
