import SyncProtocol

/// Log entries that have just been written, for a waiting replica in the same process: otherwise an
/// import would be decoded right after it was encoded.
///
/// Each entry is handed out once. Only the last few are kept; others are read from the log.
struct FreshEntries {
  /// A change set's part in a zone, decoded, and as the log has it.
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

  /// The decoded form of a stored entry. The bytes are compared too, because a store that was put
  /// back to an earlier state may hold another entry with the same sequence.
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
