import Blobs
import Hub
import Intake
import SyncProtocol

/// Counts each account's files against the room that the hub gives it.
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
