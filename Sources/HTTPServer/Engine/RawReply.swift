import Glibc

/// Responses written straight to a socket, for the moments when the C library accepts none.
enum RawReply {
  /// Sends status, headers and a short body, as far as the socket accepts them without waiting.
  static func send(_ response: HTTPResponse, to descriptor: Int32) {
    var body: [UInt8] = []
    if case .bytes(let bytes) = response.body { body = bytes }
    var text = "HTTP/1.1 \(response.status.rawValue) Refused\r\n"
    for field in response.headers.fields { text += "\(field.name): \(field.value)\r\n" }
    text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    let bytes = Array(text.utf8) + body
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    _ = Glibc.send(descriptor, bytes, bytes.count, flags)
  }

  /// Whether the peer still has its side open. Takes none of the bytes it sent.
  static func isOpen(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    let got = recv(descriptor, &byte, 1, flags)
    return got > 0 || (got < 0 && errno == EAGAIN)
  }
}
