import Replica
import SyncProtocol

/// Connects a device's replica to a hub over HTTP.
public final class HTTPTransport: Transport {
  /// A page holds at least one whole change set, so it may be as large as one.
  private static let maxPullReplyBytes = ChangeSet.maxBytes * 2
  private static let maxPushReplyBytes = 4 << 20
  private static let maxSmallReplyBytes = 1 << 20
  /// How many pokes are buffered; beyond that the oldest are dropped.
  private static let maxWaitingPokes = 64

  let connection: HubConnection

  /// - Parameters:
  ///   - token: the token that the hub issued to this device at sign-in.
  ///   - certificateFile: the path of a private certificate authority's certificate, PEM, to trust
  ///     besides the system's authorities.
  ///   - protocolVersion: the protocol version that the hub is told.
  public init(
    address: HubAddress, token: String, certificateFile: String? = nil,
    protocolVersion: Int = ProtocolVersion.current
  ) {
    connection = HubConnection(
      CurlOptions(
        address: address, token: token, certificateFile: certificateFile,
        protocolVersion: protocolVersion))
  }

  public func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    try await connection.ask(
      HubCall(
        method: "POST", path: "push", body: request.wireBytes,
        maxReplyBytes: Self.maxPushReplyBytes),
      for: PushResponse.self)
  }

  public func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await connection.ask(
      HubCall(
        method: "POST", path: "pull", body: request.wireBytes,
        maxReplyBytes: Self.maxPullReplyBytes),
      for: PullResponse.self)
  }

  public func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    try await connection.ask(
      HubCall(
        method: "POST", path: "handback", body: request.wireBytes,
        maxReplyBytes: Self.maxSmallReplyBytes),
      for: HandBackResponse.self)
  }

  public func hold(
    _ zones: [ZoneID], replica: String
  ) async throws(TransportError) -> Bool {
    try await connection.ask(
      HubCall(
        method: "POST", path: "hold",
        body: HoldRequest(replica: replica, zones: zones).wireBytes,
        maxReplyBytes: Self.maxSmallReplyBytes),
      for: HoldReply.self
    ).isHeld
  }

  public func pokes() -> AsyncStream<Poke> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Poke.self, bufferingPolicy: .bufferingNewest(Self.maxWaitingPokes))
    let listener = EventListener(connection.options) { continuation.yield($0) }
    continuation.onTermination = { _ in listener.stop() }
    listener.start()
    return stream
  }

  /// Signs a device in. Pass the reply's token to `init`, and keep it secret.
  public static func signIn(
    address: HubAddress, certificateFile: String? = nil, _ request: SignInRequest
  ) async throws(SignInFailure) -> SignInReply {
    let connection = HubConnection(
      CurlOptions(address: address, token: nil, certificateFile: certificateFile))
    let call = HubCall(
      method: "POST", path: "sign-in", body: request.wireBytes,
      maxReplyBytes: maxSmallReplyBytes)
    let reply: HubReply
    do throws(TransportError) {
      reply = try await connection.send(call)
    } catch {
      throw .transport(error)
    }
    switch reply.status {
    case 200: break
    case 401: throw .wrongNameOrPassword
    case 403: throw .disabled
    case 429: throw .tooManyAttempts(retryAfterSeconds: Int(reply.retryAfterSeconds ?? 60))
    default: throw .transport(TransportError(reply))
    }
    do throws(WireError) {
      return try SignInReply(wireBytes: reply.body)
    } catch {
      throw .transport(.protocolError(error.description))
    }
  }
}

/// Why a device was not signed in.
public enum SignInFailure: Error, Equatable, Sendable {
  case wrongNameOrPassword
  case disabled
  case tooManyAttempts(retryAfterSeconds: Int)
  case transport(TransportError)
}
