import HearthDomain
import Glibc
import Household
import Hub
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads

/// Compares a replica with its hub zone by zone, where both are at the same sequence. A replica
/// that is only behind counts as correct.
enum ReplicaComparison {
  static func digests(_ path: String) throws(ReplicaFileError) -> ReplicaDigests {
    try ReplicaDigests(
      ofFile: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema)
  }

  /// The zones in which a replica beside the hub differs from the hub.
  static func differences(ofFile path: String, from store: any HubStore) throws -> [ZoneID] {
    let held = try digests(path)
    return try store.read { reader in
      guard try reader.state().epoch == held.epoch else { return [] }
      return try held.zones.sorted { $0.key < $1.key }.compactMap { zone, held in
        guard let found = try reader.digest(of: zone), found.head == held.sequence,
          found.digest != held.digest
        else { return nil }
        return zone
      }
    }
  }

  /// The result of comparing a device with its hub.
  struct DeviceResult {
    let differing: [ZoneID]
    /// How many zones were compared.
    let comparedCount: Int
    let held: ReplicaDigests
  }

  /// Why a sync with a hub failed; a phrase that follows the hub's name.
  static func sentence(_ error: SyncError) -> String {
    switch error {
    case .transport(let problem): sentence(problem)
    case .foreignReplica: "knows this replica as another account's"
    case .inconsistent: "answers what does not hold together"
    case .busy: "has too much to do now"
    }
  }

  /// Why a request to a hub failed; a phrase that follows the hub's name.
  static func sentence(_ error: TransportError) -> String {
    switch error {
    case .unreachable, .interrupted: "cannot be reached"
    case .unauthorised:
      "does not know this device's session: it was ended there, or is of another hub"
    case .outdated: "is newer than this program: upgrade it"
    case .rejected(_, let message): "refuses: \(message)"
    case .busy: "has too much to do now"
    case .protocolError: "does not answer as a Hearth hub"
    }
  }

  /// Loads everything that the device's account may see from the hub, and compares it.
  static func compare(_ folder: DeviceFolder) async throws -> DeviceResult {
    guard let address = folder.hub, let session = folder.session() else {
      throw CommandFailure.refused(
        "nobody has signed in on this device yet; start it with: hearth device --hub URL")
    }
    let held = try digests(folder.replica)
    let path = "\(folder.temporary)/doctor-\(getpid()).db"
    let remove = {
      for suffix in ["", "-wal", "-shm", ".incarnation", ".lock"] { unlink(path + suffix) }
    }
    remove()
    defer { remove() }
    let pool = ThreadPool(name: "doctor", threads: 1, maxWaiting: 8)
    defer { pool.stop() }
    let fresh = try ReplicaFile(
      path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: session.account.id,
      environment: .init(now: Posix.nowMilliseconds, random: .init()),
      pool: pool)
    do {
      try await fresh.pull(via: HTTPTransport(address: address, token: session.token))
    } catch let error as SyncError {
      throw CommandFailure.failed("the hub at \(address) \(Self.sentence(error))")
    }
    let expected = try digests(path)
    let shared = held.zones.filter {
      expected.epoch == held.epoch && expected.zones[$0.key]?.sequence == $0.value.sequence
    }
    return DeviceResult(
      differing: shared.filter { expected.zones[$0.key] != $0.value }.keys.sorted(),
      comparedCount: shared.count, held: held)
  }
}
