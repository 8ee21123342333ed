import Blobs
import HTTPServer
import SharingWeb
import SyncProtocol
import Things
import Web

/// Exports of a home as a table, and of a lost home as an archive.
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

  /// The content of a home when the account lost it, with its photos and documents.
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

  /// Previews the content of a lost home as an import into a new home; makes a lost group one of
  /// one's own.
  func keepCopy(_ id: String) -> Endpoint {
    .member { member in
      let notice = try await member.hub.notices().first { $0.id == id }
      guard notice?.zoneKind == .group else { return try await member.keepCopy(ofNotice: id) }
      guard notice?.copyUntil != nil else { throw Abort.because(.gone) }
      return try await member.app.areas.sharingHost(of: .group).keepCopy(
        ofNotice: id, for: member)
    }
  }
}

extension Member {
  fileprivate func copy(ofNotice id: String) async throws -> (AccountNotice, [UInt8]) {
    guard let notice = try await hub.notices().first(where: { $0.id == id }) else {
      throw Abort.notFound
    }
    // There was no copy, or it has expired. One of a group is no archive of a home.
    guard notice.copyUntil != nil, notice.zoneKind != .group else { throw Abort.because(.gone) }
    return (notice, try await hub.zoneCopy(ofNotice: id))
  }

  /// Turns the copy into an archive to import, so that its preview is shown first, as for any
  /// other.
  package func keepCopy(ofNotice id: String) async throws -> HTTPResponse {
    let (notice, bytes) = try await copy(ofNotice: id)
    let app = app
    let account = accountID
    let now = guest.now
    for file in try await app.pool.run({ try HomeCopy(wireBytes: bytes).files }) {
      guard let hash = BlobHash(file.blobHash) else { continue }
      // A file that cannot be fetched is listed in the preview.
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
