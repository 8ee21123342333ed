import Blobs
import HTTPServer
import SyncProtocol
import Things
import Threads

/// The body of an answer that sends an archive to a browser or program.
///
/// The tables lie in a file without a name. Photos and papers are read as the client takes them, so
/// a home of any size needs little memory, no copies of its files and no open transaction.
///
/// `@unchecked Sendable` because a server asks for one piece at a time.
package final class ArchiveBody: @unchecked Sendable {
  private static let pieceBytes = 256 << 10

  private let tables: SpooledFile
  private let pieces: ArchivePieces
  private let blobs: BlobFolder
  private let pool: ThreadPool
  private let fetch: @Sendable (BlobHash, RecordPlace) async -> Void
  private var offset = 0

  /// - Parameter fetch: tries to fetch a file that this machine does not have.
  private init(
    _ tables: SpooledFile, _ archive: any OpenArchive, blobs: BlobFolder, pool: ThreadPool,
    fetch: @escaping @Sendable (BlobHash, RecordPlace) async -> Void
  ) {
    self.tables = tables
    self.blobs = blobs
    self.pool = pool
    self.fetch = fetch
    pieces = ArchivePieces(archive) { hash in
      BlobHash(hash).flatMap { blobs.size(of: $0) == nil ? nil : blobs.path(of: $0) }
    }
  }

  /// Writes the tables and returns the body. Call it in a read transaction; the body itself needs
  /// none.
  ///
  /// - Parameters:
  ///   - directory: where the file of the tables is made.
  ///   - fetch: tries to fetch a file that this machine does not have.
  ///   - write: writes the tables.
  package static func begin(
    unnamedIn directory: String, blobs: BlobFolder, pool: ThreadPool,
    fetch: @escaping @Sendable (BlobHash, RecordPlace) async -> Void = { _, _ in },
    _ write: (@escaping HouseholdExport.Sink) throws -> any OpenArchive
  ) throws -> HTTPResponse.Body {
    var archive: (any OpenArchive)?
    let tables = try SpooledFile(unnamedIn: directory) { archive = try write($0) }
    guard let archive else { preconditionFailure("an archive without its tables") }
    let body = ArchiveBody(
      tables, archive, blobs: blobs, pool: pool, fetch: fetch)
    return .stream(ByteStream { try await body.next() })
  }

  private func next() async throws -> [UInt8]? {
    if offset < tables.size {
      let piece = try await pool.run { [self] in
        try tables.read(at: offset, count: Self.pieceBytes)
      }
      offset += piece.count
      return piece
    }
    if let file = pieces.upcoming, let hash = BlobHash(file.blobHash) {
      let isHere = try await pool.run { [blobs] in blobs.size(of: hash) != nil }
      if !isHere { await fetch(hash, file.place) }
    }
    return try await pool.run { [self] in try pieces.next() }
  }
}
