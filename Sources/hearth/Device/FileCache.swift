import Blobs
import HearthDomain
import Intake
import Replica
import SQLite
import SyncProtocol
import Threads
import Web

/// Removes files of photos, papers and receipts, including thumbnails, that belong to a home or group
/// to which access has ended, or that no row refers to.
///
/// Within a home or group nothing is removed while the program runs, because deleting can be undone. All
/// methods block.
final class FileCache: Sendable {
  private struct Kept: Hashable {
    var hash: String
    var zone: ZoneID
  }

  private let file: ReplicaFile
  private let photos: FileStore
  private let known = Lock<Set<Kept>>([])

  init(file: ReplicaFile, photos: FileStore) {
    self.file = file
    self.photos = photos
  }

  /// Removes files left behind by an earlier run. Call it before any are added.
  func start() {
    do {
      let wanted = try remember().union(refused())
      for path in try Posix.files(below: photos.blobs.path) {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let hash = parts.last.flatMap({ BlobHash(String($0)) }),
          !wanted.contains(hash.description)
        else { continue }
        photos.remove(hash)
      }
    } catch {
      // What cannot be read now is kept; the next start looks again.
    }
  }

  /// Removes files of homes and groups that are no longer here.
  func look() {
    do {
      let before = known.withLock { $0 }
      let wanted = try remember().union(refused())
      let zones = try file.readAll { try HearthDomain.zones(in: $0) }
      for kept in before where !zones.contains(kept.zone) && !wanted.contains(kept.hash) {
        if let hash = BlobHash(kept.hash) { photos.remove(hash) }
      }
    } catch {
      // What cannot be read now is kept; the next start looks again.
    }
  }

  private func remember() throws -> Set<String> {
    let now = try file.readAll { connection in
      Set(try HearthDomain.files(in: connection).map { Kept(hash: $0.blobHash, zone: $0.zone) })
    }
    known.withLock { $0 = now }
    return Set(now.map(\.hash))
  }

  /// The files that only refused changes refer to, which the person may still want.
  private func refused() throws -> Set<String> {
    Set(
      try file.parkedChanges().flatMap(\.changeSet.mutations).compactMap {
        $0.registers[HearthDomain.fileRegister]?.text
      })
  }
}
