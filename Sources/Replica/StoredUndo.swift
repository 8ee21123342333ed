import SyncProtocol

/// What is stored of how to take a pending change off again.
package enum StoredUndo {
  /// Reads stored bytes and writes them again.
  package static func rewritten(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    try [LocalUndo](wireBytes: bytes).wireBytes
  }
}
