import SyncProtocol

/// The stored steps that undo a pending change.
package enum StoredUndo {
  /// Reads stored bytes and writes them again, to check that the coding is lossless.
  package static func rewritten(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    try [LocalUndo](wireBytes: bytes).wireBytes
  }
}
