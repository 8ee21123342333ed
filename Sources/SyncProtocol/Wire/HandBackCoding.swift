extension SealedRun {
  /// Writes the seals of a page, by zone.
  package static func write(_ seals: [ZoneID: [UInt8]], to writer: inout WireWriter) {
    writer.object { writer in
      for (zone, seal) in seals.sorted(by: { $0.key < $1.key }) {
        writer.field(zone, Base64.encode(seal))
      }
    }
  }
}

extension SealedRun: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("epoch", epoch)
      writer.field("z", zone)
      writer.field("entries", entries)
      writer.field("seal", Base64.encode(seal))
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var zone: String?
    var entries: [LogEntry] = []
    var seal: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "z": zone = try reader.string()
      case "entries": entries = try reader.list()
      case "seal": seal = try reader.string()
      default: try reader.skip()
      }
    }
    guard let bytes = Base64.decode(try reader.required(seal, "seal")) else {
      throw reader.failure("a seal that is no base64")
    }
    self.init(
      epoch: try reader.required(epoch, "epoch"), zone: try reader.required(zone, "z"),
      entries: entries, seal: bytes)
  }
}

extension HandBackRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("epoch", epoch)
      writer.field("replica", replica)
      writer.field("runs", runs)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var replica: String?
    var runs: [SealedRun] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "replica": replica = try reader.string()
      case "runs": runs = try reader.list()
      default: try reader.skip()
      }
    }
    self.init(
      epoch: try reader.required(epoch, "epoch"), replica: try reader.required(replica, "replica"),
      runs: runs)
  }
}

extension HandBackResponse: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .runs(let outcomes, let taken, let refused):
        writer.key("runs")
        writer.array { writer in for outcome in outcomes { writer.string(outcome.rawValue) } }
        writer.field("taken", Int64(taken))
        writer.field("refused", Int64(refused))
      case .epoch(let epoch): writer.field("epoch", epoch)
      case .foreignReplica: writer.field("foreignReplica", true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var outcomes: [Outcome]?
    var (taken, refused): (Int64, Int64) = (0, 0)
    var epoch: String?
    var isForeign = false
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "runs":
        var found: [Outcome] = []
        try reader.array { reader throws(WireError) in found.append(try reader.choice()) }
        outcomes = found
      case "taken": taken = try reader.sequence()
      case "refused": refused = try reader.sequence()
      case "epoch": epoch = try reader.string()
      case "foreignReplica": isForeign = try reader.bool()
      default: try reader.skip()
      }
    }
    if isForeign {
      self = .foreignReplica
    } else if let epoch {
      self = .epoch(epoch)
    } else {
      self = .runs(
        try reader.required(outcomes, "runs"), taken: Int(taken), refused: Int(refused))
    }
  }
}
