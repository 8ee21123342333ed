import Families
import Foundation
import Household
import Replica
import SQLite
import SyncProtocol
import Threads
import Values

/// What a family sees of each other's ticks, and how long its pages of the day take.
struct FamilyBench {
  var manifest: Manifest
  var port: UInt16
  var folder: String

  private func family() throws -> Manifest.Family {
    guard let family = manifest.family else { throw BenchFailure("no family was filled") }
    return family
  }

  // MARK: Seen by all

  /// One device of the family that waits for ticks.
  private final class Watcher {
    let device: SyncBench.Device
    private var arrivals: AsyncStream<Void>.Iterator
    private var observation: AnyObject?

    init(_ device: SyncBench.Device) {
      self.device = device
      let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
      self.arrivals = arrivals.makeAsyncIterator()
      observation =
        device.file.observe { notice in
          if notice.origin == .hub, notice.tables.contains("routineEvents") { continuation.yield() }
        } as AnyObject
    }

    /// When so many events of a day are there, by `monotonicSeconds`.
    func arrival(of count: Int64, on day: String) async throws -> Double {
      while try FamilyBench.events(on: day, device.file) < count {
        guard await arrivals.next() != nil else { throw BenchFailure("the stream has ended") }
      }
      return monotonicSeconds()
    }
  }

  private static func events(on day: String, _ file: ReplicaFile) throws -> Int64 {
    try file.read { connection in
      try connection.first(
        "SELECT count(*) FROM routineEvents WHERE day = ?", .text(day)
      ) { $0.integer(0) } ?? 0
    }
  }

  /// A tick on one device, until the files of `others` other devices of the family have it. All run
  /// the product's own sync loop.
  func seen(others: Int, count: Int) async throws {
    let family = try family()
    let sync = SyncBench(manifest: manifest, port: port, folder: folder)
    let writer = try await sync.device("family-writer", family.people[0])
    var watchers: [Watcher] = []
    for index in 0..<others {
      let person = family.people[index % family.people.count]
      watchers.append(Watcher(try await sync.device("family-\(index)", person)))
    }
    let loops = ([writer] + watchers.map(\.device)).map {
      SyncLoop(file: $0.file, transport: $0.transport, now: wallMilliseconds)
    }
    let tasks = loops.map { loop in Task { await loop.run() } }
    try await Task.sleep(for: .seconds(2))
    let day = CalendarDay(daysSince1970: Int(wallMilliseconds() / 86_400_000))
    guard
      let routine = try writer.file.read({ try Routine.of(family.zone, in: $0) })
        .first(where: { $0.plan.mode == .each })
    else { throw BenchFailure("the family has no routine") }
    var (each, last) = (Samples(), Samples())
    for index in 0..<count + 5 {
      let start = monotonicSeconds()
      try press(writer, routine, day, isBack: index % 2 == 1)
      let wanted = try Self.events(on: day.text, writer.file)
      var latest = start
      // They are all awake; asking one after the other only finds what has come meanwhile.
      for watcher in watchers {
        let arrival = try await watcher.arrival(of: wanted, on: day.text)
        if index >= 5 { each.add(arrival - start) }
        latest = max(latest, arrival)
      }
      if index >= 5 { last.add(latest - start) }
      try await Task.sleep(for: .milliseconds(20))
    }
    for loop in loops { loop.stop() }
    for task in tasks { task.cancel() }
    try each.report("family-seen", ["devices": Double(others)])
    try last.report("family-seen-by-all", ["devices": Double(others)])
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func press(
    _ device: SyncBench.Device, _ routine: Routine, _ day: CalendarDay, isBack: Bool
  ) throws {
    let task = RoutineTask(
      routineID: routine.id, day: day, personID: routine.plan.people[0], today: day)
    try device.file.write { transaction in
      if isBack {
        try UntickRoutine(task)(transaction)
      } else {
        try TickRoutine(task)(transaction)
      }
    }
  }

  // MARK: Pages

  /// The family's day as a parent, a child's own day, what happened in the family, and what its end
  /// would mean, over HTTP.
  func pages(count: Int) throws {
    let family = try family()
    let (parent, child) = (family.people[0], family.people[4])
    for (name, person, path) in [
      ("family-day", parent, "/families/\(family.zone)"),
      ("family-own-day", child, "/families/\(family.zone)/day/\(child.account)"),
      ("family-activity", parent, "/families/\(family.zone)/activity"),
      ("family-activity-api", parent, "/api/v1/families/\(family.zone)/activity"),
      ("family-end", parent, "/families/\(family.zone)/delete"),
    ] {
      let connection = RawConnection(port: port)
      let request = RawConnection.request(
        "GET", path, host: "127.0.0.1:\(port)",
        headers: [
          ("Cookie", "hearth-session=\(person.browserToken)"),
          ("Authorization", "Bearer \(person.apiToken ?? "")"),
        ])
      let begin = monotonicSeconds()
      // The first page makes the replica beside the hub, which then loads the family.
      while try connection.send(request).status != 200 {
        guard monotonicSeconds() - begin < 120 else { throw BenchFailure("\(path) never came") }
        usleep(100_000)
      }
      var samples = Samples()
      var bytes = 0
      for index in 0..<count + 5 {
        let start = monotonicSeconds()
        let reply = try connection.send(request)
        let seconds = monotonicSeconds() - start
        guard reply.status == 200 else {
          throw BenchFailure("\(path) was answered with \(reply.status)")
        }
        bytes = reply.body.count
        if index >= 5 { samples.add(seconds) }
      }
      try samples.report(
        name,
        ["bytes": Double(bytes), "days": Double(family.days), "events": Double(family.events)])
    }
  }
}
