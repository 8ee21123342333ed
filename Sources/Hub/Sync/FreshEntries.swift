import SyncProtocol

/// Log entries as they were just written, for the replica in the same process that waits to be told
/// of them: an import would otherwise be decoded again right after it was encoded.
///
/// Each is handed out once. The last few are kept; for all others there is the log.
struct FreshEntries {
  /// One change set's part in a zone, decoded, with what the log has of it.
  struct Entry: Sendable {
    let entry: LogEntry
    let stored: StoredEntry
  }

  private static let maxEntries = 8
  private static let maxEffects = 20_000

  private var entries: [Entry] = []
  private var effectCount = 0

  mutating func add(_ fresh: [Entry]) {
    for entry in fresh {
      entries.append(entry)
      effectCount += entry.entry.effects.count
    }
    while entries.count > Self.maxEntries || effectCount > Self.maxEffects {
      effectCount -= entries.removeFirst().entry.effects.count
    }
  }

  /// The entry that was stored as these bytes. A store that was put back to an earlier state may
  /// hold another under the same number.
  mutating func take(_ stored: StoredEntry) -> LogEntry? {
    let index = entries.firstIndex {
      $0.stored.sequence == stored.sequence && $0.stored.zone == stored.zone
        && $0.stored.bytes == stored.bytes
    }
    guard let index else { return nil }
    let entry = entries.remove(at: index).entry
    effectCount -= entry.effects.count
    return entry
  }
}
