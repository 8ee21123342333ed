import CBench
import Foundation
import SyncProtocol

/// Kinto, by its HTTP interface: one collection of one user.
struct KintoPeer: Peer {
  static let collection = "/v1/buckets/bench/collections/items"

  let port: UInt16
  private let headers = [
    ("Authorization", "Basic " + Data("bench:bench".utf8).base64EncodedString()),
    ("Content-Type", "application/json"),
  ]

  init(port: UInt16) throws {
    self.port = port
    let connection = RawConnection(port: port)
    for path in ["/v1/buckets/bench", Self.collection] {
      let reply = try connection.send(request("PUT", path, [UInt8]("{}".utf8)))
      guard (200..<300).contains(reply.status) else {
        throw BenchFailure("\(path): \(String(decoding: reply.body, as: UTF8.self))")
      }
    }
  }

  func request(_ method: String, _ path: String, _ body: [UInt8]? = nil) -> [UInt8] {
    RawConnection.request(method, path, host: "127.0.0.1:\(port)", headers: headers, body: body)
  }

  /// The record's JSON as Kinto wants it.
  private static func data(_ record: PeerRecord) -> [UInt8] {
    var registers = record.registers
    registers["id"] = .text(record.id)
    return FieldValue.map(["data": .map(registers)]).wireBytes
  }

  func push(_ records: [PeerRecord], connection: Int, number: Int64) -> [UInt8] {
    if records.count == 1 {
      return request("POST", Self.collection + "/records", Self.data(records[0]))
    }
    var body = Array("{\"requests\":[".utf8)
    for (index, record) in records.enumerated() {
      if index > 0 { body.append(UInt8(ascii: ",")) }
      body += Array(
        "{\"method\":\"POST\",\"path\":\"\(Self.collection)/records\",\"body\":".utf8)
      body += Self.data(record)
      body.append(UInt8(ascii: "}"))
    }
    return request("POST", "/v1/batch", body + Array("]}".utf8))
  }

  func acknowledged(_ reply: RawConnection.Reply, of records: [PeerRecord]) throws -> [String] {
    guard (200..<300).contains(reply.status) else { return [] }
    if records.count == 1 { return records.map(\.id) }
    let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
    let answers = object?["responses"] as? [[String: Any]] ?? []
    return zip(records, answers).compactMap { record, answer in
      (answer["status"] as? Int).flatMap { (200..<300).contains($0) ? record.id : nil }
    }
  }

  let pageSizes = [500, 1000, 2500, 5000, 10_000]

  func readAll(pageSize: Int, collect: ((String) -> Void)?) throws -> Int {
    let connection = RawConnection(port: port)
    var path = Self.collection + "/records?_limit=\(pageSize)"
    var count = 0
    while true {
      let reply = try connection.send(request("GET", path))
      guard reply.status == 200 else { throw BenchFailure("records: status \(reply.status)") }
      count += Self.count("\"last_modified\":", in: reply.body)
      if let collect { for id in try Self.ids(reply.body) { collect(id) } }
      guard let next = Self.header("Next-Page", reply) else { return count }
      // An absolute address; only its path and query count here.
      guard let slash = next.range(of: "/v1/") else { return count }
      path = String(next[slash.lowerBound...])
    }
  }

  /// Cheaper than reading the JSON, so that counting does not slow the server's figure.
  private static func count(_ text: String, in body: [UInt8]) -> Int {
    let wanted = Array(text.utf8)
    return body.withUnsafeBytes { raw in
      var (count, position) = (0, 0)
      while let base = raw.baseAddress, position < raw.count,
        let found = bench_find(base + position, raw.count - position, wanted, wanted.count)
      {
        count += 1
        position = base.distance(to: found) + wanted.count
      }
      return count
    }
  }

  static func ids(_ body: [UInt8]) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    let records = object?["data"] as? [[String: Any]] ?? []
    return records.compactMap { $0["id"] as? String }
  }

  static func header(_ name: String, _ reply: RawConnection.Reply) -> String? {
    for line in reply.headers.split(whereSeparator: { $0 == "\r\n" }) {
      guard line.lowercased().hasPrefix(name.lowercased() + ":") else { continue }
      return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }
    return nil
  }

  func makeFollower() throws -> any PeerFollower { KintoFollower(peer: self) }
}

/// Polls by the collection's timestamp, as its clients do: what is newer than the newest seen.
struct KintoFollower: PeerFollower {
  let peer: KintoPeer
  private let connection: RawConnection
  private var since = "0"

  init(peer: KintoPeer) {
    self.peer = peer
    connection = RawConnection(port: peer.port)
  }

  mutating func next() throws -> [String] {
    var path = KintoPeer.collection + "/records?_since=\"\(since)\"&_sort=last_modified"
    path = path.replacing("\"", with: "%22")
    var ids: [String] = []
    var newest: String?
    while true {
      let reply = try connection.send(peer.request("GET", path))
      guard reply.status == 200 else { throw BenchFailure("records: status \(reply.status)") }
      newest = newest ?? KintoPeer.header("ETag", reply)
      ids += try KintoPeer.ids(reply.body)
      guard let next = KintoPeer.header("Next-Page", reply),
        let slash = next.range(of: "/v1/")
      else { break }
      path = String(next[slash.lowerBound...])
    }
    if let newest { since = newest.filter(\.isNumber) }
    return ids
  }
}
