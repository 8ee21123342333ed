import Threads

/// Lets each key make a few attempts at once, and each further one after a wait that doubles until
/// it is as long as it may become.
///
/// No key is ever shut out: after its wait it has one attempt. What a key did is forgotten some time
/// after its last attempt. Memory is bounded: with more than `maxKeys` keys, those that were silent
/// longest are dropped first.
public final class AttemptPacer: Sendable {
  /// How attempts are spaced. Waits and the time to forget in milliseconds.
  public struct Pace: Equatable, Sendable {
    /// Attempts without a wait.
    public var free: Int
    public var firstWait: Int64
    public var longestWait: Int64
    public var forgetAfter: Int64

    public init(free: Int, firstWait: Int64, longestWait: Int64, forgetAfter: Int64) {
      precondition(free > 0 && firstWait > 0 && longestWait >= firstWait, "waits grow")
      precondition(forgetAfter >= longestWait, "what is waited for is not forgotten meanwhile")
      self.free = free
      self.firstWait = firstWait
      self.longestWait = longestWait
      self.forgetAfter = forgetAfter
    }

    /// The wait before the next attempt of somebody who has made so many.
    func wait(after count: Int) -> Int64 {
      guard count >= free else { return 0 }
      let doublings = min(count - free, 40)
      let (product, hasOverflowed) = firstWait.multipliedReportingOverflow(by: 1 << doublings)
      return hasOverflowed ? longestWait : min(product, longestWait)
    }
  }

  private struct Past {
    var count: Int
    var lastAt: Int64
  }

  public let pace: Pace
  public let maxKeys: Int
  private let pasts = Lock<[String: Past]>([:])

  public init(_ pace: Pace, maxKeys: Int = 20_000) {
    self.pace = pace
    self.maxKeys = maxKeys
  }

  /// Counts an attempt at `now` (milliseconds since 1970). Returns `nil` if it is allowed, otherwise
  /// the milliseconds until the next one is; a refused attempt does not count.
  public func take(_ key: String, now: Int64) -> Int64? {
    pasts.withLock { pasts in
      guard var past = pasts[key], !isForgotten(past, now: now) else {
        if pasts[key] == nil, pasts.count >= maxKeys { makeRoom(in: &pasts, now: now) }
        pasts[key] = Past(count: 1, lastAt: now)
        return nil
      }
      let left = pace.wait(after: past.count) - elapsed(since: past.lastAt, now: now)
      guard left <= 0 else {
        past.lastAt = min(past.lastAt, now)
        pasts[key] = past
        return left
      }
      past.count = min(past.count, Int.max - 1) + 1
      past.lastAt = now
      pasts[key] = past
      return nil
    }
  }

  /// Takes back one attempt that should not count.
  public func giveBack(_ key: String) {
    pasts.withLock { pasts in
      guard let count = pasts[key]?.count else { return }
      if count > 1 { pasts[key]?.count = count - 1 } else { pasts[key] = nil }
    }
  }

  /// Forgets the attempts of a key.
  public func forget(_ key: String) { pasts.withLock { $0[key] = nil } }

  /// The number of keys stored now.
  package var keyCount: Int { pasts.withLock { $0.count } }

  /// None with a clock that was set back: no wait becomes longer than it was.
  private func elapsed(since past: Int64, now: Int64) -> Int64 {
    guard now > past else { return 0 }
    let (elapsed, hasOverflowed) = now.subtractingReportingOverflow(past)
    return hasOverflowed ? .max : elapsed
  }

  private func isForgotten(_ past: Past, now: Int64) -> Bool {
    elapsed(since: past.lastAt, now: now) >= pace.forgetAfter
  }

  /// Removes an eighth of the keys at once, so that a flood of keys does not cause a sort for each.
  private func makeRoom(in pasts: inout [String: Past], now: Int64) {
    pasts = pasts.filter { !isForgotten($0.value, now: now) }
    guard pasts.count >= maxKeys else { return }
    let silent = pasts.sorted { $0.value.lastAt < $1.value.lastAt }
    for (key, _) in silent.prefix(max(1, maxKeys / 8)) { pasts[key] = nil }
  }
}
