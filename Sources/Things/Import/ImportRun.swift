import Household
import Importing
import SyncProtocol

/// A whole import from its plan: photos first, then everything else, one transaction for each part.
///
/// The caller decides where photos are kept and how a transaction runs, so that a page, a command
/// and a test import alike.
package struct ImportRun: Sendable {
  /// How far the import has come.
  package enum Step: Equatable, Sendable {
    case photos(doneCount: Int, totalCount: Int)
    case writing(doneCount: Int, totalCount: Int)
  }

  /// The import stopped between two parts. Everything written so far stays: importing the file
  /// again continues from there, and it can be undone.
  package struct Stopped: Error {
    package let cause: any Error
    package let result: ApplyImport.Result
  }

  /// A photo of the archive that was refused; its item is imported without it.
  package struct RefusedPhoto: Sendable {
    package let photo: ImportedPhoto
    package let error: any Error
  }

  package struct Outcome: Sendable {
    package let result: ApplyImport.Result
    package let refusedPhotos: [RefusedPhoto]
  }

  /// The most photos, and bytes of them, unpacked at a time.
  package static let maxBatchCount = 16
  package static let maxBatchBytes = 64 << 20

  package let plan: ImportPlan

  package init(_ plan: ImportPlan) { self.plan = plan }

  /// Stores the photos and writes the plan.
  ///
  /// If `apply` throws for the first part, its error is passed on and nothing has been written. If
  /// it throws for a later part, ``Stopped`` is thrown.
  ///
  /// - Parameters:
  ///   - unpack: reads photos from the archive, and returns for each, in order, the path of a file
  ///     or the reason why it could not be read.
  ///   - store: cleans and keeps such a file, and removes the unpacked one. An error affects only
  ///     that photo if `isRefusal` says so, and otherwise ends the import.
  ///   - apply: runs the use case in a transaction that relies on the zones, once for each part.
  package func callAsFunction(
    unpack: @Sendable ([ImportedPhoto]) async throws -> [Result<String, any Error>],
    store: @Sendable (_ path: String) async throws -> StoredPhoto,
    isRefusal: @Sendable (any Error) -> Bool,
    progress: @Sendable (Step) -> Void,
    apply: @Sendable (ApplyImport, _ relyingOn: [ZoneID]) async throws -> ApplyImport.Result
  ) async throws -> Outcome {
    var stored: [String: StoredPhoto] = [:]
    var refused: [RefusedPhoto] = []
    let photos = plan.photos
    for batch in Self.batches(photos) {
      progress(.photos(doneCount: stored.count + refused.count, totalCount: photos.count))
      for (photo, file) in zip(batch, try await unpack(batch)) {
        do {
          stored[photo.entryName] = try await store(try file.get())
        } catch  where isRefusal(error) {
          refused.append(RefusedPhoto(photo: photo, error: error))
        }
      }
    }
    let totalCount = plan.items.count { $0.bucket.isWritten }
    let zones = plan.homes.compactMap(\.existingID)
    var result = ApplyImport.Result()
    var doneCount = 0
    for part in ImportPart.all(of: plan) {
      progress(.writing(doneCount: doneCount, totalCount: totalCount))
      do {
        result.add(
          try await apply(
            ApplyImport(plan, photos: stored, part: part, ids: result.ids), zones))
      } catch  where !part.isFirst {
        throw Stopped(cause: error, result: result)
      }
      doneCount += plan.items[part.items].count { $0.bucket.isWritten }
    }
    return Outcome(result: result, refusedPhotos: refused)
  }

  /// Splits photos, in order, into batches that are small enough to be unpacked at the same time.
  static func batches(_ photos: [ImportedPhoto]) -> [[ImportedPhoto]] {
    var batches: [[ImportedPhoto]] = []
    var bytes = 0
    for photo in photos {
      let isFull = batches.last.map { $0.count >= maxBatchCount } ?? true
      if isFull || bytes.addingSaturating(photo.byteCount) > maxBatchBytes {
        batches.append([])
        bytes = 0
      }
      batches[batches.count - 1].append(photo)
      bytes = bytes.addingSaturating(photo.byteCount)
    }
    return batches
  }
}
