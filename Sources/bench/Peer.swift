import Foundation
import SyncProtocol

/// A server that takes records and gives them back: how to ask it, and what its answers say.
///
/// Requests are made before the clock runs and answers read after it has stopped, so that both
/// servers cost the client the same.
protocol Peer: Sendable {
  var port: UInt16 { get }
  /// A request that stores `records` under their ids, all in one; `number` counts from 1 on each
  /// connection.
  func push(_ records: [PeerRecord], connection: Int, number: Int64) -> [UInt8]
  /// The ids that a reply says are stored.
  func acknowledged(_ reply: RawConnection.Reply, of records: [PeerRecord]) throws -> [String]
  /// Reads everything in pages of about `pageSize` records, or bytes, and counts the records.
  func readAll(pageSize: Int, collect: ((String) -> Void)?) throws -> Int
  /// Sizes to try.
  var pageSizes: [Int] { get }
  /// Reads what is new since the last call, as a program that keeps in step does.
  func makeFollower() throws -> any PeerFollower
}

/// Keeps in step with a server by its own cursor.
protocol PeerFollower {
  /// The ids that are new since the last call.
  mutating func next() throws -> [String]
}

/// What both servers store: the fields of an item.
struct PeerRecord: Sendable {
  let id: String
  let registers: SortedMap<FieldValue>

  init(index: Int, home: ZoneID, account: AccountID) {
    var random = SystemRandomNumberGenerator()
    id = UUIDs.v7(milliseconds: wallMilliseconds(), using: &random)
    let name = "Peer item \(index)"
    registers = [
      "name": .text(name), "nameKey": .text("peer item \(index)"), "currency": "EUR",
      "quantity": 2, "priceMinor": .integer(Int64(index % 900) * 100),
      "purchasedOn": "2024-03-15", "purchasedFrom": "Corner shop",
      "serial": .text("SN-\(index)"), "model": .text("M\(index % 100)"), "manufacturer": "Bosch",
      "description": .text("Bought for the flat; number \(index) of the list"),
      "notes": "The receipt is in the blue folder, second page.",
      "createdAt": .integer(wallMilliseconds()), "createdBy": .text(account),
    ]
  }
}

/// `hearth serve`, by its sync protocol.
struct HearthPeer: Peer {
  let port: UInt16
  let home: ZoneID
  let account: AccountID
  let token: String
  let epoch: String
  let grant: String
  /// Different in each run: incarnations are never used twice.
  let run: String

  init(port: UInt16, manifest: Manifest) throws {
    guard let home = manifest.homes.first else { throw BenchFailure("no home was filled") }
    try self.init(port: port, home: home.id, person: manifest.owner)
  }

  init(port: UInt16, home: ZoneID, person: Manifest.Person) throws {
    self.port = port
    (self.home, account, token) = (home, person.account, person.deviceToken)
    run = String(UInt64.random(in: 0..<1 << 40), radix: 36)
    let reply = try Self.pull(
      RawConnection(port: port), port, token,
      PullRequest(epoch: "", replica: "b-\(run)-0", zones: [:]))
    guard let head = reply.cut.zones.first(where: { $0.zone == home }) else {
      throw BenchFailure("the account is not in its home")
    }
    (epoch, grant) = (reply.epoch, head.grant)
  }

  private static func request(
    _ path: String, _ port: UInt16, _ token: String, _ body: [UInt8]
  ) -> [UInt8] {
    RawConnection.request(
      "POST", "/sync/v1/\(path)", host: "127.0.0.1:\(port)",
      headers: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
      body: body)
  }

  static func pull(
    _ connection: RawConnection, _ port: UInt16, _ token: String, _ pull: PullRequest
  ) throws -> PullPage {
    let body = try pullBytes(connection, port, token, pull)
    guard case .page(let page) = try PullResponse(wireBytes: body) else {
      throw BenchFailure("pull: no page")
    }
    return page
  }

  static func pullBytes(
    _ connection: RawConnection, _ port: UInt16, _ token: String, _ pull: PullRequest
  ) throws -> [UInt8] {
    let reply = try connection.send(request("pull", port, token, pull.wireBytes))
    guard reply.status == 200 else { throw BenchFailure("pull: status \(reply.status)") }
    return reply.body
  }

  /// A first pull of one of the account's devices.
  func pullRequest(replica: Int) -> [UInt8] {
    Self.request(
      "pull", port, token,
      PullRequest(epoch: epoch, replica: "b-\(run)-\(replica + 1)", zones: [:]).wireBytes)
  }

  /// Each record is a change set of its own, as if written one after the other on a device.
  func push(_ records: [PeerRecord], connection: Int, number: Int64) -> [UInt8] {
    let first = (number - 1) * Int64(records.count) + 1
    let replica = "b-\(run)-\(connection + 1)"
    let sets = records.enumerated().map { index, record in
      ChangeSet(
        id: ChangeSetID(replica: replica, number: first + Int64(index)),
        time: HybridTime(milliseconds: wallMilliseconds()), grants: [home: grant],
        mutations: [
          Mutation(.insert, "items", record.id, in: home, registers: record.registers)
        ])
    }
    let push = PushRequest(
      epoch: epoch, replica: replica, acknowledged: first - 1, changeSets: sets)
    return Self.request("push", port, token, push.wireBytes)
  }

  func acknowledged(_ reply: RawConnection.Reply, of records: [PeerRecord]) throws -> [String] {
    guard reply.status == 200,
      case .answers(let answers, _) = try PushResponse(wireBytes: reply.body)
    else { return [] }
    return zip(records, answers).compactMap { record, answer in
      if case .accepted = answer { record.id } else { nil }
    }
  }

  let pageSizes = [1 << 20, 4 << 20]

  func readAll(pageSize: Int, collect: ((String) -> Void)?) throws -> Int {
    guard let collect else { return try countAll(pageSize: pageSize) }
    var follower = HearthFollower(peer: self, maxBytes: pageSize)
    var count = 0
    try follower.pull { id in
      count += 1
      collect(id)
    }
    return count
  }

  /// A first load whose records are counted and not read, as those of the other server are.
  private func countAll(pageSize: Int) throws -> Int {
    let connection = RawConnection(port: port)
    var positions: [ZoneID: ZonePosition] = [:]
    var cut: Cut?
    var count = 0
    while true {
      let page = try CountedPage(
        Self.pullBytes(
          connection, port, token,
          PullRequest(
            epoch: epoch, replica: "b-\(run)-0", zones: positions, cut: cut, maxBytes: pageSize)))
      cut = page.cut
      count += page.count
      let grants = Dictionary(
        page.cut.zones.map { ($0.zone, $0.grant) }, uniquingKeysWith: { grant, _ in grant })
      for part in page.snapshots {
        guard let grant = grants[part.zone] else { throw BenchFailure("pull: no page") }
        positions[part.zone] =
          part.next.map { .loading(after: $0, from: part.from, grant: grant) }
          ?? .at(part.from, grant: grant)
      }
      for entry in page.entries {
        if let grant = grants[entry.zone] {
          positions[entry.zone] = .at(entry.sequence, grant: grant)
        }
      }
      for head in page.cut.zones where positions[head.zone] == nil {
        positions[head.zone] = .loading(after: nil, from: head.head, grant: head.grant)
      }
      if page.isLast { return count }
    }
  }

  func makeFollower() throws -> any PeerFollower {
    HearthFollower(peer: self, maxBytes: PullRequest.defaultMaxBytes)
  }
}

/// A page of a pull whose records are counted and not read.
private struct CountedPage {
  struct Snapshot {
    var zone: ZoneID = ""
    var from: Int64 = 0
    var next: RecordKey?
  }

  var cut: Cut
  var snapshots: [Snapshot] = []
  var entries: [LogEntry] = []
  var isLast = false
  /// Items.
  var count = 0

  init(_ bytes: [UInt8]) throws {
    var (found, entries, snapshots): (Cut?, [LogEntry], [Snapshot]) = (nil, [], [])
    var (isLast, count) = (false, 0)
    var cursor = JSONCursor(bytes)
    try cursor.object { name, cursor in
      switch name {
      case "cut": found = try Cut(wireBytes: cursor.value())
      case "entries":
        try cursor.array { entries.append(try LogEntry(wireBytes: $0.value())) }
      case "snapshots":
        try cursor.array { snapshots.append(try Self.snapshot(&$0, &count)) }
      case "isLast": isLast = cursor.value() == Array("true".utf8)
      default: cursor.skip()
      }
    }
    guard let found else { throw BenchFailure("pull: no page") }
    (cut, self.entries, self.snapshots, self.isLast) = (found, entries, snapshots, isLast)
    self.count = count + entries.reduce(0) { $0 + $1.effects.count { $0.table == "items" } }
  }

  private static func snapshot(_ cursor: inout JSONCursor, _ count: inout Int) throws -> Snapshot {
    var (part, items) = (Snapshot(), 0)
    try cursor.object { name, cursor in
      switch name {
      case "zone": part.zone = try FieldValue(wireBytes: cursor.value()).text ?? ""
      case "from": part.from = try FieldValue(wireBytes: cursor.value()).integer ?? 0
      case "next": part.next = try RecordKey(wireBytes: cursor.value())
      case "records": items = cursor.count("\"t\":\"items\"", in: cursor.skip())
      default: cursor.skip()
      }
    }
    count += items
    return part
  }
}

/// Pulls by the protocol and keeps the positions; only ids of items are looked at.
struct HearthFollower: PeerFollower {
  let peer: HearthPeer
  let maxBytes: Int
  private let connection: RawConnection
  private var positions: [ZoneID: ZonePosition] = [:]

  init(peer: HearthPeer, maxBytes: Int) {
    self.peer = peer
    self.maxBytes = maxBytes
    connection = RawConnection(port: peer.port)
  }

  mutating func next() throws -> [String] {
    var ids: [String] = []
    try pull { ids.append($0) }
    return ids
  }

  mutating func pull(_ found: (String) -> Void) throws {
    var cut: Cut?
    while true {
      let page = try HearthPeer.pull(
        connection, peer.port, peer.token,
        PullRequest(
          epoch: peer.epoch, replica: "b-\(peer.run)-0", zones: positions, cut: cut,
          maxBytes: maxBytes))
      take(page, found)
      if page.isLast { return }
      cut = page.cut
    }
  }

  private mutating func take(_ page: PullPage, _ found: (String) -> Void) {
    let grants = Dictionary(
      page.cut.zones.map { ($0.zone, $0.grant) }, uniquingKeysWith: { grant, _ in grant })
    for part in page.snapshots {
      guard let grant = grants[part.zone] else { continue }
      positions[part.zone] =
        part.next.map { .loading(after: $0, from: part.from, grant: grant) }
        ?? .at(part.from, grant: grant)
      for record in part.records where record.table == "items" { found(record.id) }
    }
    for entry in page.entries {
      guard let grant = grants[entry.zone] else { continue }
      positions[entry.zone] = .at(entry.sequence, grant: grant)
      for effect in entry.effects where effect.table == "items" { found(effect.id) }
    }
    for head in page.cut.zones where positions[head.zone] == nil {
      positions[head.zone] = .loading(after: nil, from: head.head, grant: head.grant)
    }
  }
}
