/// A number that two holders of the same records agree on, whatever order they hold them in.
/// For comparing a replica with its hub; no protection against somebody who wants a collision.
public struct ZoneDigest: Hashable, Sendable {
  public private(set) var sum: UInt64 = 0
  public private(set) var recordCount = 0

  public init() {}

  public mutating func add(_ key: RecordKey, registers: SortedMap<FieldValue>) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func mix(_ bytes: some Sequence<UInt8>) {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
      hash = (hash ^ 0xff) &* 0x0000_0100_0000_01b3
    }
    mix(key.table.utf8)
    mix(key.id.utf8)
    for (name, value) in registers where !value.isNull {
      mix(name.utf8)
      mix(value.wireBytes)
    }
    sum &+= hash
    recordCount += 1
  }

  /// Adds what another digest was made of.
  package static func += (left: inout ZoneDigest, right: ZoneDigest) {
    left.sum &+= right.sum
    left.recordCount += right.recordCount
  }

  /// Takes away what another digest was made of, which is part of this one.
  package static func -= (left: inout ZoneDigest, right: ZoneDigest) {
    left.sum &-= right.sum
    left.recordCount -= right.recordCount
  }
}
