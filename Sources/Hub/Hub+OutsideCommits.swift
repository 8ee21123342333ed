import SyncProtocol

extension Hub {
  /// Announces a commit that another process made in the same store.
  package func announceOutside(_ notice: Notice) { announce(notice) }
}
