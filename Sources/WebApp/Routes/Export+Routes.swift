import Blobs
import HTTPServer
import Household
import SyncProtocol

/// What there is to take along of a home one has, and of one that one had.
extension WebApplication {
  func exportHome(_ home: ZoneID) -> Endpoint {
    .viewing(.home(home)) { at in
      let folder = at.member.app.imports.directory
      let table = try await at.member.read { connection in
        try SpooledFile(unnamedIn: folder) {
          try HouseholdExport.writeCSV(of: home, in: connection, to: $0)
        }
      }
      return .table(table, name: at.homeName)
    }
  }

  /// What was in a home when the account lost it, with its photos and papers.
  func noticeCopy(_ id: String) -> Endpoint {
    .member { member in
      let (notice, bytes) = try await member.copy(ofNotice: id)
      let app = member.app
      let now = member.guest.now
      let body = try await app.pool.run {
        try ArchiveBody.begin(
          unnamedIn: app.imports.directory, blobs: app.photos.blobs, pool: app.pool,
          fetch: { hash, place in _ = await app.arrivals.bring(hash, namedBy: place) }
        ) { try HomeCopy(wireBytes: bytes).archive(now: now, to: $0) }
      }
      return .archive(body, name: notice.title)
    }
  }

  /// Puts what was in a home when the account lost it before the account, as a home of its own.
  func keepCopy(_ id: String) -> Endpoint {
    .member { member in try await member.keepCopy(ofNotice: id) }
  }
}

extension Member {
  fileprivate func copy(ofNotice id: String) async throws -> (AccountNotice, [UInt8]) {
    guard let notice = try await hub.notices().first(where: { $0.id == id }) else {
      throw Stop.notFound
    }
    // There was no copy, or its time is over.
    guard notice.copyUntil != nil else { throw Stop.because(.gone) }
    return (notice, try await hub.zoneCopy(ofNotice: id))
  }

  /// The copy as an archive to import: what would be done is shown first, as of any other.
  func keepCopy(ofNotice id: String) async throws -> HTTPResponse {
    let (notice, bytes) = try await copy(ofNotice: id)
    let app = app
    let account = accountID
    let now = guest.now
    for file in try await app.pool.run({ try HomeCopy(wireBytes: bytes).files }) {
      guard let hash = BlobHash(file.blobHash) else { continue }
      // One that cannot be had is listed in the preview.
      _ = await app.arrivals.bring(hash, namedBy: file.place)
    }
    let entry = try await app.pool.run {
      let blobs = app.photos.blobs
      let file = try SpooledFile(unnamedIn: app.imports.directory) { sink in
        let tables = try HomeCopy(wireBytes: bytes).archive(now: now, to: sink)
        let pieces = ArchivePieces(tables) { name in
          BlobHash(name).flatMap { blobs.size(of: $0) == nil ? nil : blobs.path(of: $0) }
        }
        while let piece = try pieces.next() { try sink(piece) }
      }
      return try app.imports.add(
        file, named: notice.title + ".zip", of: account, target: .newHome(notice.title), now: now)
    }
    return goTo(.importing(.importPreview(entry.id)))
  }
}

extension HTTPResponse {
  /// A file to save, called after what is in it.
  ///
  /// Written to a file first, in one transaction: whoever loads it slowly holds up nobody, and it
  /// takes no memory.
  static func table(_ table: SpooledFile, name: String) -> HTTPResponse {
    HTTPResponse(
      headers: [
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": DownloadName(name, ending: "csv").attachment,
      ], body: .file(FileSlice(file: table.file, count: table.size)))
  }
}
