import Blobs
import Glibc
import Household
import Images
import Importing

/// Brings the photos of an archive into the folder of photos: sanitised, named by their hash.
struct PhotoIntake: Sendable {
  private static let maxPhotoBytes = 100 << 20
  /// How often the person hears how far it is.
  private static let photosPerReport = 25

  let folder: DataFolder

  /// The stored file of each photo by the name of its entry. One that cannot be read is left out,
  /// and told of.
  func store(
    _ photos: [ImportedPhoto], from archive: ZipArchive?,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> [String: StoredPhoto] {
    guard let archive, !photos.isEmpty else { return [:] }
    try Posix.makeFolder(folder.temporary)
    let worker = ImageWorker()
    defer { worker.stop() }
    var stored: [String: StoredPhoto] = [:]
    for (index, photo) in photos.enumerated() {
      if index % Self.photosPerReport == 0 { progress("Photos: \(index) of \(photos.count) …") }
      guard let entry = archive.entry(at: photo.entryIndex) else { continue }
      do {
        stored[photo.entryName] = try await store(
          try archive.bytes(of: entry, maxBytes: Self.maxPhotoBytes), with: worker)
      } catch let error as ImageError {
        progress("\(photo.entryName) is left out: \(Words.spaced("\(error)"))")
      } catch BlobError.wrongSize {
        progress("\(photo.entryName) is left out: it is too large")
      }
    }
    return stored
  }

  private func store(_ bytes: [UInt8], with worker: ImageWorker) async throws -> StoredPhoto {
    let input = "\(folder.temporary)/photo-\(getpid())-in"
    let output = "\(folder.temporary)/photo-\(getpid())-out"
    unlink(output)
    try Posix.write(bytes, to: input)
    defer {
      unlink(input)
      unlink(output)
    }
    let image = try await worker.sanitize(input, to: output)
    guard let clean = Posix.read(output, maxBytes: image.byteCount) else {
      throw Posix.failure(output)
    }
    let hash = try BlobFolder(path: folder.blobs).store(clean, by: "import")
    guard let kind = Photo.Kind(rawValue: "\(image.kind)") else {
      throw CommandFailure.failed("a photo came out as \(image.kind), which is not kept")
    }
    return StoredPhoto(
      blobHash: hash.description, byteCount: Int64(clean.count), kind: kind, width: image.width,
      height: image.height)
  }
}
