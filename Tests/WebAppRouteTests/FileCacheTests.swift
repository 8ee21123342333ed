import Blobs
import Foundation
import Household
import Images
import SQLite
import SyncProtocol
import Testing
import Things

@testable import hearth
@testable import Web

/// What a device keeps of photos, and when it goes.
@Suite struct FileCacheTests {
  private struct Kept {
    let photos: FileStore
    let thumbnails: String

    init(_ folder: String) throws {
      thumbnails = folder + "/device-thumbnails"
      photos = try FileStore(
        blobs: BlobFolder(path: folder + "/device-blobs"), directory: thumbnails)
    }

    /// A file as it is fetched, with a small picture.
    func add(_ text: String) throws -> BlobHash {
      let hash = try photos.blobs.store(Array(text.utf8), by: "device")
      let path = try photos.thumbnailPath(of: hash, edge: Images::Thumbnail.Size.small.longestEdge)
      try Data("small".utf8).write(to: URL(fileURLWithPath: path))
      return hash
    }

    func has(_ hash: BlobHash) throws -> Bool {
      let path = try photos.thumbnailPath(of: hash, edge: Images::Thumbnail.Size.small.longestEdge)
      let isSmall = FileManager.default.fileExists(atPath: path)
      #expect(isSmall == (photos.blobs.size(of: hash) != nil))
      return isSmall
    }
  }

  private func add(_ hash: BlobHash, to home: ZoneID, _ replica: TestReplica) throws {
    try replica.write {
      _ = try AddPhoto(
        homeID: home, subject: .home,
        file: StoredPhoto(
          blobHash: hash.description, byteCount: 5, kind: .jpeg, width: 4, height: 3))($0)
    }
  }

  // D-PRM-5 D-PHO-7
  @Test("when a home is taken away its rows, search, totals, photos and small pictures go with it")
  func revoked() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    _ = try await hearth.addItem(owner, home, "Kettle", price: "20")
    let ben = try await hearth.guest(of: owner, home: home)
    let own = try await ben.addHome("Cabin")
    let replica = try hearth.replica(of: "ben")
    try await replica.sync()
    let kept = try Kept(hearth.folder)
    let (theirs, his, loose) = (
      try kept.add("of the flat"), try kept.add("of the cabin"), try kept.add("of nothing")
    )
    try add(theirs, to: home, replica)
    try add(his, to: own, replica)
    try await replica.sync()
    let cache = FileCache(file: replica.file, photos: kept.photos)
    cache.start()
    #expect(try kept.has(theirs))
    #expect(try kept.has(his))
    #expect(try !kept.has(loose))
    let account = try #require(try hearth.accounts.account(named: "ben"))
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit("/homes/\(home)/settings/people/\(account.id)/remove")
    try await replica.sync()
    cache.look()
    #expect(try !kept.has(theirs))
    #expect(try kept.has(his))
    let rows = try replica.rows(of: home)
    #expect(!rows.isEmpty && rows.values.allSatisfy(\.isEmpty))
    let tables = ["itemIndex", "itemTotals"]
    let left = try replica.file.read { connection in
      try tables.map { table in
        try connection.first(
          "SELECT count(*) FROM \(table) WHERE homeID = ?", .text(home)
        ) { $0.integer(0) }
      }
    }
    #expect(left == [0, 0])
    var filter = ItemFilter()
    filter.search = "kettle"
    let found = try replica.file.read { [filter] connection in
      try ItemList(filter: filter, sort: .name, in: connection).rows.count
    }
    #expect(found == 0)
  }
}
