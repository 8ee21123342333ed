import Blobs
import Documents
import FoundationEssentials
import Images
import Intake
import SQLite
import SyncProtocol
import Things
import Threads
import Wording

/// Draws the report for an insurance claim, for the report's page and for the command line.
package struct ClaimDrawing: Sendable {
  package enum Failure: Error, Equatable {
    case homeNotFound
    /// The number of chosen items: none, or more than a report's `max`.
    case itemCount(Int, max: Int)
  }

  /// The most items in one report.
  package static let maxItems = 10_000

  private let pictures: PictureFiles
  private let documents: DocumentWorker
  private let folder: String

  /// - Parameters:
  ///   - pool: the threads on which files are opened.
  ///   - folder: where the file without a name that holds a report's script is made.
  package init(
    photos: FileStore, images: ImageWorker, documents: DocumentWorker, pool: ThreadPool,
    folder: String
  ) {
    pictures = PictureFiles(photos: photos, images: images, pool: pool)
    self.documents = documents
    self.folder = folder
  }

  /// Writes the script of a report, with everything in it read at one moment. Blocks.
  ///
  /// - Parameter person: the name of whoever makes the report, as shown in it.
  package func write(
    home: ZoneID, query: ClaimQuery, words: Catalogue, person: String, now: Date,
    in connection: Connection
  ) throws -> WrittenClaim {
    guard let stored = try Home.find(home, in: connection) else { throw Failure.homeNotFound }
    let items = try ClaimItems(home: home, ClaimItems.Choice(query), in: connection)
    guard (1...Self.maxItems).contains(items.itemCount) else {
      throw Failure.itemCount(items.itemCount, max: Self.maxItems)
    }
    var writer = ClaimWriter(
      home: stored, query: query, items: items, words: words, person: person, now: now)
    let blobs = pictures.photos.blobs
    return try writer.write(
      in: folder, isHere: { BlobHash($0).map { blobs.size(of: $0) != nil } ?? false }, connection)
  }

  /// Begins to draw a report whose script is written. Throws `DocumentFailure`.
  package func draw(_ claim: WrittenClaim) async throws -> DrawnDocument {
    try await documents.draw(claim.script) { [pictures] in await pictures.open($0, of: claim) }
  }
}

extension PictureFiles {
  /// Opens a file that a report's script names by number, and returns its descriptor; `nil` when
  /// there is no such file or it is not here.
  package func open(_ file: RequestedFile, of claim: WrittenClaim) async -> Int32? {
    switch file {
    case .photo(let number) where claim.photos.indices.contains(number):
      let photo = claim.photos[number]
      guard let hash = BlobHash(photo.blobHash) else { return nil }
      return await open(hash, photo.subject == .home ? .large : .medium)
    case .receipt(let number) where claim.receipts.indices.contains(number):
      let receipt = claim.receipts[number]
      guard let hash = BlobHash(receipt.blobHash) else { return nil }
      switch receipt.media {
      // A report takes only JPEG, and this is the smallest size in which a receipt can be read.
      case .png, .webp: return await open(hash, .large)
      case .pdf, .jpeg, .text: return Self.open(photos.blobs.path(of: hash))
      }
    case .photo, .receipt: return nil
    }
  }
}
