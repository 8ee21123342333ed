import Glibc

/// Plain threads, for work that blocks for a long time and does not belong in a pool.
public enum Thread {
  /// Runs `body` on a new detached thread with 1 MiB of stack.
  public static func start(_ body: @escaping @Sendable () -> Void) {
    final class Box {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    let failed = pthread_create(
      &thread, &attributes,
      { raw in
        Unmanaged<Box>.fromOpaque(raw!).takeRetainedValue().body()
        return nil
      }, box)
    pthread_attr_destroy(&attributes)
    precondition(failed == 0, "no thread could be started")
  }
}
