import Glibc
import Threads

/// Handles Ctrl-C during an import: the current part is completed, and the command reports what was
/// written. A second Ctrl-C ends the process at once; completed parts stay written.
final class Interruption: Sendable {
  /// Thrown instead of beginning the next part.
  struct Requested: Error {}

  private struct State {
    var isRequested = false
    var isWriting = false
  }

  private let state = Lock(State())
  private let listening = Lock<Task<Void, Never>?>(nil)

  /// An interruption that nothing triggers.
  init() {}

  deinit { listening.withLock { $0?.cancel() } }

  /// An interruption triggered by SIGINT and SIGTERM of this process, and reported on `terminal`.
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

  /// Throws `Requested` if the import was asked to stop; call it before each part.
  func beginPart() throws(Requested) {
    let isRequested = state.withLock { state in
      if !state.isRequested { state.isWriting = true }
      return state.isRequested
    }
    if isRequested { throw Requested() }
  }
}
