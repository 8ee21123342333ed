import CMicroHTTPD

/// A connection of the C library.
///
/// `@unchecked Sendable` because the library allows suspending and resuming from any thread; no
/// other call is made through it off the connection's own thread.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes the connection out of its event loop. Only on the loop's own thread, and under the lock
  /// that the one who resumes takes, so that resuming cannot come first.
  func suspend() { MHD_suspend_connection(pointer) }

  func resume() { MHD_resume_connection(pointer) }
}

/// Something a connection waits for while it is suspended: a handler or a stream.
///
/// The C library aborts the process when it is stopped with a suspended connection, and does not
/// notice a client that leaves one; both are told to whoever suspended it.
protocol Parkable: AnyObject, Sendable {
  /// The server stops: resume now and never suspend again.
  func abandon()
  /// The client has closed its end.
  func hangUp()
}

/// What a body callback returns instead of a number of bytes.
enum PullResult {
  /// MHD_CONTENT_READER_END_OF_STREAM
  static let ended = -1
  /// MHD_CONTENT_READER_END_WITH_ERROR: the connection is cut.
  static let failed = -2
}
