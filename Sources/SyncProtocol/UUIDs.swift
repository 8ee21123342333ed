/// Record ids: UUIDv7 for new rows, UUIDv5 where the id follows from the content.
public enum UUIDs {
  /// A new UUIDv7: 48 bits of time, so that new rows lie together in an index, and 74 random bits.
  public static func v7(
    milliseconds: Int64, using random: inout some RandomNumberGenerator
  ) -> String {
    let (high, low) = (random.next(), random.next())
    return v7(milliseconds: milliseconds, high: high, low: low)
  }

  /// The UUIDv7 of a time and given bits: the lowest 12 bits of `high` and the lowest 62 of `low`.
  /// Ids of one time sort by these bits.
  package static func v7(milliseconds: Int64, high: UInt64, low: UInt64) -> String {
    let first = UInt64(truncatingIfNeeded: milliseconds) << 16 | high & 0xfff
    return text(first, low, version: 7)
  }

  /// The UUIDv5 of `name` in `namespace` (any text, hashed as it is): the same everywhere.
  public static func v5(_ namespace: String, _ name: String) -> String {
    let (namespace, name) = (namespace.utf8, name.utf8)
    let count = namespace.count + 1 + name.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { input in
      var end = input.initialize(fromContentsOf: namespace)
      input.initializeElement(at: end, to: 0)
      end = input[(end + 1)...].initialize(fromContentsOf: name)
      return v5(of: UnsafeBufferPointer(input))
    }
  }

  /// The UUIDv5 of a name in UTF-8, the same as for its text.
  package static func v5(_ namespace: String, _ name: [UInt8]) -> String {
    let namespace = namespace.utf8
    let count = namespace.count + 1 + name.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { input in
      var end = input.initialize(fromContentsOf: namespace)
      input.initializeElement(at: end, to: 0)
      end = input[(end + 1)...].initialize(fromContentsOf: name)
      return v5(of: UnsafeBufferPointer(input))
    }
  }

  /// An id that follows from `id` and `name`, the same everywhere, and that sorts near `id` in an
  /// index.
  ///
  /// It is a UUIDv8 (RFC 9562): the first 48 bits of `id`, which in a UUIDv7 are its time, and 74
  /// bits of the hash that `v5` takes.
  ///
  /// - Parameter id: a UUID in lower case; for any other text the result is that of `v5`.
  public static func beside(_ id: String, _ name: String) -> String {
    let hashed = v5(id, name)
    guard isUUID(id) else { return hashed }
    return "\(id.prefix(14))8\(hashed.dropFirst(15))"
  }

  private static func isUUID(_ text: String) -> Bool {
    let text = text.utf8
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      }
    }
  }

  private static func v5(of input: UnsafeBufferPointer<UInt8>) -> String {
    let words = SHA1.hash(input)
    return text(
      UInt64(words[0]) << 32 | UInt64(words[1]), UInt64(words[2]) << 32 | UInt64(words[3]),
      version: 5)
  }

  private static func text(_ first: UInt64, _ second: UInt64, version: UInt64) -> String {
    let first = first & ~0xf000 | version << 12
    let second = second & ~(3 << 62) | 2 << 62
    return String(unsafeUninitializedCapacity: 36) { text in
      var index = 0
      for shift in stride(from: UInt64(124), through: 0, by: -4) {
        if index == 8 || index == 13 || index == 18 || index == 23 {
          text[index] = UInt8(ascii: "-")
          index += 1
        }
        let digit =
          UInt8(
            truncatingIfNeeded: shift >= 64 ? first >> (shift - 64) : second >> shift)
          & 15
        text[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        index += 1
      }
      return 36
    }
  }
}
