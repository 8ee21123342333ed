/// Where to listen and what to allow. Every limit has a default that suits a household's server.
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
  /// Event loop threads.
  package var threads = 2
  package var maxConnections = 16_384
  /// Per client address; a reverse proxy is one address. 0 is no limit.
  package var maxConnectionsPerAddress = 0
  /// Open event streams; more are answered 503.
  package var maxEventStreams = 12_000
  /// Handlers at work; more requests are answered 503.
  package var maxConcurrentRequests = 512
  /// Request line and headers, in bytes; at most 24 KiB.
  package var maxHeaderBytes = 12 << 10
  package var maxHeaderFields = 64
  /// The request target, in bytes.
  package var maxTargetBytes = 8 << 10
  /// Bodies held in memory over all connections, in bytes; more are answered 503.
  package var maxBufferedBytes = 128 << 20
  /// How long a connection may rest between requests.
  package var idleSeconds = 60.0
  /// How long the headers of a request may take in all.
  package var headerSeconds = 15.0
  /// How long a body or a reply may take, apart from what its size allows at `minBytesPerSecond`.
  package var transferSeconds = 30.0
  /// The slowest pace of a body or a reply, in bytes per second.
  package var minBytesPerSecond = 4096
  /// Time between the comments that keep event streams open.
  package var heartbeatSeconds = 25.0
  /// What is done with a body, decided before it is read.
  package var bodyPolicy: @Sendable (HTTPRequestHead) -> BodyPolicy = { _ in
    .buffer(maxBytes: 1 << 20)
  }
  /// The answer to a request without a body that is ready before it is asked for; `nil` leaves the
  /// request to the handler. It runs on the event loop's thread and ends in some microseconds.
  package var storedReply: @Sendable (HTTPRequestHead) -> StoredReply? = { _ in nil }
  /// The answer to what no handler sees: malformed or oversize requests, and overload. The
  /// path is as it came, and may be what makes the request malformed; `nil` where there is none.
  package var refusal: @Sendable (_ path: String?, HTTPStatus, _ reason: String) -> HTTPResponse = {
    .text($2 + "\n", status: $1)
  }

  /// Where it is kept what is being answered, for whoever looks after a crash; `nil` for nowhere.
  package var underWay: RequestsUnderWay?

  package init(address: ListenAddress) { self.address = address }
}

/// Why a server could not start.
package enum HTTPServerError: Error, Equatable, Sendable {
  case addressInUse(ListenAddress)
  /// The host is unknown or not an address of this machine.
  case addressNotAvailable(ListenAddress)
  /// A port below 1024 needs a privilege.
  case permissionDenied(ListenAddress)
  /// The certificate or its key is unreadable or they do not belong together.
  case badCertificate
  case alreadyStarted
  /// A system call failed, with its error number.
  case system(call: String, code: Int32)
}
