import SyncProtocol

/// What a store knows of the blobs that accounts have uploaded.
public protocol CountedBlobReader {
  /// Whether an account has uploaded this blob, so that it counts for the account.
  func hasCounted(_ blob: String, for account: AccountID) throws -> Bool
  /// The bytes of all blobs that count for an account.
  func countedBytes(of account: AccountID) throws -> Int64
}

/// What a store keeps of them.
public protocol CountedBlobWriter {
  /// Counts a blob for an account that has not uploaded it before.
  func count(_ blob: String, byteCount: Int64, for account: AccountID) throws
  func uncount(_ blob: String, for account: AccountID) throws
  /// Takes a blob, which is gone, from all accounts it counts for.
  func uncount(_ blob: String) throws
}

extension Hub {
  /// The account has uploaded as much as it may: something must be removed first, and swept by the
  /// hub.
  public struct AccountFull: Error, Equatable, Sendable {
    public init() {}
  }

  /// Looks whether an account may upload a blob: one that it has uploaded already, always.
  ///
  /// Throws `AccountFull`.
  public func checkRoom(
    forBlob blob: String, byteCount: Int, of account: AccountID
  ) throws {
    try store.read { try checkRoom(forBlob: blob, byteCount: byteCount, of: account, $0) }
  }

  /// Counts a blob that an account uploads, before it is there: what two uploads bring together is
  /// never more than there is room for.
  ///
  /// Throws `AccountFull`.
  /// - Returns: whether it was not counted before; to be taken back when nothing comes of it.
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

  /// Takes back that a blob counts for an account.
  public func uncountBlob(_ blob: String, of account: AccountID) throws {
    try store.write(for: account, weight: 1) { try $0.uncount(blob, for: account) }
  }

  /// Gives accounts the room of blobs that are gone.
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
