import SyncProtocol

/// Finds change sets in the bytes of a file, whatever shape that is in. One that goes over several
/// pages is in pieces, and is not found.
enum LooseChangeSets {
  /// How a change set begins as it is stored.
  private static let beginning = Array(#"{"id":""#.utf8)
  /// Bytes that are looked at together, and the longest change set that is found.
  private static let windowBytes = 1 << 20
  private static let maxBytes = 1 << 16

  static func forEach(
    in path: String, _ folder: any ReplicaFolder, _ body: (ChangeSet, [UInt8]) -> Void
  ) {
    var offset = 0
    // A file that is not there holds nothing, and one that cannot be read no more.
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
        // Much else begins like that.
        let changeSet = try? ChangeSet(wireBytes: found)
      else {
        start += 1
        continue
      }
      body(changeSet, found)
      start += found.count
    }
  }

  /// The JSON value that the bytes begin with.
  private static func value(at bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var reader = WireReader(bytes)
    // What is no value is not what is looked for.
    return try? reader.rawValue()
  }
}
