import Blobs
import Glibc
import Household
import Images
import Importing
import SyncProtocol
import Things
import Threads
import Wording

/// Stores pictures, cleaned and named by the hash of their bytes.
///
/// Uploads, imports in the browser and `hearth import` all use it.
package struct PhotoIntake: Sendable {
  package let photos: FileStore
  package let images: ImageWorker
  /// The threads on which files are read, hashed and written.
  package let pool: ThreadPool
  /// The account that the files belong to.
  package let account: AccountID

  package init(
    photos: FileStore, images: ImageWorker, pool: ThreadPool, account: AccountID
  ) {
    self.account = account
    self.photos = photos
    self.images = images
    self.pool = pool
  }

  /// Cleans and keeps one picture. Throws `ImageError`, `BlobError` and ``NoFileRoom``.
  package func store(at path: String) async throws -> StoredPhoto {
    let cleaned = photos.unfinishedPath()
    let image = try await images.sanitize(path, to: cleaned)
    let (hash, byteCount) = try await pool.run { [photos, account] in
      try photos.take(cleaned, of: account)
    }
    guard let kind = Photo.Kind(image.kind) else {
      preconditionFailure("a cleaned picture is of a kind that is kept")
    }
    return StoredPhoto(
      blobHash: hash.description, byteCount: Int64(byteCount), kind: kind, width: image.width,
      height: image.height)
  }

  /// Runs an import from its plan to its end, together with the photos of its archive.
  ///
  /// - Parameters:
  ///   - path: the file that the plan's document was read from.
  ///   - name: the file's name, for messages.
  ///   - apply: see ``ImportRun``.
  package func run(
    _ plan: ImportPlan, from path: String, name: String,
    progress: @Sendable (ImportRun.Step) -> Void,
    apply: @Sendable (ApplyImport, _ relyingOn: [ZoneID]) async throws -> ApplyImport.Result
  ) async throws -> ImportRun.Outcome {
    try await ImportRun(plan)(
      unpack: { batch in
        try await pool.run { try unpack(batch, from: path, name: name) }
      },
      store: { path in
        defer { unlink(path) }
        return try await store(at: path)
      }, isRefusal: Self.isRefusal, progress: progress, apply: apply)
  }

  /// Whether an error concerns one photo alone, so that an import can go on without that photo.
  package static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case BlobError.wrongSize, is NoFileRoom: true
    case let error as ImageError: FieldProblem(error, fileName: "") != nil
    case let failure as ImportFailure: failure.isOfOneEntry
    default: false
    }
  }

  /// Unpacks some photos of an archive, each into a file of its own; returns the paths or failures.
  private func unpack(
    _ batch: [ImportedPhoto], from path: String, name: String
  ) throws -> [Result<String, any Error>] {
    let archive = try ZipArchive(path: path, name: name)
    var files: [Result<String, any Error>] = []
    do {
      for photo in batch {
        do {
          guard let entry = archive.entry(at: photo.entryIndex) else {
            throw ImportFailure.missingEntry(file: name, entry: photo.entryName)
          }
          files.append(.success(try unpack(entry, of: archive)))
        } catch let failure as ImportFailure where failure.isOfOneEntry {
          files.append(.failure(failure))
        }
      }
      return files
    } catch {
      for case .success(let file) in files { unlink(file) }
      throw error
    }
  }

  /// Unpacks an entry into a file and returns its path. No file is left of an unreadable entry.
  private func unpack(
    _ entry: ZipArchive.Entry, of archive: ZipArchive
  ) throws -> String {
    let stream = try archive.open(entry)
    let file = try UnpackedFile(photos.unfinishedPath())
    var piece = [UInt8](repeating: 0, count: UnpackedFile.pieceBytes)
    while case let count = try stream.read(into: &piece), count > 0 {
      try file.write(piece[..<count])
    }
    file.isComplete = true
    return file.path
  }
}

extension ImportFailure {
  /// Whether the failure concerns one file of an archive, so that the others can still be read.
  package var isOfOneEntry: Bool {
    switch self {
    case .damagedArchive(_, .some), .missingEntry, .encryptedEntry, .unsupportedCompression,
      .entryTooLarge, .suspiciousCompression:
      true
    default: false
    }
  }
}
