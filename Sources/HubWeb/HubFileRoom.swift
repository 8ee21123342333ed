import Blobs
import Hub
import SyncProtocol
import WebApp

/// The room that a hub gives each account for its files.
package struct HubFileRoom: FileRoom {
  private let hub: Hub

  package init(hub: Hub) { self.hub = hub }

  package func count(_ hash: BlobHash, byteCount: Int, of account: AccountID) throws -> Bool {
    do {
      return try hub.countBlob(hash.description, byteCount: byteCount, of: account)
    } catch is Hub.AccountFull {
      throw NoFileRoom()
    }
  }

  package func uncount(_ hash: BlobHash, of account: AccountID) throws {
    try hub.uncountBlob(hash.description, of: account)
  }
}
