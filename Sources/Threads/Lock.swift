import Glibc

/// A mutual-exclusion lock around a value: a pthread mutex and the state in one allocation.
///
/// `Synchronization.Mutex` is not used because ThreadSanitizer reports false races for it on Linux.
/// `@unchecked Sendable` because the state is only ever reached while the mutex is held.
public final class Lock<State>: @unchecked Sendable {
  private final class Storage: ManagedBuffer<State, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
  }

  private let buffer: ManagedBuffer<State, pthread_mutex_t>

  public init(_ initial: State) {
    buffer = Storage.create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { mutex in
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
      }
      return initial
    }
  }

  /// Runs `body` with exclusive access. Not reentrant: calling `withLock` inside `body` deadlocks.
  @inline(__always)
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try buffer.withUnsafeMutablePointers { state, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }

  /// Runs `body` if the lock is free; returns `nil` at once if it is held.
  public func withLockIfFree<Result>(_ body: (inout State) throws -> Result) rethrows -> Result? {
    try buffer.withUnsafeMutablePointers { state, mutex in
      guard pthread_mutex_trylock(mutex) == 0 else { return nil }
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}
