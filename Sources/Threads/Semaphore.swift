import Glibc

/// A counting semaphore. `@unchecked Sendable` because a POSIX semaphore may be used by any thread.
public final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// `count` threads get past `wait` before somebody signals.
  public init(count: UInt32 = 0) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Lets one thread past `wait`.
  public func signal() { sem_post(semaphore) }

  /// Waits on the calling thread, which must be one that may block.
  public func wait() { while sem_wait(semaphore) != 0 {} }
}
