/// One SQLite value, in SQLite's own storage classes; nothing is converted.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The text, if it is one.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The integer, if it is one.
  public var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral integer: Int64) { self = .integer(integer) }
  public init(nilLiteral: ()) { self = .null }
  public init(_ text: String?) { self = text.map(Value.text) ?? .null }
  public init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }
  public init(_ bool: Bool) { self = .integer(bool ? 1 : 0) }
}
