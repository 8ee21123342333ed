/// The version of the protocol, sent with every request, so that a hub can turn away a client that
/// would misunderstand it.
public enum ProtocolVersion {
  /// The version that this program speaks, as client and as hub.
  public static let current = 1
  /// The oldest version that a hub of this program serves.
  public static let least = 1
  /// The header that names the client's version in a request, and in a 426 response the oldest
  /// version served. A client that sends no header speaks version 1.
  public static let header = "X-Hearth-Protocol"
}
