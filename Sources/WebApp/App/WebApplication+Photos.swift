import Blobs
import Glibc
import HTTPServer
import Household
import Images
import SyncProtocol

/// From an upload to files that are kept: cleaned, named by their bytes, with small pictures.
extension WebApplication {
  /// Cleans and keeps pictures; throws ``RefusedPhoto`` for the first that cannot be taken.
  ///
  /// Files of pictures before it stay: no row names them, so nobody can read them.
  func storePhotos(
    _ files: [MultipartForm.File], of account: AccountID
  ) async throws -> [StoredPhoto] {
    let intake = intake(of: account)
    var stored: [StoredPhoto] = []
    for file in files { stored.append(try await intake.take(file.content, called: file.filename)) }
    return stored
  }

  /// Cleans and keeps those pictures that can be taken, and tells what is wrong with the others.
  /// Throws only what is not a picture's fault.
  func storeGoodPhotos(
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

  func intake(of account: AccountID) -> PhotoIntake {
    PhotoIntake(photos: photos, images: images, pool: pool, account: account)
  }

  /// Where a picture of the size asked for lies; `nil` when it is not here and cannot be fetched.
  /// Small ones that are missing are made now, once.
  func picture(_ photo: Photo, _ size: PhotoSize) async throws -> String? {
    guard let hash = BlobHash(photo.blobHash) else { return nil }
    let isHere = try await pool.run { [photos] in photos.blobs.size(of: hash) != nil }
    if !isHere {
      let record = RecordPlace(zone: photo.homeID, id: photo.id)
      guard await arrivals.bring(hash, namedBy: record) else { return nil }
    }
    return try await pictures.path(of: hash, size)
  }
}

/// What came of an upload of photos.
struct PhotoUpload: Sendable {
  /// Files that are kept by now, with the names they came with.
  var taken: [(name: String, file: StoredPhoto)] = []
  /// How many of them are photos of their subject by now.
  var addedCount = 0
  /// Of files that were not taken.
  var problems: [FieldProblem] = []

  var refused: RefusedFiles { RefusedFiles(problems: problems, keptCount: addedCount) }
}

extension PhotoSize {
  /// The small picture that stands for a size; `nil` for the file itself.
  var made: MadeThumbnail.Size? {
    switch self {
    case .thumbnail: .small
    case .medium: .medium
    case .large: .large
    case .original: nil
    }
  }
}

extension FieldProblem {
  /// What a person is told of a picture that was not taken; `nil` when it is not the picture's
  /// fault.
  init?(_ error: ImageError, fileName: String) {
    switch error {
    case .unsupportedKind(let kind):
      self =
        kind.isPicture
        ? .otherPicture(fileName: fileName, kind: kind.name)
        : .notAPicture(fileName: fileName, looksLike: kind == .unknown ? nil : kind.name)
    case .animated: self = .animatedPicture(fileName: fileName)
    case .empty: self = .emptyFile(fileName: fileName)
    case .cutOff: self = .cutOffPicture(fileName: fileName)
    case .unsupportedCoding: self = .rarePicture(fileName: fileName)
    case .corrupt, .workerDied, .outOfMemory, .timedOut:
      self = .damagedPicture(fileName: fileName)
    case .tooManyPixels(let width, let height, let max):
      self = .tooManyPixels(fileName: fileName, width: width, height: height, max: max)
    case .sideTooLong(let width, let height, let max):
      self = .sideTooLong(fileName: fileName, width: width, height: height, max: max)
    case .tooManyBytes(let maxBytes):
      self = .fileTooLarge(fileName: fileName, maxBytes: Int64(maxBytes))
    case .busy, .file: return nil
    }
  }
}
