import SyncProtocol

/// Carries requests to the hub and brings back its answers. The network may lose, delay or repeat
/// anything; the replica copes.
public protocol Transport: Sendable {
  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse

  /// Hands back to a restored hub what it has lost. A hub that does not know this request answers
  /// `rejected` with status 404 or 405.
  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse

  /// Asks the hub to reserve zones for this replica for a moment. Returns `false` if the replica
  /// may not have them, or if another one has any of them.
  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool

  /// What the hub announces by itself, for as long as somebody listens; a lost connection is
  /// restored. Slow listeners get only the newest pokes.
  func pokes() -> AsyncStream<Poke>
}

/// Something has happened at the hub. Carries no data; the replica pulls to learn what it was.
public enum Poke: Hashable, Sendable {
  /// The hub can announce changes from now on; earlier ones must be pulled.
  case listening
  /// The hub cannot announce changes: ask it from time to time.
  case deaf
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has changed.
  case account
  /// The sharing flags have changed: postponed changes may be sent again.
  case flags
}

/// Why a request got no valid answer.
public enum TransportError: Error, Equatable, Sendable {
  /// The hub cannot be reached; the request certainly did not arrive.
  case unreachable(reason: String)
  /// The connection broke or took too long after the request was sent: it may have arrived.
  case interrupted(reason: String)
  /// Not signed in, or signed out by the hub.
  case unauthorised
  /// This program's version of the protocol is one that the hub no longer serves.
  case outdated
  /// The hub does not accept the request; sending it again does not help.
  case rejected(status: Int, message: String)
  /// Try again after this time.
  case busy(retryAfterSeconds: Double)
  /// The answer is not of this protocol.
  case protocolError(String)

  /// The hub's disk is full or read-only; nothing of the request was carried out.
  public static let noRoom = TransportError.rejected(
    status: noRoomStatus, message: "the hub's disk is full or read-only; make room there")

  /// Whether the hub refused because its disk is full or read-only.
  public var isNoRoom: Bool {
    if case .rejected(Self.noRoomStatus, _) = self { true } else { false }
  }

  /// HTTP status 507, Insufficient Storage.
  private static let noRoomStatus = 507

  /// Whether the request may have been carried out even so.
  public var mayHaveArrived: Bool {
    switch self {
    case .interrupted, .protocolError: true
    case .unreachable, .unauthorised, .outdated, .rejected, .busy: false
    }
  }
}
