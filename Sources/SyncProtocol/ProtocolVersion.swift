/// Which version of the protocol a client speaks: said with every request, so that a hub can turn
/// away a client that would misunderstand it.
public enum ProtocolVersion {
  /// What this program speaks, as client and as hub.
  public static let current = 1
  /// The oldest that a hub of this program serves.
  public static let least = 1
  /// The header of a request that names the client's version, and of a 426 that names the least
  /// one served. A client that sends none speaks version 1.
  public static let header = "X-Hearth-Protocol"
}
