/// A point in hybrid logical time: 48 bits of milliseconds since 1970 and a 16-bit counter.
public struct HybridTime: Hashable, Comparable, Sendable {
  /// Milliseconds in the upper 48 bits, the counter in the lower 16.
  public let bits: Int64

  public init(bits: Int64) { self.bits = bits }

  public init(milliseconds: Int64, counter: Int64 = 0) {
    bits = (min(max(milliseconds, 0), Self.maxMilliseconds) << 16) | (counter & 0xffff)
  }

  /// The latest time in milliseconds since 1970; later times are clamped to it.
  public static let maxMilliseconds: Int64 = (1 << 47) - 1
  /// Before everything.
  public static let zero = HybridTime(bits: 0)

  public var milliseconds: Int64 { bits >> 16 }
  public var counter: Int64 { bits & 0xffff }

  /// The next time after this one; the counter carries over into the milliseconds. The last time is
  /// its own successor.
  public var next: HybridTime { HybridTime(bits: bits == .max ? bits : bits + 1) }

  public static func < (left: HybridTime, right: HybridTime) -> Bool { left.bits < right.bits }
}

/// When and by which change set a register was written.
///
/// Totally ordered: two different change sets never have equal stamps. Of two change sets of one
/// replica, the later has the greater stamp, even when the hub has clamped both to the same time.
public struct Stamp: Hashable, Comparable, Sendable {
  public let time: HybridTime
  public let changeSet: ChangeSetID

  public init(time: HybridTime, changeSet: ChangeSetID) {
    self.time = time
    self.changeSet = changeSet
  }

  public static func < (left: Stamp, right: Stamp) -> Bool {
    if isPlanted(.clampDropsNumber), left.time == right.time {
      return left.changeSet.replica < right.changeSet.replica
    }
    return left.time == right.time ? left.changeSet < right.changeSet : left.time < right.time
  }
}

/// A hybrid logical clock: never goes back, and each tick is later than every time it has seen.
public struct HybridClock: Sendable {
  /// How far a client's clock may run ahead of the hub's before the hub clamps it.
  public static let maxAheadMilliseconds: Int64 = 5 * 60 * 1000

  /// The greatest time that was stamped or seen.
  public private(set) var last: HybridTime

  public init(last: HybridTime = .zero) { self.last = last }

  /// The next time to stamp with, given the wall clock.
  public mutating func tick(wallMilliseconds: Int64) -> HybridTime {
    last = max(last.next, HybridTime(milliseconds: wallMilliseconds))
    return last
  }

  /// Takes note of a time that somebody else has stamped with, so that the next tick is later.
  public mutating func observe(_ time: HybridTime) {
    if isPlanted(.clockIgnoresOthers) { return }
    last = max(last, time)
  }

  /// A client's time as the hub accepts it.
  ///
  /// At most `maxAheadMilliseconds` ahead of the hub's clock. Where the hub has already accepted a
  /// later time than that, because its wall clock was set back, the limit is just after `latest`: a
  /// client that has seen that time writes after it.
  ///
  /// Where clamping makes times equal, the change set's number decides, see `Stamp`.
  ///
  /// - Parameter latest: the greatest time that the hub has accepted.
  public static func clamp(
    _ time: HybridTime, nowMilliseconds: Int64, latest: HybridTime
  ) -> HybridTime {
    if isPlanted(.clockUnclamped) { return time }
    let limit = HybridTime(milliseconds: nowMilliseconds + maxAheadMilliseconds, counter: 0xffff)
    return min(time, latest > limit ? latest.next : limit)
  }
}
