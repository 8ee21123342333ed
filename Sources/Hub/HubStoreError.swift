/// Why a hub store failed. Errors thrown by the caller's own closures pass through unchanged.
public enum HubStoreError: Error, Equatable, Sendable {
  /// Too many writes are waiting; nothing was written. Try again later.
  case busy
  /// The disk is full or the file system refuses to write; nothing of the call was written.
  case storage(String)
  /// The disk could not make a write durable at its end. This program continues without it; after
  /// the next start either all of it is there or nothing.
  case unsettled(String)
  /// The store is damaged. Opening it has changed nothing.
  case corrupt(path: String)
  /// The store was written by a newer version of the program.
  case newerVersion(found: Int, supported: Int)
  /// The file is not that of a hub.
  case notAHub(path: String)
  /// A write left a reference to a zone or an invite that does not exist; it was rolled back.
  case danglingReference
  /// A stored value that no version of the program writes.
  case unreadable(String)
}
