import Foundation
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol

/// One device that does what it is told, a line of JSON at a time, and answers each with a line.
///
/// `ok`: it has happened. `fail`: it has not, and will not. `info`: nobody knows; so is a command
/// that has no answer, because the process was killed.
final class Device {
  struct Command: Decodable, Sendable {
    enum Name: String, Decodable {
      /// Happens at the hub or not at all, relying on every home that it reads or writes.
      case confirm
      /// Syncs, then reads: what the hub had at some moment since the command came.
      case syncRead = "sync-read"
      /// Happens here at once, and at the hub some time.
      case write
      /// Reads what is here.
      case read
      /// Sends what waits and takes in what others did.
      case sync
    }

    var op: Name
    var value: [MicroOperation]?
  }

  struct Answer: Encodable {
    enum Kind: String, Encodable { case ok, fail, info }

    var type: Kind
    var value: [MicroOperation]?
    /// After `sync`: how many changes the hub has not answered.
    var pending: Int?
    /// After `sync`: what the hub refused. It is forgotten here.
    var refused: [Refused]?
    var error: String?
  }

  struct Refused: Encodable {
    var reason: String
    /// The appends; empty for a removal.
    var value: [MicroOperation]
  }

  /// A way to be wrong on purpose, to see it found.
  enum Plant: String {
    /// Answers every fourth read from before the last pull.
    case staleRead = "stale-read"
    /// Has transactions confirmed without saying what they rely on.
    case noReliance = "no-reliance"
    /// Says of every twentieth plain write that it has happened, and does not do it.
    case forgottenWrite = "forgotten-write"
  }

  private struct Forgotten: Error {
    let value: [MicroOperation]
  }

  private let file: ReplicaFile
  private let transport: HTTPTransport
  private let plant: Plant?
  private var count = 0
  /// What was here before the last pull; kept for the plant only.
  private var before: [String: [Int64]] = [:]

  init(_ path: String, clock: Clock, plant: Plant?) throws {
    (file, transport) = try Session.open(path, clock: clock)
    self.plant = plant
  }

  func answer(_ line: String) async -> Answer {
    do {
      let command = try JSONDecoder().decode(Command.self, from: Data(line.utf8))
      let operations = command.value ?? []
      switch command.op {
      case .confirm: return try await confirm(operations)
      case .syncRead:
        let synced = await sync()
        guard synced.type == .ok else { return synced }
        return try read(operations)
      case .write: return try await write(operations)
      case .read: return try read(operations)
      case .sync: return await sync()
      }
    } catch let error as Failure {
      return Answer(type: .fail, error: error.description)
    } catch {
      return Answer(type: .info, error: "\(error)")
    }
  }

  private func confirm(_ operations: [MicroOperation]) async throws -> Answer {
    let homes = try file.read { connection in
      try Set(operations.map { try Lists.home(of: $0.list, in: connection) })
    }
    let reliance: Replica.Reliance =
      plant == .noReliance ? .nothing : Replica.Reliance(zones: homes.sorted())
    do {
      let value = try await file.confirm(relyingOn: reliance, via: transport) {
        try $0.run(operations)
      }
      return Answer(type: .ok, value: value)
    } catch ConfirmationError.outcomeUnknown(let error) {
      return Answer(type: .info, error: "\(error)")
    } catch let error as ConfirmationError {
      return Answer(type: .fail, error: "\(error)")
    }
  }

  private func write(_ operations: [MicroOperation]) async throws -> Answer {
    if isPlanted(.forgottenWrite, each: 20) {
      do {
        try await file.write { throw Forgotten(value: try $0.run(operations)) }
      } catch let forgotten as Forgotten {
        return Answer(type: .ok, value: forgotten.value)
      }
    }
    return Answer(type: .ok, value: try await file.write { try $0.run(operations) })
  }

  private func read(_ operations: [MicroOperation]) throws -> Answer {
    if isPlanted(.staleRead, each: 4) {
      let value = operations.map {
        MicroOperation.read(list: $0.list, values: before[$0.list] ?? [])
      }
      return Answer(type: .ok, value: value)
    }
    return Answer(type: .ok, value: try file.read { try Lists.answers(to: operations, in: $0) })
  }

  private func sync() async -> Answer {
    do {
      if plant == .staleRead { before = try file.read(Lists.all) }
      try await file.sync(via: transport)
      return Answer(
        type: .ok, pending: try file.status().pendingCount, refused: try takeRefused())
    } catch {
      // What was pending still is; nothing has been read.
      return Answer(type: .fail, error: "\(error)")
    }
  }

  private func takeRefused() throws -> [Refused] {
    try file.parkedChanges().map { parked in
      try file.discard(parked: parked.number)
      return Refused(
        reason: parked.refusal.reason.rawValue,
        value: parked.changeSet.mutations.compactMap(MicroOperation.init(insert:)))
    }
  }

  private func isPlanted(_ plant: Plant, each number: Int) -> Bool {
    guard self.plant == plant else { return false }
    count += 1
    return count.isMultiple(of: number)
  }
}
