import SyncProtocol

/// Carries requests to the hub and its answers back. The network behind it may lose, delay or
/// repeat anything; the replica copes.
public protocol Transport: Sendable {
  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse

  /// Gives back to a restored hub what it has lost. A hub that does not know of this answers
  /// `rejected` with status 404 or 405.
  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse

  /// Asks for zones to be this replica's alone for a moment; `false` when it may not, or when
  /// another has one of them.
  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool

  /// What the hub says of its own accord, for as long as somebody listens; a lost connection is
  /// made again. Slow listeners get the newest only.
  func pokes() -> AsyncStream<Poke>
}

/// Something happened at the hub. Carries no data: what it was is pulled.
public enum Poke: Hashable, Sendable {
  /// The hub can tell of changes from here on; what happened before must be pulled.
  case listening
  /// The hub cannot tell of changes: ask it now and then.
  case deaf
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has changed.
  case account
  /// What may be shared has changed: what was put off may be sent again.
  case flags
}

/// Why a request has no answer of the protocol.
public enum TransportError: Error, Equatable, Sendable {
  /// The hub cannot be reached; the request certainly did not arrive.
  case unreachable(reason: String)
  /// The connection broke or took too long after the request was sent: it may have arrived.
  case interrupted(reason: String)
  /// Not signed in, or signed out by the hub.
  case unauthorised
  /// This program speaks a version of the protocol that the hub does not serve any more.
  case outdated
  /// The hub does not take the request as it is; sending it again does not help.
  case rejected(status: Int, message: String)
  /// Try again after this time.
  case busy(retryAfterSeconds: Double)
  /// The answer is not of this protocol.
  case protocolError(String)

  /// The hub's disk is full or takes nothing; nothing of the request was carried out.
  public static let noRoom = TransportError.rejected(
    status: noRoomStatus, message: "the hub's disk is full or read-only; make room there")

  /// Whether the hub refused because its disk is full or takes nothing.
  public var isNoRoom: Bool {
    if case .rejected(Self.noRoomStatus, _) = self { true } else { false }
  }

  /// As HTTP calls it: Insufficient Storage.
  private static let noRoomStatus = 507

  /// Whether the request may have been carried out all the same.
  public var mayHaveArrived: Bool {
    switch self {
    case .interrupted, .protocolError: true
    case .unreachable, .unauthorised, .outdated, .rejected, .busy: false
    }
  }
}
