/// The value of a register. Scalars are SQLite's storage classes; lists and maps make up the
/// content of an aggregate (a map of its columns and of its child rows).
public enum FieldValue: Hashable, Sendable {
  case null
  case integer(Int64)
  /// Finite. `-0.0` is written as `0.0`.
  case real(Double)
  case text(String)
  case blob([UInt8])
  case list([FieldValue])
  case map(SortedMap<FieldValue>)

  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The text; `nil` if the value is none.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The integer; `nil` if the value is none.
  public var integer: Int64? {
    guard case .integer(let integer) = self else { return nil }
    return integer
  }

  /// The list; `nil` if the value is none.
  public var list: [FieldValue]? {
    guard case .list(let list) = self else { return nil }
    return list
  }

  /// The value under a key of a map; `null` when the key is missing or this is not a map.
  public subscript(key: String) -> FieldValue {
    guard case .map(let map) = self else { return .null }
    return map[key] ?? .null
  }

  /// Approximate number of bytes this value takes in memory and on the wire; limits are checked
  /// against it.
  public var byteCount: Int {
    switch self {
    case .null: 4
    case .integer, .real: 8
    case .text(let text): text.utf8.count + 2
    case .blob(let blob): blob.count * 4 / 3 + 8
    case .list(let list): list.reduce(2) { $0 + $1.byteCount + 1 }
    case .map(let map): map.reduce(2) { $0 + $1.key.utf8.count + $1.value.byteCount + 4 }
    }
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByNilLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral integer: Int64) { self = .integer(integer) }
  public init(nilLiteral: ()) { self = .null }
}
