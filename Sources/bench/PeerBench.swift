import SyncProtocol
import Threads

/// The same work for each server, and what became of what was acknowledged.
struct PeerBench {
  var name: String
  var peer: any Peer
  var home: ZoneID
  var account: AccountID
  var seconds: Double

  private struct Sent: Sendable {
    var records: [PeerRecord]
    var reply: RawConnection.Reply?
    var seconds: Double
  }

  private struct Outcome {
    var acknowledged: Set<String> = []
    var refused = 0
    var elapsed = 0.0
    var samples = Samples()
  }

  /// Pushes from several connections until the time is over or the requests run out.
  private func push(connections: Int, batch: Int, requests: Int) throws -> Outcome {
    let prepared = (0..<connections).map { connection in
      (0..<requests).map { index in
        let records = (0..<batch).map { offset in
          PeerRecord(index: index * batch + offset, home: home, account: account)
        }
        let bytes = peer.push(
          records, connection: connection, number: Int64(index) + 1)
        return (records, bytes)
      }
    }
    let sent = Lock<[Sent]>([])
    let last = Lock(0.0)
    let (port, limit) = (peer.port, seconds)
    let start = monotonicSeconds()
    try onThreads(connections) { index in
      let connection = RawConnection(port: port)
      var mine: [Sent] = []
      for (records, bytes) in prepared[index] {
        let before = monotonicSeconds()
        if before - start > limit { break }
        // A request that broke is one without an answer: nothing of it counts as acknowledged.
        let reply = try? connection.send(bytes)
        mine.append(Sent(records: records, reply: reply, seconds: monotonicSeconds() - before))
      }
      let end = monotonicSeconds()
      last.withLock { $0 = max($0, end) }
      sent.withLock { $0 += mine }
    }
    var outcome = Outcome()
    outcome.elapsed = last.withLock { $0 } - start
    for request in sent.withLock({ $0 }) {
      let ids = try request.reply.map { try peer.acknowledged($0, of: request.records) } ?? []
      outcome.acknowledged.formUnion(ids)
      outcome.refused += request.records.count - ids.count
      outcome.samples.add(request.seconds)
    }
    return outcome
  }

  func runPush(requests: Int) throws {
    let bulk = try push(connections: 8, batch: 100, requests: requests)
    let missing = try missing(bulk.acknowledged)
    try Measurement(
      "\(name)-push", Double(bulk.acknowledged.count) / bulk.elapsed, "records/s",
      [
        "acknowledged": Double(bulk.acknowledged.count), "missing": Double(missing),
        "notAcknowledged": Double(bulk.refused), "seconds": bulk.elapsed,
        "p99": bulk.samples.milliseconds(percentile: 99),
      ]
    ).report()
  }

  func runSingles(_ count: Int) throws {
    let single = try push(connections: 1, batch: 1, requests: count)
    try Measurement(
      "\(name)-single", Double(single.acknowledged.count) / single.elapsed, "records/s",
      [
        "p50": single.samples.milliseconds(percentile: 50),
        "p99": single.samples.milliseconds(percentile: 99),
        "missing": Double(try missing(single.acknowledged)),
        "acknowledged": Double(single.acknowledged.count),
      ]
    ).report()
  }

  private func missing(_ acknowledged: Set<String>) throws -> Int {
    var left = acknowledged
    _ = try peer.readAll(pageSize: peer.pageSizes[0]) { left.remove($0) }
    return left.count
  }

  /// The best page size counts.
  func runPull() throws {
    var (best, bestSize, records) = (0.0, 0, 0)
    for size in peer.pageSizes {
      let start = monotonicSeconds()
      let count = try peer.readAll(pageSize: size, collect: nil)
      let rate = Double(count) / (monotonicSeconds() - start)
      if rate > best { (best, bestSize, records) = (rate, size, count) }
    }
    try Measurement(
      "\(name)-pull", best, "records/s",
      ["pageSize": Double(bestSize), "records": Double(records)]
    ).report()
  }

  /// Somebody follows by the server's own cursor while others write: what does he never see?
  func runFollow(requests: Int) throws {
    let isWriting = Lock(true)
    let seen = Lock<Set<String>>([])
    let done = Semaphore()
    let failure = Lock<String?>(nil)
    let peer = peer
    Thread.start {
      defer { done.signal() }
      do {
        var follower = try peer.makeFollower()
        var isLast = false
        while true {
          let ids = try follower.next()
          seen.withLock { $0.formUnion(ids) }
          // Once more after the last write, and then all must be there.
          if isLast { return }
          isLast = !isWriting.withLock { $0 }
        }
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
    }
    let outcome = try push(connections: 4, batch: 25, requests: requests)
    isWriting.withLock { $0 = false }
    done.wait()
    if let failure = failure.withLock({ $0 }) { throw BenchFailure("follower: \(failure)") }
    let missed = outcome.acknowledged.subtracting(seen.withLock { $0 }).count
    try Measurement(
      "\(name)-follow", Double(missed), "records never seen",
      [
        "acknowledged": Double(outcome.acknowledged.count),
        "missing": Double(try missing(outcome.acknowledged)),
        "notAcknowledged": Double(outcome.refused),
      ]
    ).report()
  }
}
