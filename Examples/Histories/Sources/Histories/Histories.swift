import Foundation
import HubHTTP
import HubSQLite
import Replica
import ReplicaHTTP
import SyncProtocol
import Threads

/// A hub and devices that share lists, to be run and disturbed from outside: see `tools/histories`.
@main
struct Histories {
  static let usage = Failure(
    """
    the hub:   hub FOLDER PORT [NAME:PASSWORD...]
    a device:  join FILE HUB NAME PASSWORD     signs in
               make FILE HOME...               makes homes, prints a code for each
               accept FILE CODE...             joins others' homes
               device FILE [PLANT]             does what it is told on stdin, a line at a time
    While it runs, `hub` and `device` take `clock MILLISECONDS` on stdin, by which the wall clock is
    set wrong from then on; HISTORIES_CLOCK has that at the start. They end with stdin.
    """)

  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  static func run(_ words: [String]) async throws {
    func word(_ index: Int) throws -> String {
      guard index < words.count else { throw usage }
      return words[index]
    }
    let offset = ProcessInfo.processInfo.environment["HISTORIES_CLOCK"].flatMap { Int64($0) } ?? 0
    let clock = Clock(offsetMilliseconds: offset)
    switch try word(0) {
    case "hub": try await serve(word(1), port: word(2), words.dropFirst(3), clock: clock)
    case "join":
      try await Session.begin(word(1), hub: word(2), name: word(3), password: word(4))
      let (file, transport) = try Session.open(word(1), clock: clock)
      try await file.sync(via: transport)
    case "make": try await make(word(1), words.dropFirst(2), clock: clock)
    case "accept":
      let (file, transport) = try Session.open(word(1), clock: clock)
      for code in words.dropFirst(2) {
        _ = try await HTTPHubClient(transport).redeem(.code(code))
      }
      try await file.sync(via: transport)
    case "device":
      var plant: Device.Plant?
      if words.count > 2 {
        guard let known = Device.Plant(rawValue: words[2]) else { throw usage }
        plant = known
      }
      let device = try Device(word(1), clock: clock, plant: plant)
      say(#"{"type":"ready"}"#)
      for await line in commands(clock) {
        let answer = try JSONEncoder().encode(await device.answer(line))
        say(String(decoding: answer, as: UTF8.self))
      }
    default: throw usage
    }
  }

  /// Makes homes, and an invite to each for as many as there may be.
  private static func make(_ path: String, _ homes: ArraySlice<String>, clock: Clock) async throws {
    let (file, transport) = try Session.open(path, clock: clock)
    try await file.write { transaction in
      for home in homes { try transaction.makeHome(home) }
    }
    try await file.sync(via: transport)
    for home in homes {
      let zone = try file.read { try Lists.home(of: home, in: $0) }
      let invite = InviteRequest(zone: zone, role: .readWrite, maxUses: 50)
      say(try await HTTPHubClient(transport).createInvite(invite).code)
    }
  }

  /// Runs the hub until it is killed, or nobody is left who could tell it anything.
  private static func serve(
    _ path: String, port: String, _ people: ArraySlice<String>, clock: Clock
  ) async throws {
    guard let port = UInt16(port) else { throw usage }
    let folder = try HubFolder(path: path)
    let server = try HubServer(
      store: HubSQLite(path: folder.store), schema: Schema.sync, folder: folder,
      now: clock.nowMilliseconds)
    for person in people {
      let parts = person.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { throw usage }
      try server.accounts.create(name: parts[0], password: parts[1], by: .commandLine)
    }
    say(#"{"type":"ready","port":\#(try server.start(port: port))}"#)
    for await _ in commands(clock) {}
  }

  /// The lines of stdin. Those that set the clock are obeyed at once, whatever else is under way.
  private static func commands(_ clock: Clock) -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    Threads.Thread.start {
      while let line = readLine() {
        if line.hasPrefix("clock "), let offset = Int64(line.dropFirst(6)) {
          clock.set(offsetMilliseconds: offset)
        } else {
          continuation.yield(line)
        }
      }
      // Nobody is left who would read an answer, either.
      exit(0)
    }
    return lines
  }
}

/// Why a command did nothing, in words for the person.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Prints at once, also into a pipe. Not through the C library, which would wait for whoever reads
/// stdin before it flushes.
func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}
