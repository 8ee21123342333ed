import SyncProtocol
import Synchronization

/// A wall clock that can be set wrong while the process runs.
final class Clock: Sendable {
  private let offsetMilliseconds: Atomic<Int64>

  init(offsetMilliseconds: Int64) { self.offsetMilliseconds = Atomic(offsetMilliseconds) }

  func set(offsetMilliseconds: Int64) {
    self.offsetMilliseconds.store(offsetMilliseconds, ordering: .relaxed)
  }

  /// What the libraries take as `now`.
  @Sendable
  func nowMilliseconds() -> Int64 {
    WallClock.nowMilliseconds() + offsetMilliseconds.load(ordering: .relaxed)
  }
}
