import SyncProtocol

/// A log entry, with the former state of the records that it changed.
public struct StoredHistory: Equatable, Sendable {
  public let entry: StoredEntry
  /// A list of `FormerRecord` in its wire form; empty if there are none, and for entries of older
  /// programs.
  public let before: [UInt8]

  public init(entry: StoredEntry, before: [UInt8]) {
    self.entry = entry
    self.before = before
  }
}

/// Reading the history of zones from a store.
public protocol HistoryReader {
  /// The entry with a sequence; `nil` if it was trimmed.
  func history(of zone: ZoneID, at sequence: Int64) throws -> StoredHistory?
  /// The sequences of a zone's entries that changed a record or a record it contains, newest first.
  /// The entry that created the record is left out unless the record has changed since.
  func changes(of record: RecordPlace, before: Int64, limit: Int) throws -> [Int64]
}

/// Writing the history of zones to a store.
public protocol HistoryWriter {
  /// Notes which entries changed records. Notes that exist already stay as they are, and notes of
  /// records that do not exist are ignored.
  func noteChanges(_ notes: [RecordChangeNote]) throws
}
