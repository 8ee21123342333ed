/// How long a hub keeps the logs of its zones.
///
/// A replica that was away for longer loads the zones anew, and loses nothing that it wrote: the
/// ids and stamps of deleted records are kept for good, so its changes are still judged by what
/// became of their records.
public struct LogRetention: Equatable, Sendable {
  /// Younger entries are kept, milliseconds.
  public var maxAgeMilliseconds: Int64
  /// This many of the newest entries of each zone are kept, whatever their age.
  public var minEntriesPerZone: Int64
  /// The most entries removed in one commit, for which pushes must wait.
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
