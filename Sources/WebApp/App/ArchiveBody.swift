import Blobs
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Threads

/// An archive on its way to a browser or program: its tables lie in a file without a name, and its
/// photos and papers are read as it takes them, so that a home of any size takes little memory, no
/// room on the disk and no transaction.
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

  /// - Parameter fetch: brings a file that is not here, where that can be done.
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

  /// Begins an archive. To be called in a read transaction.
  ///
  /// - Parameter write: writes the tables.
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
