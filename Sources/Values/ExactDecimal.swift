/// A decimal number exactly as it was written, without floating point: `digits` × 10^−`scale`.
///
/// Zeros at the end of a fraction change nothing and are dropped: `1.50` equals `1.5`.
package struct ExactDecimal: Equatable, Hashable, Sendable {
  package enum Problem: Error, Equatable, Sendable {
    /// Anything but digits, with one minus before and one point between them.
    case unreadable
    /// More than ``ExactDecimal/maxDigits`` digits, or as many decimals.
    case tooManyDigits
  }

  /// The maximum number of digits, and of decimals.
  package static let maxDigits = 18

  /// At most ``maxDigits`` of them; negative for a number below zero.
  package let digits: Int64
  /// Decimals: 0 to ``maxDigits``.
  package let scale: Int

  package static let one = ExactDecimal(digits: 1, scale: 0)

  /// - Precondition: `scale` is within 0...``maxDigits``.
  package init(digits: Int64, scale: Int) {
    precondition((0...Self.maxDigits).contains(scale), "no decimal has \(scale) decimals")
    var (digits, scale) = (digits, scale)
    while scale > 0, digits % 10 == 0 { (digits, scale) = (digits / 10, scale - 1) }
    (self.digits, self.scale) = (digits, scale)
  }

  /// Reads `-12.50`, as programs write it: no groups, no exponent, no plus.
  package init(_ text: some StringProtocol) throws(Problem) {
    try self.init(utf8: Array(text.utf8)[...])
  }

  /// The same from bytes.
  package init(utf8 bytes: ArraySlice<UInt8>) throws(Problem) {
    let isNegative = bytes.first == UInt8(ascii: "-")
    var digits: Int64 = 0
    var (count, scale, zeros) = (0, 0, 0)
    var (isFraction, last) = (false, UInt8(ascii: "."))
    for byte in isNegative ? bytes.dropFirst() : bytes {
      if byte == UInt8(ascii: "."), !isFraction, last != UInt8(ascii: ".") {
        isFraction = true
      } else if isFraction, byte == 0x30 {
        // It counts only if another digit follows.
        zeros += 1
      } else if (0x30...0x39).contains(byte) {
        scale += isFraction ? zeros + 1 : 0
        count += count > 0 ? zeros + 1 : byte > 0x30 ? 1 : 0
        guard count <= Self.maxDigits, scale <= Self.maxDigits else { throw .tooManyDigits }
        while zeros > 0 { (digits, zeros) = (digits * 10, zeros - 1) }
        digits = digits * 10 + Int64(byte - 0x30)
      } else {
        throw .unreadable
      }
      last = byte
    }
    guard last != UInt8(ascii: ".") else { throw .unreadable }
    self.init(digits: isNegative ? -digits : digits, scale: scale)
  }

  /// The number in minor units of a currency with `exponent` decimals; `nil` when it has more
  /// decimals, or 64 bits have no room for it.
  package func minor(exponent: Int) -> Int64? {
    guard scale <= exponent else { return nil }
    let (minor, overflow) = digits.multipliedReportingOverflow(
      by: (scale..<exponent).reduce(1) { product, _ in product * 10 })
    return overflow ? nil : minor
  }

  /// An amount of minor units with all decimals of its currency, as programs write it: `-0.50`.
  package static func text(minor: Int64, exponent: Int) -> String {
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
    let sign = minor < 0 ? "-" : ""
    guard exponent > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
  }
}
