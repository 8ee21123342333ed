import Importing
import SyncProtocol

/// One import from the plan to the end: the photos first, then everything else, in a transaction
/// for each part.
///
/// Where photos are kept and how a transaction is run is the caller's; so a page, a command and a
/// test import alike.
package struct ImportRun: Sendable {
  /// How far it is.
  package enum Step: Equatable, Sendable {
    case photos(doneCount: Int, totalCount: Int)
    case writing(doneCount: Int, totalCount: Int)
  }

  /// The import has stopped between two parts: what was written stands. Importing the file again
  /// goes on there, and what was written can be taken back.
  package struct Stopped: Error {
    package let cause: any Error
    package let result: ApplyImport.Result
  }

  /// A photo of the archive that was not taken; its item comes without it.
  package struct RefusedPhoto: Sendable {
    package let photo: ImportedPhoto
    package let error: any Error
  }

  package struct Outcome: Sendable {
    package let result: ApplyImport.Result
    package let refusedPhotos: [RefusedPhoto]
  }

  /// The photos that are unpacked at a time.
  package static let maxBatchCount = 16
  package static let maxBatchBytes = 64 << 20

  package let plan: ImportPlan

  package init(_ plan: ImportPlan) { self.plan = plan }

  /// Stores the photos and writes the plan. What `apply` throws for the first part ends the import
  /// with nothing written; for another one ``Stopped`` is thrown.
  ///
  /// - Parameters:
  ///   - unpack: reads some photos out of the archive: for each, in their order, a file or why it
  ///     could not be read.
  ///   - store: cleans and keeps one such file and removes it. What it throws concerns that photo
  ///     alone when `isRefusal` says so, and otherwise ends the import.
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

  /// In their order, few and small enough to lie unpacked at the same time.
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
