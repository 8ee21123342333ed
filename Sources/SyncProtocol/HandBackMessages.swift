/// Log entries of one zone as a hub has told them in one page, with the hub's seal: a hub that was
/// restored from a backup takes them back from whoever has kept them, in their authors' names.
public struct SealedRun: Equatable, Sendable {
  /// That of the hub when it told them.
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

  /// What the seal signs.
  ///
  /// - Parameter entries: each in its wire form, as it was told.
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

/// What a replica gives back to a hub that was restored.
public struct HandBackRequest: Equatable, Sendable {
  /// The hub's epoch by now.
  public var epoch: String
  public var replica: String
  public var runs: [SealedRun]
  /// Which request of its replica this is. Not sent: it pairs a response with its request.
  public var serial: Int64 = 0

  public init(epoch: String, replica: String, runs: [SealedRun]) {
    self.epoch = epoch
    self.replica = replica
    self.runs = runs
  }
}

public enum HandBackResponse: Equatable, Sendable {
  /// What became of each run, in their order; how many change sets came back, and how many do not
  /// fit any more.
  case runs([Outcome], taken: Int, refused: Int)
  /// The request is of another epoch: pull first.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica

  public enum Outcome: String, Equatable, Sendable {
    /// The hub has all of it now, or will never take the rest.
    case done
    /// Something of it rests on what the hub has not heard again: hand it back once more when
    /// others have.
    case wait
  }
}
