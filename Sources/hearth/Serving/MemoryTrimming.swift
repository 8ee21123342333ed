import CLinux
import Glibc
import Threads

/// Returns memory to the system after large work, such as an import or a device's first load.
///
/// The C library keeps freed memory for later allocations. After an import of 50,000 rows that is a
/// gigabyte, which other programs on a small machine may need.
struct MemoryTrimming: Sendable {
  private static let interval = Duration.seconds(5)

  /// The pool for the work, which blocks for some tenths of a second.
  let pool: ThreadPool

  /// Runs until its task is cancelled.
  func run() async {
    var pace = TrimmingPace()
    while true {
      do {
        try await Task.sleep(for: Self.interval)
        guard pace.isDue(processorSeconds: Self.processorSeconds()) else { continue }
        try await pool.run { hearth_return_memory() }
      } catch is ThreadPool.Busy {
        // The pool is busy, so the memory is in use.
        continue
      } catch {
        return
      }
    }
  }

  /// The processor time of all threads since the process began.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Decides when to return memory: after work, once the process is quiet again.
package struct TrimmingPace {
  /// The processor time below which work is too small to have freed much.
  private static let workSeconds = 1.0
  /// The processor time between two looks below which the process counts as quiet.
  private static let quietSeconds = 0.25
  /// How many looks to wait for quiet before returning memory anyway.
  package static let maxWaitedLooks = 12

  private var secondsBefore = 0.0
  private var secondsWhenDone = 0.0
  private var waitedLooks = 0

  package init() {}

  /// Whether memory is due to be returned. Call it at even intervals, with the process's total
  /// processor time.
  package mutating func isDue(processorSeconds now: Double) -> Bool {
    let recent = now - secondsBefore
    secondsBefore = now
    guard now - secondsWhenDone >= Self.workSeconds else { return false }
    waitedLooks += 1
    guard recent < Self.quietSeconds || waitedLooks >= Self.maxWaitedLooks else { return false }
    secondsWhenDone = now
    waitedLooks = 0
    return true
  }
}
