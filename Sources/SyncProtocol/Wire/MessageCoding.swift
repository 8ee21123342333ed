extension PushRequest: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("epoch", epoch)
      writer.field("replica", replica)
      writer.field("acknowledged", acknowledged)
      if understands > 1 { writer.field("understands", Int64(understands)) }
      writer.field("changeSets", changeSets)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    var epoch: String?
    var replica: String?
    var acknowledged: Int64 = 0
    var understands: Int64 = 1
    var changeSets: [ChangeSet] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "replica": replica = try reader.string()
      case "acknowledged": acknowledged = try reader.sequence()
      case "understands": understands = try reader.integer()
      case "changeSets": changeSets = try reader.list()
      default: try reader.skip()
      }
    }
    self.init(
      epoch: try reader.required(epoch, "epoch"), replica: try reader.required(replica, "replica"),
      acknowledged: acknowledged, changeSets: changeSets,
      understands: Int(min(max(understands, 1), Int64(Int32.max))))
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
      case .foreignReplica: writer.field("foreignReplica", true)
      }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      if try fields["foreignReplica", default: false] { return .foreignReplica }
      if let epoch: String = try fields[optional: "epoch"] { return .epoch(epoch) }
      let answers: [Answer]? = try fields.read("answers") { reader throws(WireError) in
        try reader.list()
      }
      guard let answers else { throw fields.failure("missing: answers") }
      return .answers(answers, nowMilliseconds: try fields.optionalMoment("now") ?? 0)
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
    self = try reader.fields { fields throws(WireError) in
      let grant: String = try fields["grant"]
      if let sequence = try fields.optionalSequence("at") { return .at(sequence, grant: grant) }
      return .loading(
        after: try fields[optional: "after"], from: try fields.sequence("from"), grant: grant)
    }
  }
}

extension ZoneHead: WireCodable {
  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("zone", zone)
      writer.field("kind", kind)
      writer.field("head", head)
      writer.field("role", role)
      writer.field("grant", grant)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      Self(
        zone: try fields["zone"], kind: try fields["kind"],
        head: try fields.sequence("head"), role: try fields["role"],
        grant: try fields["grant"])
    }
  }
}

extension Cut: WireCodable {
  /// More zones than any account has; a cut with more is refused.
  static let maxZones = 100_000

  public func write(to writer: inout WireWriter) {
    writer.object { writer in
      writer.field("account", accountSequence)
      writer.field("zones", zones)
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      let zones: [ZoneHead] = try fields.list("zones", max: Self.maxZones)
      guard Set(zones.map(\.zone)).count == zones.count else {
        throw fields.failure("a zone twice in one cut")
      }
      return Self(accountSequence: try fields.sequence("account"), zones: zones)
    }
  }
}

extension Cut {
  /// Reads a cut, leaving out the zones whose kind or role only a newer program knows.
  init(
    from reader: inout WireReader, leavingOut unreadable: inout [ZoneID: String]
  ) throws(WireError) {
    var sequence: Int64?
    var zones: [ZoneHead] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "account": sequence = try reader.sequence()
      case "zones": zones = try reader.list(of: "zone", leavingOut: &unreadable)
      default: try reader.skip()
      }
    }
    guard zones.count <= Self.maxZones, Set(zones.map(\.zone)).count == zones.count else {
      throw reader.failure("a zone twice in one cut, or too many")
    }
    self.init(accountSequence: try reader.required(sequence, "account"), zones: zones)
  }
}

extension WireReader {
  /// Most elements of a list that `list(of:leavingOut:)` reads.
  private static let maxZoneElements = 1_000_000

  /// Reads a list whose elements belong to zones.
  ///
  /// An element that cannot be read is left out and its zone is noted with the reason, so that the
  /// other zones can be used. An element that does not name its zone, or is not JSON, is an error.
  ///
  /// - Parameter zoneKey: the key under which an element names its zone.
  mutating func list<Element: WireCodable>(
    of zoneKey: String, leavingOut unreadable: inout [ZoneID: String]
  ) throws(WireError) -> [Element] {
    var elements: [Element] = []
    var count = 0
    var found: [ZoneID: String] = [:]
    try array { reader throws(WireError) in
      count += 1
      guard count <= Self.maxZoneElements else { throw reader.failure("too many elements") }
      let (start, depth) = (reader.index, reader.depth)
      do throws(WireError) {
        elements.append(try Element(from: &reader))
      } catch {
        reader.goBack(to: start, depth: depth)
        var zone: ZoneID?
        try reader.object { reader, key throws(WireError) in
          if key == zoneKey, reader.peek() == UInt8(ascii: "\"") {
            zone = try reader.string()
          } else {
            try reader.skip()
          }
        }
        guard let zone else { throw error }
        found[zone] = error.problem
      }
    }
    unreadable.merge(found) { first, _ in first }
    return elements
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
      writer.field("maxBytes", maxBytes)
      if understands > 1 { writer.field("understands", Int64(understands)) }
      if wantsSeals { writer.field("seals", true) }
      if wantsPast { writer.field("past", true) }
      if !had.isEmpty { writer.field("had", had) }
    }
  }

  public init(from reader: inout WireReader) throws(WireError) {
    self = try reader.fields { fields throws(WireError) in
      var zones: [ZoneID: ZonePosition] = [:]
      try fields.read("zones") { reader throws(WireError) in
        try reader.object { reader, zone throws(WireError) in
          guard zones.count < Cut.maxZones else { throw reader.failure("too many zones") }
          zones[zone] = try ZonePosition(from: &reader)
        }
      }
      var had: [ZoneID: String] = [:]
      try fields.read("had") { reader throws(WireError) in
        try reader.object { reader, zone throws(WireError) in
          guard had.count < Cut.maxZones else { throw reader.failure("too many zones") }
          had[zone] = try reader.string()
        }
      }
      let maxBytes: Int64 = try fields["maxBytes", default: Int64(Self.defaultMaxBytes)]
      guard maxBytes >= 0 else { throw fields.failure("expected a count") }
      var request = Self(
        epoch: try fields["epoch"], replica: try fields["replica"], zones: zones,
        cut: try fields[optional: "cut"], maxBytes: Int(min(max(maxBytes, 1), 16 << 20)))
      let understands: Int64 = try fields["understands", default: 1]
      request.understands = Int(min(max(understands, 1), Int64(Int32.max)))
      request.wantsSeals = try fields["seals", default: false]
      request.wantsPast = try fields["past", default: false]
      request.had = had
      return request
    }
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
    var clock = HybridTime.zero
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "clock": clock = try reader.hybridTime()
      case "zone": zone = try reader.string()
      case "from": from = try reader.sequence()
      case "records": records = try reader.list()
      case "next": next = try RecordKey(from: &reader)
      default: try reader.skip()
      }
    }
    self.init(
      zone: try reader.required(zone, "zone"), from: try reader.required(from, "from"),
      records: records, next: next, clock: clock)
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
        writer.field("isLast", page.isLast)
        writer.field("now", page.nowMilliseconds)
        if !page.unreadable.isEmpty { writer.field("unreadable", page.unreadable) }
        if !page.seals.isEmpty {
          writer.key("seals")
          SealedRun.write(page.seals, to: &writer)
        }
        if !page.forgotten.isEmpty {
          writer.key("forgotten")
          writer.array { writer in for zone in page.forgotten { writer.string(zone) } }
        }
      case .restart: writer.field("restart", true)
      case .epoch(let epoch): writer.field("newEpoch", epoch)
      case .foreignReplica: writer.field("foreignReplica", true)
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
    var unreadable: [ZoneID: String] = [:]
    var seals: [ZoneID: [UInt8]] = [:]
    var forgotten: [ZoneID] = []
    try reader.object { reader, key throws(WireError) in
      switch key {
      case "epoch": epoch = try reader.string()
      case "newEpoch": newEpoch = try reader.string()
      case "cut": cut = try Cut(from: &reader, leavingOut: &unreadable)
      case "snapshots": snapshots = try reader.list(of: "zone", leavingOut: &unreadable)
      case "entries": entries = try reader.list(of: "z", leavingOut: &unreadable)
      case "unreadable":
        try reader.object { reader, zone throws(WireError) in
          unreadable[zone] = try reader.string()
        }
      case "seals":
        try reader.object { reader, zone throws(WireError) in
          seals[zone] = Base64.decode(try reader.string())
        }
      case "forgotten":
        try reader.array { reader throws(WireError) in forgotten.append(try reader.string()) }
      case "isLast": isLast = try reader.bool()
      case "restart": isRestart = try reader.bool()
      case "foreignReplica": isForeign = try reader.bool()
      case "now": now = try reader.moment()
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
      var page = PullPage(
        epoch: try reader.required(epoch, "epoch"), cut: try reader.required(cut, "cut"),
        snapshots: snapshots, entries: entries, isLast: isLast, nowMilliseconds: now,
        unreadable: unreadable, seals: seals)
      page.forgotten = forgotten
      self = .page(page)
    }
  }
}
