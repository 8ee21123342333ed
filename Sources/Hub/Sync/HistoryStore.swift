import SyncProtocol

/// A log entry with what there was before it.
public struct StoredHistory: Equatable, Sendable {
  public let entry: StoredEntry
  /// A list of `FormerRecord` in its wire form; empty for none, and in entries that were written
  /// before it was kept.
  public let before: [UInt8]

  public init(entry: StoredEntry, before: [UInt8]) {
    self.entry = entry
    self.before = before
  }
}

/// What a store knows of the past of zones.
public protocol HistoryReader {
  /// The entry of that sequence; `nil` when it was trimmed.
  func history(of zone: ZoneID, at sequence: Int64) throws -> StoredHistory?
  /// The sequences of a zone's entries in which something happened to a record or to its parts,
  /// the newest first; without those in which the record was made, unless it has changed since.
  func changes(of record: RecordPlace, before: Int64, limit: Int) throws -> [Int64]
}

/// What a store keeps of the past of zones.
public protocol HistoryWriter {
  /// Notes when something happened to records. What is noted already stays, and what is of a record
  /// that is not there is left out.
  func noteChanges(_ notes: [RecordChangeNote]) throws
}
