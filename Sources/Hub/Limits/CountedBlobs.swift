import SyncProtocol

/// Reading the blobs that count for accounts.
public protocol CountedBlobReader {
  /// Whether an account has uploaded this blob, so that it counts for the account.
  func hasCounted(_ blob: String, for account: AccountID) throws -> Bool
  /// The total size of the blobs that count for an account, in bytes.
  func countedBytes(of account: AccountID) throws -> Int64
}

/// Writing the blobs that count for accounts.
public protocol CountedBlobWriter {
  /// Counts a blob for an account that has not uploaded it before.
  func count(_ blob: String, byteCount: Int64, for account: AccountID) throws
  func uncount(_ blob: String, for account: AccountID) throws
  /// Stops counting a blob, which is gone, for all accounts.
  func uncount(_ blob: String) throws
}

extension Hub {
  /// The account has used up its room: blobs must be removed, and swept by the hub, first.
  public struct AccountFull: Error, Equatable, Sendable {
    public init() {}
  }

  /// Checks whether an account may upload a blob; one that it has uploaded before is always
  /// allowed.
  ///
  /// Throws `AccountFull`.
  public func checkRoom(
    forBlob blob: String, byteCount: Int, of account: AccountID
  ) throws {
    try store.read { try checkRoom(forBlob: blob, byteCount: byteCount, of: account, $0) }
  }

  /// Counts a blob for an account before it is uploaded, so that simultaneous uploads cannot exceed
  /// the limit together.
  ///
  /// Throws `AccountFull`.
  ///
  /// - Returns: whether it was not counted before; if so, undo the count when the upload fails.
  public func countBlob(
    _ blob: String, byteCount: Int, of account: AccountID
  ) throws -> Bool {
    try store.write(for: account, weight: 1) { writer in
      guard try !writer.hasCounted(blob, for: account) else { return false }
      try checkRoom(forBlob: blob, byteCount: byteCount, of: account, writer)
      try writer.count(blob, byteCount: Int64(byteCount), for: account)
      return true
    }
  }

  /// Stops counting a blob for an account.
  public func uncountBlob(_ blob: String, of account: AccountID) throws {
    try store.write(for: account, weight: 1) { try $0.uncount(blob, for: account) }
  }

  /// Stops counting blobs that are gone, for all accounts.
  public func uncountBlobs(_ blobs: [String]) throws {
    guard !blobs.isEmpty else { return }
    try store.write(for: nil, weight: blobs.count) { writer in
      for blob in blobs { try writer.uncount(blob) }
    }
  }

  private func checkRoom(
    forBlob blob: String, byteCount: Int, of account: AccountID, _ reader: any HubReader
  ) throws {
    guard try !reader.hasCounted(blob, for: account) else { return }
    let (sum, isTooLarge) = try reader.countedBytes(of: account)
      .addingReportingOverflow(Int64(byteCount))
    guard !isTooLarge, sum <= limits.maxBlobBytes else { throw AccountFull() }
  }
}
