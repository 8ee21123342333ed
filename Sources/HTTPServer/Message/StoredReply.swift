import CMicroHTTPD

/// An answer that stays the same: made once for the C library, and sent from then on as it is.
///
/// For what is small, public and asked for often. Its body lies in memory for as long as it lives.
/// `@unchecked Sendable` because the library counts who uses a reply, under a lock of its own, and
/// nothing changes it after it was made.
package final class StoredReply: @unchecked Sendable {
  package let response: HTTPResponse
  let pointer: OpaquePointer

  /// `nil` when the body is a file or a stream, or a header has a line break in it.
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

  /// Replies under way keep what they need.
  deinit { MHD_destroy_response(pointer) }
}
