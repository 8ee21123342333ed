import CLinux
import Glibc
import Threads

/// Gives memory back to the system when large work has ended: an import, or the first load of a
/// device.
///
/// The C library keeps what is freed for whatever is allocated next. After an import of 50,000 rows
/// that is a gigabyte, which other programs on a small machine may need more.
struct MemoryTrimming: Sendable {
  private static let interval = Duration.seconds(5)

  /// Where it blocks, for some tenths of a second after large work.
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
        // There is work; the memory is in use.
        continue
      } catch {
        return
      }
    }
  }

  /// Of all threads since the process began.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Decides when memory is given back: after work, once it is quiet again.
package struct TrimmingPace {
  /// Less processor time than this frees little.
  private static let workSeconds = 1.0
  /// Between two looks; with less it is quiet.
  private static let quietSeconds = 0.25
  /// Looks after which it is done although it is not quiet.
  package static let maxWaitedLooks = 12

  private var secondsBefore = 0.0
  private var secondsWhenDone = 0.0
  private var waitedLooks = 0

  package init() {}

  /// To be asked at even intervals, with the processor time that the process has used in all.
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
