import Glibc
import Threads

/// What Ctrl-C does to an import: the part that is being written is brought to its end, and it is
/// said what stands. A second one ends the process at once; what was written stands then, too.
final class Interruption: Sendable {
  /// Thrown in place of the next part.
  struct Requested: Error {}

  private struct State {
    var isRequested = false
    var isWriting = false
  }

  private let state = Lock(State())
  private let listening = Lock<Task<Void, Never>?>(nil)

  /// One that nothing sets off.
  init() {}

  deinit { listening.withLock { $0?.cancel() } }

  /// One that the signals SIGINT and SIGTERM of this process set off, told of on `terminal`.
  static func bySignals(_ terminal: Terminal) -> Interruption {
    let interruption = Interruption()
    let signals = StopSignals()
    let task = Task { [state = interruption.state] in
      await signals.wait()
      if Task.isCancelled { return }
      let isWriting = state.withLock { state in
        state.isRequested = true
        return state.isWriting
      }
      guard isWriting else {
        terminal.complain(
          "hearth: stopped; nothing was written yet. The same command begins again")
        _exit(ExitCode.failed.rawValue)
      }
      terminal.complain("Stopping after the part that is being written … (again: at once)")
    }
    interruption.listening.withLock { $0 = task }
    return interruption
  }

  /// Throws `Requested` where a part would begin after the import was asked to stop.
  func beginPart() throws(Requested) {
    let isRequested = state.withLock { state in
      if !state.isRequested { state.isWriting = true }
      return state.isRequested
    }
    if isRequested { throw Requested() }
  }
}
