import CCurl
import Glibc
import Replica
import SyncProtocol
import Threads

/// One request to the hub.
struct HubCall: Sendable {
  var method: String
  /// The path below `/sync/v1/`, already percent-encoded.
  var path: String
  var body: [UInt8]?
  /// The largest response body that is accepted, in bytes.
  var maxReplyBytes: Int
  /// Further header lines.
  var headers: [String] = []
}

/// The hub's response to a call.
struct HubReply: Sendable {
  var status: Int
  var body: [UInt8]
  var retryAfterSeconds: Double?
  /// How many bytes of an unfinished upload the hub has.
  var uploadOffset: Int?
  /// The full size of a resource of which a range was requested, in bytes.
  var rangeTotal: Int?
  /// The response's `ETag`, including its quotes; `nil` if there was none.
  var entityTag: String?
}

/// How requests are sent.
struct CurlOptions: Sendable {
  var address: HubAddress
  var token: String?
  /// The path of a private certificate authority's certificate, PEM; `nil` for none but the
  /// system's authorities.
  var certificateFile: String?
  var connectSeconds = 10
  /// A transfer that makes no progress for this long is abandoned.
  var stallSeconds = 60
  /// The protocol version that the hub is told.
  var protocolVersion = ProtocolVersion.current
}

/// One libcurl handle with its connection, which stays open between requests. Only one thread at a
/// time may use it.
final class CurlHandle {
  /// The state that libcurl's callbacks work on.
  final class Transfer {
    var status = 0
    var body: [UInt8] = []
    var maxBytes = 0
    var isTooLarge = false
    var headers = ReplyHeaders()
    /// Receives the response body in place of `body`; returning `false` ends the transfer.
    var onData: ((UnsafeRawBufferPointer) -> Bool)?
    var isCancelled: () -> Bool = { false }
  }

  static let isLibraryReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  let curl: UnsafeMutableRawPointer
  private let options: CurlOptions

  init(_ options: CurlOptions) {
    precondition(Self.isLibraryReady, "libcurl could not be set up")
    guard let curl = curl_easy_init() else { preconditionFailure("no memory for libcurl") }
    self.curl = curl
    self.options = options
  }

  deinit { curl_easy_cleanup(curl) }

  /// Sends a request and waits for the whole response. Blocks.
  func perform(
    _ call: HubCall, isCancelled: @escaping () -> Bool
  ) throws(TransportError) -> HubReply {
    let transfer = Transfer()
    transfer.maxBytes = call.maxReplyBytes
    transfer.isCancelled = isCancelled
    let headers = prepare(call, transfer)
    defer { curl_slist_free_all(headers) }
    let code = withBody(call.body) { curl_easy_perform(curl) }
    if transfer.isTooLarge {
      throw .protocolError("an answer larger than \(call.maxReplyBytes) bytes")
    }
    if code != CURLE_OK { throw failure(code) }
    readStatus(into: transfer)
    return HubReply(
      status: transfer.status, body: transfer.body,
      retryAfterSeconds: transfer.headers.retryAfterSeconds,
      uploadOffset: transfer.headers.uploadOffset, rangeTotal: transfer.headers.rangeTotal,
      entityTag: transfer.headers.entityTag)
  }

  private func withBody<Result>(_ body: [UInt8]?, _ send: () -> Result) -> Result {
    guard let body else { return send() }
    return body.withUnsafeBytes { bytes in
      hearth_curl_set_offset(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      // Not copied: the bytes stay in place until `send` returns.
      let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
      if let start {
        hearth_curl_set_pointer(curl, CURLOPT_POSTFIELDS, start)
      } else {
        hearth_curl_set_string(curl, CURLOPT_POSTFIELDS, "")
      }
      return send()
    }
  }

  /// Sets all options except the body. The returned list must live until the transfer is over.
  func prepare(
    _ call: HubCall, _ transfer: Transfer
  ) -> UnsafeMutablePointer<curl_slist>? {
    curl_easy_reset(curl)
    hearth_curl_set_string(curl, CURLOPT_URL, "\(options.address)/sync/v1/\(call.path)")
    if call.body != nil { hearth_curl_set_long(curl, CURLOPT_POST, 1) }
    hearth_curl_set_string(curl, CURLOPT_CUSTOMREQUEST, call.method)
    hearth_curl_set_string(curl, CURLOPT_PROTOCOLS_STR, "http,https")
    // No redirects: the token must go to the hub and nowhere else.
    hearth_curl_set_long(curl, CURLOPT_FOLLOWLOCATION, 0)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYPEER, 1)
    hearth_curl_set_long(curl, CURLOPT_SSL_VERIFYHOST, 2)
    if let file = options.certificateFile {
      hearth_curl_set_string(curl, CURLOPT_CAINFO, file)
    }
    hearth_curl_set_long(curl, CURLOPT_NOSIGNAL, 1)
    hearth_curl_set_long(curl, CURLOPT_TCP_NODELAY, 1)
    hearth_curl_set_long(curl, CURLOPT_CONNECTTIMEOUT, options.connectSeconds)
    hearth_curl_set_long(curl, CURLOPT_LOW_SPEED_LIMIT, 1)
    hearth_curl_set_long(curl, CURLOPT_LOW_SPEED_TIME, options.stallSeconds)
    setCallbacks(transfer)
    var headers = curl_slist_append(nil, "Content-Type: application/json")
    headers = curl_slist_append(headers, "Accept: application/json, text/event-stream")
    headers = curl_slist_append(
      headers, "\(ProtocolVersion.header): \(options.protocolVersion)")
    // Without this a large body waits a second for `100 Continue`.
    headers = curl_slist_append(headers, "Expect:")
    if let token = options.token {
      headers = curl_slist_append(headers, "Authorization: Bearer \(token)")
    }
    for line in call.headers { headers = curl_slist_append(headers, line) }
    hearth_curl_set_list(curl, CURLOPT_HTTPHEADER, headers)
    return headers
  }

  private func setCallbacks(_ transfer: Transfer) {
    let context = Unmanaged.passUnretained(transfer).toOpaque()
    hearth_curl_set_data(curl, CURLOPT_WRITEFUNCTION, Self.takeBody)
    hearth_curl_set_pointer(curl, CURLOPT_WRITEDATA, context)
    hearth_curl_set_data(curl, CURLOPT_HEADERFUNCTION, Self.takeHeader)
    hearth_curl_set_pointer(curl, CURLOPT_HEADERDATA, context)
    hearth_curl_set_progress(curl) { context, _, _, _, _ in
      guard let context else { return 1 }
      return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isCancelled() ? 1 : 0
    }
    hearth_curl_set_pointer(curl, CURLOPT_XFERINFODATA, context)
    hearth_curl_set_long(curl, CURLOPT_NOPROGRESS, 0)
  }

  private static let takeBody: hearth_curl_data = { data, size, count, context in
    guard let data, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    if let onData = transfer.onData { return onData(bytes) ? bytes.count : 0 }
    guard transfer.body.count + bytes.count <= transfer.maxBytes else {
      transfer.isTooLarge = true
      return 0
    }
    transfer.body.append(contentsOf: bytes)
    return bytes.count
  }

  private static let takeHeader: hearth_curl_data = { data, size, count, context in
    guard let data, let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    transfer.headers.take(bytes)
    return bytes.count
  }

  func readStatus(into transfer: Transfer) {
    var status = 0
    hearth_curl_get_long(curl, CURLINFO_RESPONSE_CODE, &status)
    transfer.status = status
  }

  /// The error for a libcurl code, with a reason in words for the person.
  func failure(_ code: CURLcode) -> TransportError {
    let cause = String(cString: curl_easy_strerror(code))
    var sentBytes = 0
    hearth_curl_get_long(curl, CURLINFO_REQUEST_SIZE, &sentBytes)
    // If a kept-open connection ends without a response, libcurl reconnects and sends the request
    // again. So even a failure to connect may come after the request was sent once.
    if sentBytes > 0 {
      return .interrupted(reason: "connection to \(options.address) failed: \(cause)")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT:
      return .unreachable(reason: "hub not reachable at \(options.address): \(cause)")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM:
      return .unreachable(reason: "certificate of \(options.address) not trusted: \(cause)")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT:
      return .unreachable(reason: "not an address of a hub: \(options.address)")
    default:
      return .unreachable(reason: "connection to \(options.address) failed: \(cause)")
    }
  }
}
