import Blobs
import Threads

/// The files of photos and papers whose rows went to the hub without them, because their account
/// had no room left there. They go as soon as there is room, also after a new start.
final class UnsentFiles: Sendable {
  private let folder: DeviceFolder
  private let hashes: Lock<Set<BlobHash>>

  init(folder: DeviceFolder) {
    self.folder = folder
    hashes = Lock(folder.unsentFiles())
  }

  var count: Int { hashes.withLock { $0.count } }
  var first: BlobHash? { hashes.withLock { $0.first } }

  func insert(_ hash: BlobHash) { change { $0.insert(hash).inserted } }

  func remove(_ hash: BlobHash) { change { $0.remove(hash) != nil } }

  private func change(_ body: (inout Set<BlobHash>) -> Bool) {
    hashes.withLock { hashes in
      guard body(&hashes) else { return }
      // On a disk that takes no more they are known until the program ends.
      try? folder.keep(unsent: hashes)
    }
  }
}
