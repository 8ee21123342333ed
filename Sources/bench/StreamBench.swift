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

  func run() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(7), &limit)
    let room = Int(min(limit.rlim_cur, 1 << 20)) - Self.otherDescriptors
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
