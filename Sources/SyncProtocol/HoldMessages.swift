/// Asks the hub to reserve zones for one replica for a moment, so that a transaction which had to
/// be repeated several times can finish.
public struct HoldRequest: Equatable, Sendable {
  public static let maxZones = 1000

  public var replica: String
  public var zones: [ZoneID]

  public init(replica: String, zones: [ZoneID]) {
    self.replica = replica
    self.zones = zones
  }
}

/// Whether the zones are reserved for the replica.
public struct HoldReply: Equatable, Sendable {
  public var isHeld: Bool

  public init(isHeld: Bool) { self.isHeld = isHeld }
}

/// A message of the hub's event stream: it carries no data, only the news that there is some.
public enum Hint: Hashable, Sendable {
  /// The zone is at this sequence.
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has changed.
  case account
  /// The sharing flags have changed: fetch them again, and send what was postponed.
  case flags
}

extension HoldRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("replica", replica)
      writer.field("zones", zones)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(replica: try fields["replica"], zones: try fields.list("zones", max: Self.maxZones))
    }
  }
}

extension HoldReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { $0.field("held", isHeld) }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(isHeld: try fields["held"])
    }
  }
}

extension Hint: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .zone(let zone, let head):
        writer.field("zone", zone)
        writer.field("head", head)
      case .account: writer.field("account", true)
      case .flags: writer.field("flags", true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      if try fields["account", default: false] { return .account }
      if try fields["flags", default: false] { return .flags }
      return .zone(try fields["zone"], head: try fields.optionalSequence("head") ?? 0)
    }
  }
}
