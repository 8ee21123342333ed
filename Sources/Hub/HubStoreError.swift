/// What a hub store could not do. Errors of the caller's own closures pass through as they are.
public enum HubStoreError: Error, Equatable, Sendable {
  /// Too many writes are waiting; nothing was written. Try again later.
  case busy
  /// The disk is full or the file system refuses to write; nothing of the call was written.
  case storage(String)
  /// The disk could not make a write safe at its end. This program goes on without it; after its
  /// next start all of it may be there, or nothing.
  case unsettled(String)
  /// The store is damaged. Opening leaves it as it was found.
  case corrupt(path: String)
  /// The store was written by a newer version of the program.
  case newerVersion(found: Int, supported: Int)
  /// The file belongs to something else than a hub.
  case notAHub(path: String)
  /// A write left something that refers to a zone or an invite which is not there; undone.
  case danglingReference
  /// A stored value that no version of the program has written.
  case unreadable(String)
}
