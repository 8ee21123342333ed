import Glibc

/// A counting semaphore. `@unchecked Sendable` because a POSIX semaphore may be used by any thread.
public final class Semaphore: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  /// `count` calls of `wait` return before any `signal`.
  public init(count: UInt32 = 0) { sem_init(semaphore, 0, count) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Lets one call of `wait` return.
  public func signal() { sem_post(semaphore) }

  /// Blocks the calling thread until it may go on; call it only on a thread that may block.
  public func wait() { while sem_wait(semaphore) != 0 {} }
}
