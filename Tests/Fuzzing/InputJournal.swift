import Glibc

/// A file that always holds the input that is being read: what ends the process is found there.
package final class InputJournal {
  package let path: String
  private let descriptor: Int32

  /// Thrown where the file cannot be written.
  package struct Failure: Error { let code: Int32 }

  package init(path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
  }

  deinit { close(descriptor) }

  /// Writes the decoder's name on the first line and the input behind it.
  package func note(_ subject: String, _ input: [UInt8]) {
    let bytes = Array(subject.utf8) + [UInt8(ascii: "\n")] + input
    let isWritten =
      pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
      && ftruncate(descriptor, off_t(bytes.count)) == 0
    precondition(isWritten, "the journal of inputs cannot be written")
  }
}

/// Milliseconds of a clock that only goes forward.
package func steadyMilliseconds() -> Double { milliseconds(CLOCK_MONOTONIC) }

/// Milliseconds that the calling thread has worked: what others do meanwhile does not count.
package func workMilliseconds() -> Double { milliseconds(CLOCK_THREAD_CPUTIME_ID) }

private func milliseconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}
