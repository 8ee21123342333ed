/// What one account may take of a hub, so that nobody fills it or keeps the others waiting.
///
/// There is always a limit; where none is wanted it is a large number.
public struct AccountLimits: Equatable, Sendable {
  /// Bytes of the photos and attachments that an account has uploaded, each counted once.
  public var maxBlobBytes: Int64
  /// Live records in the zones that an account owns, whoever made them.
  public var maxRecords: Int
  /// Mutations that an account's devices push in a minute, over a longer time.
  public var maxMutationsPerMinute: Int

  /// - Precondition: each is more than 0.
  public init(
    maxBlobBytes: Int64 = 50 << 30, maxRecords: Int = 2_000_000,
    maxMutationsPerMinute: Int = 100_000
  ) {
    precondition(maxBlobBytes > 0 && maxRecords > 0 && maxMutationsPerMinute > 0)
    self.maxBlobBytes = maxBlobBytes
    self.maxRecords = maxRecords
    self.maxMutationsPerMinute = maxMutationsPerMinute
  }
}
