import Blobs
import Glibc
import HubWeb
import Images
import Intake
import SyncProtocol

extension LocalHub {
  /// Runs `body` with an intake that unpacks and cleans photos in a folder of this process.
  ///
  /// - Parameters:
  ///   - account: the account that the files count towards.
  ///   - imageProgram: the executable whose `image-worker` command reads pictures.
  func withIntake<Result>(
    of account: AccountID, imageProgram: String, _ body: (PhotoIntake) async throws -> Result
  ) async throws -> Result {
    try Posix.makeFolder(folder.temporary)
    let directory = "\(folder.temporary)/import-\(getpid())"
    let store = try FileStore(
      blobs: BlobFolder(path: folder.blobs), directory: directory, room: HubFileRoom(hub: hub))
    let images = ImageWorker(executablePath: imageProgram)
    defer {
      images.stop()
      Posix.removeEmptyFolder(directory + "/unfinished")
      Posix.removeEmptyFolder(directory)
    }
    return try await body(PhotoIntake(photos: store, images: images, pool: pool, account: account))
  }
}
