/// The limits of what one account may use of a hub, so that nobody fills it or keeps the others
/// waiting.
///
/// There is always a limit; use a large number for none.
public struct AccountLimits: Equatable, Sendable {
  /// The bytes of the blobs that an account has uploaded, each counted once.
  public var maxBlobBytes: Int64
  /// The live records in the zones that an account owns, whoever created them.
  public var maxRecords: Int
  /// The mutations that an account's devices may push per minute, averaged over a longer time.
  public var maxMutationsPerMinute: Int
  /// The records that an account may add per day, averaged over a longer time, where it may add to
  /// a table and not change it: what a child ticks counts as records of whoever owns the family.
  public var maxAdditionsPerDay: Int

  /// - Precondition: each limit is greater than 0.
  public init(
    maxBlobBytes: Int64 = 50 << 30, maxRecords: Int = 2_000_000,
    maxMutationsPerMinute: Int = 100_000, maxAdditionsPerDay: Int = 5000
  ) {
    precondition(maxBlobBytes > 0 && maxRecords > 0 && maxMutationsPerMinute > 0)
    precondition(maxAdditionsPerDay > 0)
    self.maxBlobBytes = maxBlobBytes
    self.maxRecords = maxRecords
    self.maxMutationsPerMinute = maxMutationsPerMinute
    self.maxAdditionsPerDay = maxAdditionsPerDay
  }
}
