import Glibc
import Threads

/// Posted by the signal handler. Global, because a handler cannot capture anything.
///
/// Never freed; created before the handler is installed.
nonisolated(unsafe) private let stopRequests: UnsafeMutablePointer<sem_t> = {
  let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  sem_init(semaphore, 0, 0)
  return semaphore
}()

/// Waits for SIGTERM and SIGINT, which stop a server gracefully.
final class StopSignals: Sendable {
  private let stream: AsyncStream<Void>

  /// From now on the first signal does not end the process by itself; a second one does.
  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    self.stream = stream
    // Creates the semaphore now, because the handler must not.
    _ = stopRequests
    for number in [SIGTERM, SIGINT] { signal(number) { _ in sem_post(stopRequests) } }
    Thread.start {
      while sem_wait(stopRequests) != 0 {}
      continuation.yield()
      // A second request means that the person does not want to wait.
      while sem_wait(stopRequests) != 0 {}
      _exit(1)
    }
  }

  /// Returns when the process is asked to stop.
  func wait() async {
    for await _ in stream { return }
  }
}
