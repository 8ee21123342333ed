import CMicroHTTPD

/// A response that never changes: prepared once for the C library and then sent as it is.
///
/// For responses that are small, public and frequent. The body stays in memory with this object.
/// `@unchecked Sendable` because nothing changes the response after it is made, and the library
/// counts its users under a lock of its own.
package final class StoredReply: @unchecked Sendable {
  package let response: HTTPResponse
  let pointer: OpaquePointer

  /// `nil` when the body is a file or a stream, or a header contains a line break.
  package init?(_ response: HTTPResponse) {
    let made: OpaquePointer?
    switch response.body {
    case .empty, .bytes, .asset: made = Reply.make(response.body)
    case .file, .stream, .events: made = nil
    }
    guard let made else { return nil }
    guard Reply.addHeaders(response.headers, to: made) else {
      MHD_destroy_response(made)
      return nil
    }
    self.response = response
    pointer = made
  }

  /// Responses being sent keep the library's object alive.
  deinit { MHD_destroy_response(pointer) }
}
