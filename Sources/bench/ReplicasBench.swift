import Foundation
import Glibc

/// Opens pages of many accounts at once, each with its stream, and looks at what the server needs
/// for the replicas behind them.
struct ReplicasBench {
  var manifest: Manifest
  var port: UInt16
  /// The server's process.
  var process: Int

  /// Accounts whose pages are closed again, until others have taken their replicas' room.
  private static let closedCount = 100

  func run() throws {
    let server = ServerProcess(process)
    let people = manifest.listeners
    let pages = RawConnection(port: port)
    var streams: [RawConnection] = []
    let start = monotonicSeconds()
    for person in people {
      try page(of: person, on: pages)
      let stream = RawConnection(port: port)
      let status = try stream.open(request("/events", person))
      guard status == 200 else { throw BenchFailure("a stream was answered with \(status)") }
      stream.forgetBuffer()
      streams.append(stream)
    }
    let seconds = monotonicSeconds() - start
    sleep(3)
    try Measurement(
      "open-replicas", try server.residentMegabytes(), "MB",
      [
        "replicas": Double(people.count), "seconds": seconds,
        "descriptors": Double(try server.descriptorCount()),
        // A stream is a descriptor, too, but none of a replica.
        "streams": Double(streams.count { $0.isOpen }),
      ]
    ).report()
    // The first people close their pages; others come and go, so that their replicas are closed.
    for stream in streams.prefix(Self.closedCount) { stream.close() }
    sleep(2)
    for stream in streams.dropFirst(Self.closedCount).prefix(Self.closedCount) { stream.close() }
    sleep(2)
    for person in people.dropFirst(Self.closedCount).prefix(Self.closedCount) {
      try page(of: person, on: pages)
    }
    var samples = Samples()
    for person in people.prefix(Self.closedCount) {
      let begin = monotonicSeconds()
      try page(of: person, on: pages)
      samples.add(monotonicSeconds() - begin)
    }
    try samples.report("closed-replica")
  }

  private func request(_ path: String, _ person: Manifest.Person) -> [UInt8] {
    RawConnection.request(
      "GET", path, host: "127.0.0.1:\(port)",
      headers: [("Cookie", "hearth-session=\(person.browserToken)")])
  }

  /// The page that lists what a person has.
  private func page(of person: Manifest.Person, on connection: RawConnection) throws {
    let reply = try connection.send(request("/items", person))
    guard reply.status == 200 else {
      throw BenchFailure("a page was answered with \(reply.status)")
    }
  }
}
