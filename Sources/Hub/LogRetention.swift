/// How long a hub keeps the logs of its zones. A replica that was away for longer loads the zones
/// anew and loses nothing of what it wrote; ids and stamps of what was deleted are kept for good, so
/// that what it wrote is still judged by what became of its records.
public struct LogRetention: Equatable, Sendable {
  /// Entries that are younger are kept.
  public var maxAgeMilliseconds: Int64
  /// This many of the newest entries of each zone are kept, however old they are.
  public var minEntriesPerZone: Int64
  /// Entries removed in one commit at most: pushes wait for it.
  public var maxEntriesPerCommit: Int64

  public init(
    maxAgeMilliseconds: Int64 = 90 * 86_400_000, minEntriesPerZone: Int64 = 200,
    maxEntriesPerCommit: Int64 = 5000
  ) {
    self.maxAgeMilliseconds = maxAgeMilliseconds
    self.minEntriesPerZone = minEntriesPerZone
    self.maxEntriesPerCommit = maxEntriesPerCommit
  }
}
