import Blobs
import Documents
import Foundation
import Household
import Images
import SQLite
import SyncProtocol
import Threads

/// Draws the report for an insurance claim, for the page of it and for commands.
package struct ClaimDrawing: Sendable {
  package enum Failure: Error, Equatable {
    case homeNotFound
    /// So many items are chosen: none, or more than one report holds.
    case itemCount(Int, max: Int)
  }

  private let pictures: PictureFiles
  private let documents: DocumentWorker
  private let folder: String

  /// - Parameters:
  ///   - pool: where files are looked at.
  ///   - folder: where files without names wait.
  package init(
    photos: FileStore, images: ImageWorker, documents: DocumentWorker, pool: ThreadPool,
    folder: String
  ) {
    pictures = PictureFiles(photos: photos, images: images, pool: pool)
    self.documents = documents
    self.folder = folder
  }

  /// Writes a report down: everything in it is of one moment. Blocks.
  ///
  /// - Parameter person: who makes it, as the report says it.
  package func write(
    home: ZoneID, query: ClaimQuery, words: Catalogue, person: String, now: Date,
    in connection: Connection
  ) throws -> WrittenClaim {
    guard let stored = try Home.find(home, in: connection) else { throw Failure.homeNotFound }
    let items = try ClaimItems(home: home, ClaimItems.Choice(query), in: connection)
    guard (1...ClaimPage.maxItems).contains(items.itemCount) else {
      throw Failure.itemCount(items.itemCount, max: ClaimPage.maxItems)
    }
    var writer = ClaimWriter(
      home: stored, query: query, items: items, words: words, person: person, now: now)
    let blobs = pictures.photos.blobs
    return try writer.write(
      in: folder, isHere: { BlobHash($0).map { blobs.size(of: $0) != nil } ?? false }, connection)
  }

  /// Begins to draw what was written down; throws `DocumentFailure`.
  package func draw(_ claim: WrittenClaim) async throws -> DrawnDocument {
    try await documents.draw(claim.script) { [pictures] in await pictures.open($0, of: claim) }
  }
}

extension WebApplication {
  var claimDrawing: ClaimDrawing {
    ClaimDrawing(
      photos: photos, images: images, documents: documents, pool: pool,
      folder: configuration.spoolDirectory)
  }
}

extension ClaimDrawing.Failure: HouseholdFailure {
  var reason: ErrorReason { self == .homeNotFound ? .notFound : .badRequest }
}

extension Catalogue {
  /// The words of a person, without a browser that asks for others.
  package init(_ profile: Profile?) {
    self.init()
    guard let profile else { return }
    // A setting that this program does not know is shown in its default.
    region = Region.named(profile.locale) ?? region
    timeZone = TimeZone(identifier: profile.timeZone) ?? timeZone
  }
}
