import Foundation
import Glibc
import SyncProtocol

/// Many devices that come back at once, as after a restart of the hub or of the router: each sends
/// what it wrote meanwhile, asks for what is new, and listens again. All requests of a step are
/// under way before the first answer is read.
struct StormBench {
  var manifest: Manifest
  var port: UInt16
  var count: Int

  /// As a device does without a word about when to come back.
  private static let retrySeconds = 1.0
  private static let limitSeconds = 300.0

  private struct Device {
    var person: Manifest.Person
    var connection: RawConnection
    var peer: HearthPeer
    var number: Int
  }

  func run() throws {
    try DescriptorLimit.raise()
    let people = manifest.listeners
    guard !people.isEmpty, manifest.listenerHomes.count == people.count else {
      throw BenchFailure("listeners with homes are needed: fill --listeners N --listener-items 1")
    }
    let peers = try zip(people, manifest.listenerHomes).map { person, home in
      try HearthPeer(port: port, home: home, person: person)
    }
    let devices = (0..<count).map { index in
      Device(
        person: people[index % people.count], connection: RawConnection(port: port),
        peer: peers[index % people.count], number: index)
    }
    let start = monotonicSeconds()
    var put = PutOff()
    let pushed = try step(devices, &put, since: start) { device in
      let record = PeerRecord(
        index: device.number, home: device.peer.home, account: device.person.account)
      return device.peer.push([record], connection: device.number, number: 1)
    } check: { reply in
      guard case .answers(let answers, _) = try PushResponse(wireBytes: reply.body) else {
        return false
      }
      return answers.allSatisfy { if case .accepted = $0 { true } else { false } }
    }
    _ = try step(devices, &put, since: start) { device in
      device.peer.pullRequest(replica: device.number)
    } check: { _ in
      true
    }
    let listening = try listen(devices, &put, since: start)
    let seconds = monotonicSeconds() - start
    var stored = 0
    for peer in peers { stored += try peer.readAll(pageSize: 1 << 20, collect: nil) }
    // One item each was there before.
    let kept = stored - peers.count
    guard pushed == count, kept == count, listening == count else {
      throw BenchFailure(
        "\(count) devices: \(pushed) pushes accepted, \(kept) stored, \(listening) listening")
    }
    try Measurement(
      "storm", seconds, "s",
      [
        "devices": Double(count), "stored": Double(kept), "putOff": Double(put.answers),
        "hungUp": Double(put.hangUps),
      ]
    ).report()
  }

  /// How often the hub asked to come back later, or ended a connection.
  private struct PutOff {
    var answers = 0
    var hangUps = 0
  }

  /// One step of all devices; those who are put off come back when they were told to.
  ///
  /// - Returns: how many were answered with 200 and passed `check`.
  private func step(
    _ devices: [Device], _ put: inout PutOff, since start: Double,
    _ request: (Device) throws -> [UInt8], check: (RawConnection.Reply) throws -> Bool
  ) throws -> Int {
    let requests = try devices.map(request)
    var (left, passed) = (Array(devices.indices), 0)
    while !left.isEmpty {
      var sent: [Int] = []
      var again: [Int] = []
      var wait = 0.0
      for index in left {
        // A connection that is refused is tried again, as by a device.
        if (try? devices[index].connection.begin(requests[index])) == nil {
          put.hangUps += 1
          again.append(index)
        } else {
          sent.append(index)
        }
      }
      for index in sent {
        // A connection that the server ends is counted, and tried again.
        guard let reply = try? devices[index].connection.finish() else {
          put.hangUps += 1
          again.append(index)
          continue
        }
        switch reply.status {
        case 200: passed += try check(reply) ? 1 : 0
        case 429, 503:
          put.answers += 1
          wait = max(wait, Self.retryAfter(reply.headers))
          again.append(index)
        default: throw BenchFailure("a device was answered with \(reply.status)")
        }
      }
      left = again
      if !left.isEmpty { try pause(max(wait, Self.retrySeconds), since: start) }
    }
    return passed
  }

  private func listen(
    _ devices: [Device], _ put: inout PutOff, since start: Double
  ) throws -> Int {
    var left = devices
    while !left.isEmpty {
      var again: [Device] = []
      for device in left {
        let request = RawConnection.request(
          "GET", "/sync/v1/events", host: "127.0.0.1:\(port)",
          headers: [("Authorization", "Bearer \(device.person.deviceToken)")])
        do { try device.connection.begin(request) } catch { device.connection.close() }
      }
      for device in left {
        // Likewise.
        let status = try? device.connection.head()
        if status == 200 {
          try device.connection.wait(for: "listening")
          device.connection.forgetBuffer()
        } else {
          if status == nil { put.hangUps += 1 } else { put.answers += 1 }
          device.connection.close()
          again.append(device)
        }
      }
      left = again
      if !left.isEmpty { try pause(Self.retrySeconds, since: start) }
    }
    return devices.count { $0.connection.isOpen }
  }

  private func pause(_ seconds: Double, since start: Double) throws {
    guard monotonicSeconds() - start < Self.limitSeconds else {
      throw BenchFailure("the storm is not over after \(Int(Self.limitSeconds)) s")
    }
    usleep(UInt32(seconds * 1_000_000))
  }

  private static func retryAfter(_ headers: String) -> Double {
    for line in headers.split(whereSeparator: { $0 == "\r\n" }) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "retry-after",
        let seconds = Double(parts[1].trimmingPrefix(while: { $0 == " " }))
      {
        return seconds
      }
    }
    return retrySeconds
  }
}
