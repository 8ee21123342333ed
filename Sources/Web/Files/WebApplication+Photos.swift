import Blobs
import Glibc
import HTTPServer
import Household
import SyncProtocol
import Things
import Threads

extension WebApplication {
  /// Sweeps the files; see `FileStore.sweep`.
  package func sweepFiles(keeping referenced: @escaping @Sendable () throws -> Set<String>)
    async throws -> [BlobHash]
  {
    let seconds = Int(now() / 1000)
    return try await pool.run { [photos] in
      photos.sweep(keeping: try referenced(), now: seconds)
    }
  }
}
extension WebApplication {
  package var pictures: PictureFiles { PictureFiles(photos: photos, images: images, pool: pool) }
}

/// Stores uploaded pictures: cleaned, named by the hash of their bytes, and with thumbnails.
extension WebApplication {
  /// Cleans and keeps pictures; throws ``RefusedPhoto`` for the first that is not accepted.
  ///
  /// The files of earlier pictures stay then, but no row names them, so nobody can read them.
  package func storePhotos(
    _ files: [MultipartForm.File], of account: AccountID
  ) async throws -> [StoredPhoto] {
    let intake = intake(of: account)
    var stored: [StoredPhoto] = []
    for file in files { stored.append(try await intake.take(file.content, called: file.filename)) }
    return stored
  }

  /// Cleans and keeps the acceptable pictures, and returns the problems of the others. Throws only
  /// errors that are not a picture's fault.
  package func storeGoodPhotos(
    _ files: [MultipartForm.File], of account: AccountID
  ) async throws -> PhotoUpload {
    let intake = intake(of: account)
    var upload = PhotoUpload()
    for file in files {
      do {
        let photo = try await intake.take(file.content, called: file.filename)
        upload.taken.append((file.filename, photo))
      } catch let refused as RefusedPhoto {
        upload.problems.append(refused.problem)
      }
    }
    return upload
  }

  package func intake(of account: AccountID) -> PhotoIntake {
    PhotoIntake(photos: photos, images: images, pool: pool, account: account)
  }

  /// The path of a photo in a size; `nil` when the photo is not here and cannot be fetched. Missing
  /// thumbnails are made now.
  package func picture(_ photo: Photo, _ size: PhotoSize) async throws -> String? {
    try await picture(
      photo.blobHash, namedBy: RecordPlace(zone: photo.homeID, id: photo.id), size)
  }

  /// The same of a picture that any record names.
  package func picture(
    _ blobHash: String, namedBy record: RecordPlace, _ size: PhotoSize
  ) async throws -> String? {
    guard let hash = BlobHash(blobHash) else { return nil }
    let isHere = try await pool.run { [photos] in photos.blobs.size(of: hash) != nil }
    if !isHere {
      guard await arrivals.bring(hash, namedBy: record) else { return nil }
    }
    return try await pictures.path(of: hash, size)
  }
}

extension HTTPRequest {
  /// The pictures of a form's `photos` field.
  package var photoFiles: [MultipartForm.File] {
    multipart?.files.filter { $0.name == "photos" } ?? []
  }
}

/// The outcome of an upload of photos.
package struct PhotoUpload: Sendable {
  /// The files that are kept, with the names that they were uploaded under.
  package var taken: [(name: String, file: StoredPhoto)] = []
  /// How many of them have been added to their subject as photos.
  package var addedCount = 0
  /// The problems of files that were refused.
  package var problems: [FieldProblem] = []

  package init(
    taken: [(name: String, file: StoredPhoto)] = [], addedCount: Int = 0,
    problems: [FieldProblem] = []
  ) {
    self.taken = taken
    self.addedCount = addedCount
    self.problems = problems
  }

  package var refused: RefusedFiles { RefusedFiles(problems: problems, keptCount: addedCount) }
}
