import SyncProtocol

/// Finds change sets in the bytes of a file, whatever state the file is in. A change set that spans
/// several pages is in pieces and is not found.
enum LooseChangeSets {
  /// How a stored change set begins.
  private static let beginning = Array(#"{"id":""#.utf8)
  /// How many bytes are searched at a time, and the length of the longest change set that is found.
  private static let windowBytes = 1 << 20
  private static let maxBytes = 1 << 16

  static func forEach(
    in path: String, _ folder: any ReplicaFolder, _ body: (ChangeSet, [UInt8]) -> Void
  ) {
    var offset = 0
    // A missing file holds nothing; a file is read up to where it can be read.
    while let window = try? folder.read(path, from: offset, maxBytes: windowBytes + maxBytes),
      !window.isEmpty
    {
      window.withUnsafeBufferPointer { search($0, until: windowBytes, body) }
      offset += windowBytes
    }
  }

  private static func search(
    _ bytes: UnsafeBufferPointer<UInt8>, until end: Int, _ body: (ChangeSet, [UInt8]) -> Void
  ) {
    var start = 0
    while start < min(end, bytes.count - beginning.count) {
      guard bytes[start] == beginning[0], bytes[start...].starts(with: beginning) else {
        start += 1
        continue
      }
      let rest = bytes[start..<min(bytes.count, start + maxBytes)]
      guard let found = value(at: UnsafeBufferPointer(rebasing: rest)),
        // Much else begins in the same way.
        let changeSet = try? ChangeSet(wireBytes: found)
      else {
        start += 1
        continue
      }
      body(changeSet, found)
      start += found.count
    }
  }

  /// The JSON value at the start of the bytes; `nil` if there is none.
  private static func value(at bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var reader = WireReader(bytes)
    // Bytes that are not a JSON value are not a change set either.
    return try? reader.rawValue()
  }
}
