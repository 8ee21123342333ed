/// Log entries of one zone that a hub sent in one page, with the hub's seal.
///
/// A hub that was restored from a backup takes them back from any replica that has kept them, in
/// their authors' names.
public struct SealedRun: Equatable, Sendable {
  /// The hub's epoch when it sent the entries.
  public var epoch: String
  public var zone: ZoneID
  /// In the order of their sequences.
  public var entries: [LogEntry]
  /// An Ed25519 signature, 64 bytes, of `signedBytes`.
  public var seal: [UInt8]

  public init(epoch: String, zone: ZoneID, entries: [LogEntry], seal: [UInt8]) {
    self.epoch = epoch
    self.zone = zone
    self.entries = entries
    self.seal = seal
  }

  /// The bytes that the seal signs.
  ///
  /// - Parameter entries: the entries in the wire form in which they were sent.
  public static func signedBytes(
    epoch: String, zone: ZoneID, entries: some Sequence<[UInt8]>
  ) -> [UInt8] {
    var bytes = Array("hearth-log-1\n\(epoch)\n\(zone)\n".utf8)
    for entry in entries {
      bytes += entry
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  public var signedBytes: [UInt8] {
    Self.signedBytes(epoch: epoch, zone: zone, entries: entries.lazy.map(\.wireBytes))
  }
}

/// What a replica hands back to a restored hub.
public struct HandBackRequest: Equatable, Sendable {
  /// The hub's present epoch.
  public var epoch: String
  public var replica: String
  public var runs: [SealedRun]
  /// The number of this request at its replica. Not sent: it pairs a response with its request.
  public var serial: Int64 = 0

  public init(epoch: String, replica: String, runs: [SealedRun]) {
    self.epoch = epoch
    self.replica = replica
    self.runs = runs
  }
}

public enum HandBackResponse: Equatable, Sendable {
  /// The outcome of each run, in the order of the request; how many change sets the hub has taken
  /// back, and how many it refused because they no longer fit.
  case runs([Outcome], taken: Int, refused: Int)
  /// The request names another epoch than the hub's: pull first.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica

  public enum Outcome: String, Equatable, Sendable {
    /// The hub has the whole run now, or will never take the rest.
    case done
    /// Something in the run depends on what the hub has not been handed back yet: hand the run back
    /// again after others have handed back theirs.
    case wait
  }
}
