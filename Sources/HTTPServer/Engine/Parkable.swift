import CMicroHTTPD

/// A connection of the C library.
///
/// `@unchecked Sendable` because the library allows suspending and resuming from any thread; no
/// other call is made through it off the connection's own thread.
struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Takes the connection out of its event loop. Call it only on the loop's own thread, and under
  /// the lock that `resume` is called under, so that resuming cannot come first.
  func suspend() { MHD_suspend_connection(pointer) }

  func resume() { MHD_resume_connection(pointer) }
}

/// Something a connection waits for while it is suspended: a handler or a stream.
///
/// The C library aborts the process when it stops while a connection is suspended, and does not
/// notice that the client of one has left. So the server reports both events to this object.
protocol Parkable: AnyObject, Sendable {
  /// The server is stopping: resume now and never suspend again.
  func abandon()
  /// The client has closed its side of the connection.
  func hangUp()
}

/// Special results of a body callback, in place of a number of bytes.
enum PullResult {
  /// MHD_CONTENT_READER_END_OF_STREAM
  static let ended = -1
  /// MHD_CONTENT_READER_END_WITH_ERROR: the connection is cut.
  static let failed = -2
}
