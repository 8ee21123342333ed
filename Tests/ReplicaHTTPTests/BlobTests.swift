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
    let (home, note) = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      let home = try $0.addHome("Flat")
      return (home, try $0.addNote(hash.description, in: home))
    }
    let place = RecordPlace(zone: home, id: note)
    await #expect(throws: HTTPBlobClient.Failure.notFound) {
      try await hers.download(hash, namedBy: place, into: other)
    }
    try await hers.upload(hash, from: folder)
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
}
