/// Where the server listens, and its limits. The defaults suit a household's server.
package struct HTTPServerConfiguration: Sendable {
  /// A certificate chain and its key, both in PEM.
  package struct TLS: Sendable {
    package var certificate: String
    package var privateKey: String

    package init(certificate: String, privateKey: String) {
      self.certificate = certificate
      self.privateKey = privateKey
    }
  }

  package var address: ListenAddress
  package var tls: TLS?
  /// The number of event loop threads.
  package var threads = 2
  /// Fewer where the process may open too few files; see ``DescriptorLimit``.
  package var maxConnections = 16_384
  /// Connections per client address, where a reverse proxy counts as one address; 0 for no limit.
  package var maxConnectionsPerAddress = 0
  /// Open event streams; further ones are answered 503.
  package var maxEventStreams = 12_000
  /// Handlers running at the same time; further requests are answered 503.
  package var maxConcurrentRequests = 512
  /// The size of the request line and headers, in bytes; at most 24 KiB.
  package var maxHeaderBytes = 12 << 10
  package var maxHeaderFields = 64
  /// The size of the request target, in bytes.
  package var maxTargetBytes = 8 << 10
  /// Request bodies in memory over all connections, in bytes; beyond that, requests are answered
  /// 503.
  package var maxBufferedBytes = 128 << 20
  /// How long a connection may be idle between requests.
  package var idleSeconds = 60.0
  /// How long receiving a request's headers may take in total.
  package var headerSeconds = 15.0
  /// How long a body or a response may take, in addition to its size divided by
  /// `minBytesPerSecond`.
  package var transferSeconds = 30.0
  /// The lowest permitted rate of a body or a response, in bytes per second.
  package var minBytesPerSecond = 4096
  /// The time between the comments that keep event streams open.
  package var heartbeatSeconds = 25.0
  /// Decides, before a body is read, how to handle it.
  package var bodyPolicy: @Sendable (HTTPRequestHead) -> BodyPolicy = { _ in
    .buffer(maxBytes: 1 << 20)
  }
  /// A prepared response to a request without a body; `nil` leaves the request to the handler. Runs
  /// on the event loop's thread and must end within microseconds.
  package var storedReply: @Sendable (HTTPRequestHead) -> StoredReply? = { _ in nil }
  /// The response to requests that no handler sees: malformed or too large ones, and those refused
  /// for overload. The path is as received and may itself be the malformed part; `nil` where there
  /// is none.
  package var refusal: @Sendable (_ path: String?, HTTPStatus, _ reason: String) -> HTTPResponse = {
    .text($2 + "\n", status: $1)
  }

  /// Records the requests being answered, for examination after a crash; `nil` records nothing.
  package var underWay: RequestsUnderWay?

  package init(address: ListenAddress) { self.address = address }
}

/// Why a server could not start.
package enum HTTPServerError: Error, Equatable, Sendable {
  case addressInUse(ListenAddress)
  /// The host is unknown or not an address of this machine.
  case addressNotAvailable(ListenAddress)
  /// The process lacks the privilege that a port below 1024 needs.
  case permissionDenied(ListenAddress)
  /// The certificate or its key is unreadable, or they do not belong together.
  case badCertificate
  case alreadyStarted
  /// A system call failed, with its error number.
  case system(call: String, code: Int32)
}
