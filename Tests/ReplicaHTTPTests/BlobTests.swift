import Blobs
import Foundation
import Hub
import LocalTransport
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct BlobTests {
  @Test(
    "S0-INTRO-4 a blob goes up and down in pieces, and is read only through a record that names it")
  func roundTrip() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, adaToken) = try server.addAccount("ada")
    let (bob, bobToken) = try server.addAccount("bob")
    let address = try #require(HubAddress(server.url))
    let hers = HTTPBlobClient(HTTPTransport(address: address, token: adaToken))
    let his = HTTPBlobClient(HTTPTransport(address: address, token: bobToken))
    let folder = try BlobFolder(path: server.testHub.folder.path + "/laptop")
    let other = try BlobFolder(path: server.testHub.folder.path + "/phone")
    // Larger than a piece.
    let bytes = (0..<(HTTPBlobClient.pieceBytes + 12_345)).map {
      UInt8(truncatingIfNeeded: $0 &* 7)
    }
    let hash = try folder.store(bytes, by: "camera")
    let hub = server.testHub
    try await hers.upload(hash, from: folder)
    let (home, note) = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      let home = try $0.addHome("Flat")
      return (home, try $0.addNote("lamp", in: home, file: hash.description))
    }
    let place = RecordPlace(zone: home, id: note)
    await #expect(throws: HTTPBlobClient.Failure.notFound) {
      try await his.download(hash, namedBy: place, into: other)
    }
    await #expect(throws: HTTPBlobClient.Failure.notFound) {
      try await hers.download(hash, namedBy: RecordPlace(zone: home, id: home), into: other)
    }
    try hub.admit(bob, to: home, by: ada, as: .readOnly)
    try await his.download(hash, namedBy: place, into: other)
    #expect(
      Array(try Data(contentsOf: URL(fileURLWithPath: other.path(of: hash)))) == bytes)
    await server.stop()
  }

  /// What somebody who names a file in a home of their own gets: the refusal, and whether the file
  /// can be read there.
  private func name(
    _ hash: BlobHash, by account: AccountID, _ server: TestServer
  ) async throws -> (reason: RefusalReason?, isRead: Bool) {
    let hub = server.testHub
    let file = try hub.replica(account, "namer")
    try await file.pull(via: hub.transport(account))
    let (home, note) = try await file.write { transaction in
      let home = try transaction.addHome("Own")
      return (home, try transaction.addNote("mine", in: home, file: hash.description))
    }
    try await file.sync(via: hub.transport(account))
    let isRead = try hub.hub.mayRead(
      blob: hash.description, of: RecordPlace(zone: home, id: note), as: account)
    return (try file.parkedChanges().first?.refusal.reason, isRead)
  }

  @Test("T12 naming a file gives it to who has sent all its bytes, and to nobody who asks for it")
  func naming() async throws {
    let server = try TestServer()
    try server.start()
    let (ada, adaToken) = try server.addAccount("ada")
    let (bob, bobToken) = try server.addAccount("bob")
    let (eve, eveToken) = try server.addAccount("eve")
    let address = try #require(HubAddress(server.url))
    let folder = try BlobFolder(path: server.testHub.folder.path + "/laptop")
    let hash = try folder.store((0..<1000).map { UInt8(truncatingIfNeeded: $0) }, by: "camera")
    try await HTTPBlobClient(HTTPTransport(address: address, token: adaToken))
      .upload(hash, from: folder)
    let first = try await name(hash, by: ada, server)
    #expect(first.reason == nil && first.isRead)
    // She asks in every way that there is, and sends a part of it.
    let path = "/sync/v1/blobs/\(hash)"
    _ = await server.call(.get, path + "/upload", token: eveToken)
    _ = await server.call(.get, path, token: eveToken, query: [("zone", "z"), ("record", "r")])
    let part = try await server.upload(
      [0], to: path, token: eveToken, headers: [("Content-Range", "bytes 0-0/1000")])
    #expect(part.status == .accepted)
    let wrong = try await server.upload([1, 2, 3], to: path, token: eveToken)
    #expect(wrong.status != .created)
    let second = try await name(hash, by: eve, server)
    #expect(second.reason == .unknown && !second.isRead)
    // It is at the hub already, and he has sent it all the same.
    try await HTTPBlobClient(HTTPTransport(address: address, token: bobToken))
      .upload(hash, from: folder)
    let third = try await name(hash, by: bob, server)
    #expect(third.reason == nil && third.isRead)
    await server.stop()
  }

  @Test("T12 who was removed names no file that came later; copies between own homes work")
  func removed() async throws {
    let server = try TestServer()
    let (ada, adaToken) = try server.addAccount("ada")
    let (bob, _) = try server.addAccount("bob")
    let hub = server.testHub
    let bytes: [UInt8] = [1, 2, 3]
    let hash = BlobHash(of: bytes)
    let home = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      try $0.addHome("Flat")
    }
    try hub.admit(bob, to: home, by: ada, as: .readWrite)
    try hub.hub.remove(bob, from: home, by: ada)
    let put = try await server.upload(bytes, to: "/sync/v1/blobs/\(hash)", token: adaToken)
    #expect(put.status == .created)
    let file = try hub.replica(ada)
    try await file.sync(via: hub.transport(ada))
    try await file.write { _ = try $0.addNote("later", in: home, file: hash.description) }
    try await file.sync(via: hub.transport(ada))
    let own = try await name(hash, by: ada, server)
    #expect(own.reason == nil && own.isRead)
    let his = try await name(hash, by: bob, server)
    #expect(his.reason == .unknown && !his.isRead)
  }
}
