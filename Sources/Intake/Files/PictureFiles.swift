import Blobs
import Glibc
import HTTPServer
import Images
import Threads

/// The files of photos and receipts, for documents and pages. A missing thumbnail is made when it
/// is asked for.
package struct PictureFiles: Sendable {
  package let photos: FileStore
  package let images: ImageWorker
  /// The threads on which files are opened.
  package let pool: ThreadPool

  package init(photos: FileStore, images: ImageWorker, pool: ThreadPool) {
    self.photos = photos
    self.images = images
    self.pool = pool
  }

  /// The path of a picture in a size. Its original must be here; a missing thumbnail is made.
  package func path(of hash: BlobHash, _ size: PhotoSize) async throws -> String {
    guard let edge = size.made?.longestEdge else { return photos.blobs.path(of: hash) }
    let path = try await pool.run { [photos] in
      let path = try photos.thumbnailPath(of: hash, edge: edge)
      return (path, access(path, R_OK) == 0)
    }
    if !path.1 { try await makeThumbnails(of: hash) }
    return path.0
  }

  /// Makes the missing thumbnails of a file.
  package func makeThumbnails(of hash: BlobHash) async throws {
    let missing = try await pool.run { [photos] in
      try Thumbnail.Size.allCases.compactMap { size in
        let target = try photos.thumbnailPath(of: hash, edge: size.longestEdge)
        return access(target, F_OK) == 0 ? nil : (size, photos.unfinishedPath(), target)
      }
    }
    guard !missing.isEmpty else { return }
    _ = try await images.makeThumbnails(
      of: photos.blobs.path(of: hash), to: missing.map { (size: $0.0, path: $0.1) })
    try await pool.run { [photos] in
      for (_, path, target) in missing { try photos.putThumbnail(path, at: target) }
    }
  }

  /// The bytes of the file at a path; `nil` when it cannot be opened, because it has not arrived or
  /// was removed.
  package func slice(at path: String) async throws -> FileSlice? {
    try await pool.run {
      // The cause of a failure shows when the file is next looked for.
      guard let file = try? OpenFile(path: path) else { return nil }
      return FileSlice(file: file, count: try file.size())
    }
  }

  /// Opens a JPEG thumbnail of a picture that is here. Nothing is fetched, so a device that is
  /// offline does not wait for each picture.
  package func open(_ hash: BlobHash, _ size: PhotoSize) async -> Int32? {
    do {
      guard try await pool.run({ [photos] in photos.blobs.size(of: hash) != nil }) else {
        return nil
      }
      return Self.open(try await path(of: hash, size))
    } catch {
      // A picture that cannot be read now is treated as missing.
      return nil
    }
  }

  package static func open(_ path: String) -> Int32? {
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    return file < 0 ? nil : file
  }
}
