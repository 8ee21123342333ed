/// Asks for zones to be one replica's alone for a moment, so that a transaction that was run again
/// and again gets through.
public struct HoldRequest: Equatable, Sendable {
  public static let maxZones = 1000

  public var replica: String
  public var zones: [ZoneID]

  public init(replica: String, zones: [ZoneID]) {
    self.replica = replica
    self.zones = zones
  }
}

/// Whether the zones are held.
public struct HoldReply: Equatable, Sendable {
  public var isHeld: Bool

  public init(isHeld: Bool) { self.isHeld = isHeld }
}

/// What the hub's event stream says: no data, only that there is some.
public enum Hint: Hashable, Sendable {
  /// The zone is at this sequence.
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has changed.
  case account
}

extension HoldRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("replica", replica)
      writer.key("zones")
      writer.array { writer in for zone in zones { writer.string(zone) } }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var replica: String?
    var zones: [ZoneID] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "replica": replica = try reader.string()
      case "zones":
        try reader.array { reader throws(WireError) in
          guard zones.count < Self.maxZones else { throw reader.failure("too many zones") }
          zones.append(try reader.string())
        }
      default: try reader.skip()
      }
    }
    self.init(replica: try reader.required(replica, "replica"), zones: zones)
  }
}

extension HoldReply: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.key("held")
      writer.bool(isHeld)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var isHeld: Bool?
    try reader.object { reader, key throws(WireError) in
      if key == "held" { isHeld = try reader.bool() } else { try reader.skip() }
    }
    self.init(isHeld: try reader.required(isHeld, "held"))
  }
}

extension Hint: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .zone(let zone, let head):
        writer.field("zone", zone)
        writer.field("head", head)
      case .account:
        writer.key("account")
        writer.bool(true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: ZoneID?
    var head: Int64 = 0
    var isAccount = false
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "zone": zone = try reader.string()
      case "head": head = try reader.integer()
      case "account": isAccount = try reader.bool()
      default: try reader.skip()
      }
    }
    if isAccount {
      self = .account
    } else {
      self = .zone(try reader.required(zone, "zone or account"), head: head)
    }
  }
}
