import Foundation
import Glibc

/// Holds event streams open and looks at the memory of the server behind them.
struct StreamBench {
  var manifest: Manifest
  var port: UInt16
  var count: Int
  /// The server's process.
  var process: Int

  /// Descriptors that this process needs for itself.
  private static let otherDescriptors = 60
  private static let pokes = 20

  func run() throws {
    let room = try DescriptorLimit.raise() - Self.otherDescriptors
    let perAccount = 64
    let wanted = min(count, room, manifest.listeners.count * perAccount)
    let before = try Self.residentKibibytes(process)
    var connections: [RawConnection] = []
    let start = monotonicSeconds()
    for index in 0..<wanted {
      let person = manifest.listeners[index / perAccount]
      let connection = RawConnection(port: port)
      let status = try connection.open(
        RawConnection.request(
          "GET", "/sync/v1/events", host: "127.0.0.1:\(port)",
          headers: [("Authorization", "Bearer \(person.deviceToken)")]))
      guard status == 200 else {
        throw BenchFailure("stream \(index) was answered with \(status)")
      }
      try connection.wait(for: "listening")
      connections.append(connection)
      connection.forgetBuffer()
    }
    let seconds = monotonicSeconds() - start
    sleep(3)
    let open = connections.count { $0.isOpen }
    guard open == wanted else { throw BenchFailure("only \(open) of \(wanted) streams are open") }
    let after = try Self.residentKibibytes(process)
    try Measurement(
      "idle-streams", Double(after) / 1024, "MB",
      [
        "streams": Double(open), "before": Double(before) / 1024, "seconds": seconds,
        "kbPerStream": Double(after - before) / Double(max(1, open)),
      ]
    ).report()
    if !manifest.sharedHome.isEmpty { try poke(connections) }
  }

  /// Changes a record of the home in which all who listen are, twenty times: the time until the
  /// hint of it has come on every stream.
  private func poke(_ connections: [RawConnection]) throws {
    guard let owner = manifest.members.first else { return }
    let peer = try HearthPeer(port: port, home: manifest.sharedHome, person: owner)
    let sender = RawConnection(port: port)
    for connection in connections { _ = connection.hasEvent() }
    var samples = Samples()
    for number in 1...Self.pokes {
      let record = PeerRecord(index: number, home: peer.home, account: owner.account)
      let request = peer.push([record], connection: 0, number: Int64(number))
      let start = monotonicSeconds()
      try sender.begin(request)
      var left = connections
      while !left.isEmpty {
        left = left.filter { !$0.hasEvent() }
        guard monotonicSeconds() - start < 30 else {
          throw BenchFailure("\(left.count) streams heard nothing")
        }
      }
      samples.add(monotonicSeconds() - start)
      let reply = try sender.finish()
      guard try peer.acknowledged(reply, of: [record]).count == 1 else {
        throw BenchFailure("the change was not accepted")
      }
      sleep(1)
    }
    try samples.report("poke-all", ["streams": Double(connections.count)])
  }

  /// `VmRSS` of a process.
  static func residentKibibytes(_ process: Int) throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
      let value = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw BenchFailure("the memory of process \(process) cannot be read") }
    return value
  }
}

enum DescriptorLimit {
  /// Allows this process as many descriptors as it may have; returns how many.
  @discardableResult
  static func raise() throws -> Int {
    var limit = rlimit()
    let resource = __rlimit_resource_t(7)
    guard getrlimit(resource, &limit) == 0 else { throw BenchFailure("no limit of descriptors") }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else {
      throw BenchFailure("the limit of descriptors stays")
    }
    return Int(min(limit.rlim_cur, 1 << 20))
  }
}
