import SyncProtocol

extension Hub {
  /// Tells those who listen of commits that another process made in the same store.
  package func announceOutside(_ notice: Notice) { announce(notice) }
}
