extension PushRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("epoch", epoch)
      writer.field("replica", replica)
      writer.field("acknowledged", acknowledged)
      writer.field("changeSets", changeSets)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var replica: String?
    var acknowledged: Int64 = 0
    var changeSets: [ChangeSet] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "replica": replica = try reader.string()
      case "acknowledged": acknowledged = try reader.integer()
      case "changeSets": changeSets = try reader.list()
      default: try reader.skip()
      }
    }
    self.init(
      epoch: try reader.required(epoch, "epoch"), replica: try reader.required(replica, "replica"),
      acknowledged: acknowledged, changeSets: changeSets)
  }
}

extension PushResponse: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .answers(let answers, let now):
        writer.field("answers", answers)
        writer.field("now", now)
      case .epoch(let epoch): writer.field("epoch", epoch)
      case .foreignReplica:
        writer.key("foreignReplica")
        writer.bool(true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var answers: [Answer]?
    var now: Int64 = 0
    var epoch: String?
    var isForeign = false
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "answers": answers = try reader.list()
      case "now": now = try reader.integer()
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
      self = .answers(try reader.required(answers, "answers"), nowMilliseconds: now)
    }
  }
}

extension RecordKey: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.array {
      $0.string(table)
      $0.string(id)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var parts: [String] = []
    try reader.array { reader throws(WireError) in parts.append(try reader.string()) }
    guard parts.count == 2 else { throw reader.failure("a key is [table, id]") }
    self.init(parts[0], parts[1])
  }
}

extension ZonePosition: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .at(let sequence, let grant):
        writer.field("at", sequence)
        writer.field("grant", grant)
      case .loading(let after, let from, let grant):
        writer.field("from", from)
        writer.field("grant", grant)
        if let after { writer.field("after", after) }
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var sequence: Int64?
    var from: Int64?
    var grant: String?
    var after: RecordKey?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "at": sequence = try reader.integer()
      case "from": from = try reader.integer()
      case "grant": grant = try reader.string()
      case "after": after = try RecordKey(from: &reader)
      default: try reader.skip()
      }
    }
    let known = try reader.required(grant, "grant")
    if let sequence {
      self = .at(sequence, grant: known)
    } else {
      self = .loading(after: after, from: try reader.required(from, "at or from"), grant: known)
    }
  }
}

extension ZoneHead: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("kind", kind.rawValue)
      writer.field("head", head)
      writer.field("role", role.rawValue)
      writer.field("grant", grant)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: String?
    var kind: ZoneKind?
    var head: Int64?
    var role: Role?
    var grant: String?
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "zone": zone = try reader.string()
      case "kind": kind = try reader.choice()
      case "head": head = try reader.integer()
      case "role": role = try reader.choice()
      case "grant": grant = try reader.string()
      default: try reader.skip()
      }
    }
    self.init(
      zone: try reader.required(zone, "zone"), kind: try reader.required(kind, "kind"),
      head: try reader.required(head, "head"), role: try reader.required(role, "role"),
      grant: try reader.required(grant, "grant"))
  }
}

extension Cut: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("account", accountSequence)
      writer.field("zones", zones)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var accountSequence: Int64?
    var zones: [ZoneHead] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "account": accountSequence = try reader.integer()
      case "zones": zones = try reader.list(max: 100_000)
      default: try reader.skip()
      }
    }
    self.init(accountSequence: try reader.required(accountSequence, "account"), zones: zones)
  }
}

extension PullRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("epoch", epoch)
      writer.field("replica", replica)
      writer.key("zones")
      writer.object { writer in
        for (zone, position) in zones.sorted(by: { $0.key < $1.key }) {
          writer.field(zone, position)
        }
      }
      if let cut { writer.field("cut", cut) }
      writer.field("maxBytes", Int64(maxBytes))
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var replica: String?
    var zones: [ZoneID: ZonePosition] = [:]
    var cut: Cut?
    var maxBytes: Int64 = Int64(Self.defaultMaxBytes)
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "replica": replica = try reader.string()
      case "zones":
        try reader.object { reader, zone throws(WireError) in
          guard zones.count < 100_000 else { throw reader.failure("too many zones") }
          zones[zone] = try ZonePosition(from: &reader)
        }
      case "cut": cut = try Cut(from: &reader)
      case "maxBytes": maxBytes = try reader.integer()
      default: try reader.skip()
      }
    }
    self.init(
      epoch: try reader.required(epoch, "epoch"), replica: try reader.required(replica, "replica"),
      zones: zones, cut: cut, maxBytes: Int(clamping: min(max(maxBytes, 1), 16 << 20)))
  }
}

extension SnapshotPart: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("from", from)
      writer.field("records", records)
      writer.field("clock", clock.bits)
      if let next { writer.field("next", next) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var zone: String?
    var from: Int64?
    var records: [Effect] = []
    var next: RecordKey?
    var clock: Int64 = 0
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "clock": clock = try reader.integer()
      case "zone": zone = try reader.string()
      case "from": from = try reader.integer()
      case "records": records = try reader.list()
      case "next": next = try RecordKey(from: &reader)
      default: try reader.skip()
      }
    }
    self.init(
      zone: try reader.required(zone, "zone"), from: try reader.required(from, "from"),
      records: records, next: next, clock: HybridTime(bits: clock))
  }
}

extension PullResponse: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      switch self {
      case .page(let page):
        writer.field("epoch", page.epoch)
        writer.field("cut", page.cut)
        if !page.snapshots.isEmpty { writer.field("snapshots", page.snapshots) }
        writer.field("entries", page.entries)
        writer.key("isLast")
        writer.bool(page.isLast)
        writer.field("now", page.nowMilliseconds)
      case .restart:
        writer.key("restart")
        writer.bool(true)
      case .epoch(let epoch): writer.field("newEpoch", epoch)
      case .foreignReplica:
        writer.key("foreignReplica")
        writer.bool(true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var newEpoch: String?
    var cut: Cut?
    var snapshots: [SnapshotPart] = []
    var entries: [LogEntry] = []
    var isLast = false
    var isRestart = false
    var isForeign = false
    var now: Int64 = 0
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "newEpoch": newEpoch = try reader.string()
      case "cut": cut = try Cut(from: &reader)
      case "snapshots": snapshots = try reader.list()
      case "entries": entries = try reader.list()
      case "isLast": isLast = try reader.bool()
      case "restart": isRestart = try reader.bool()
      case "foreignReplica": isForeign = try reader.bool()
      case "now": now = try reader.integer()
      default: try reader.skip()
      }
    }
    if isForeign {
      self = .foreignReplica
    } else if isRestart {
      self = .restart
    } else if let newEpoch {
      self = .epoch(newEpoch)
    } else {
      self = .page(
        PullPage(
          epoch: try reader.required(epoch, "epoch"), cut: try reader.required(cut, "cut"),
          snapshots: snapshots, entries: entries, isLast: isLast, nowMilliseconds: now))
    }
  }
}
