import Glibc
import Threads

/// Posted by the signal handler. Global because a handler can carry nothing with it.
///
/// Never freed; made before the handler is set.
nonisolated(unsafe) private let stopRequests: UnsafeMutablePointer<sem_t> = {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  sem_init(semaphore, 0, 0)
  return semaphore
}()

/// Waits for SIGTERM and SIGINT, by which a server is stopped in order.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>

  /// From here on the signals do not end the process by themselves; a second one does.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    // Makes the semaphore: a handler must not.
    _ = stopRequests
    for number in [SIGTERM, SIGINT] { signal(number) { _ in sem_post(stopRequests) } }
    Thread.start {
      while sem_wait(stopRequests) != 0 {}
      continuation.yield()
      // Whoever asks twice does not want to wait.
      while sem_wait(stopRequests) != 0 {}
      _exit(1)
    }
  }

  /// Returns when the process is asked to stop.
  func wait() async {
    for await _ in stream { return }
  }
}
