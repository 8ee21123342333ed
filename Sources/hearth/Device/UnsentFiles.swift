import Blobs
import Threads

/// Files of photos and attachments whose rows went to the hub without them, because the account had
/// no room there. They are sent as soon as there is room, even after a restart.
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
      // If they cannot be stored, they are known until the program ends.
      try? folder.keep(unsent: hashes)
    }
  }
}
