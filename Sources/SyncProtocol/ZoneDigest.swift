/// A checksum of a set of records that does not depend on their order. For comparing a replica with
/// its hub; it does not resist deliberate collisions.
public struct ZoneDigest: Hashable, Sendable {
  public private(set) var sum: UInt64 = 0
  public private(set) var recordCount = 0

  public init() {}

  public mutating func add(_ key: RecordKey, registers: SortedMap<FieldValue>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    Self.mix(key.table, into: &hash)
    Self.mix(key.id, into: &hash)
    var writer = WireWriter(capacity: 64)
    for (name, value) in registers where !value.isNull {
      Self.mix(name, into: &hash)
      writer.removeAll()
      value.write(to: &writer)
      writer.bytes.withUnsafeBufferPointer { Self.mix($0, into: &hash) }
    }
    sum &+= hash
    recordCount += 1
  }

  private static func mix(_ text: String, into hash: inout UInt64) {
    var text = text
    text.withUTF8 { mix($0, into: &hash) }
  }

  private static func mix(_ bytes: UnsafeBufferPointer<UInt8>, into hash: inout UInt64) {
    var mixed = hash
    for byte in bytes { mixed = (mixed ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (mixed ^ 0xff) &* 0x0000_0100_0000_01b3
  }

  /// Adds the records of another digest.
  package static func += (left: inout ZoneDigest, right: ZoneDigest) {
    left.sum &+= right.sum
    left.recordCount += right.recordCount
  }

  /// Removes the records of another digest, all of which this one contains.
  package static func -= (left: inout ZoneDigest, right: ZoneDigest) {
    left.sum &-= right.sum
    left.recordCount -= right.recordCount
  }
}
