import Synchronization

/// Makes short ids for requests, by which the log's line for an error page can be found.
///
/// An id is not secret and is not repeated for a long time. The ids come from a counter with a
/// random start, mixed so that neighbours look different.
package final class RequestNumber: Sendable {
  private let next: Atomic<UInt64>

  package init() {
    let bytes = Secrets.random(count: 8)
    next = Atomic(bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// Eight letters and digits.
  package func make() -> String {
    var number = next.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).oldValue
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    number ^= number >> 31
    return String(unsafeUninitializedCapacity: 8) { text in
      for index in 0..<8 { text[index] = Self.digits[Int(number >> UInt64(5 * index) & 31)] }
      return 8
    }
  }
}
