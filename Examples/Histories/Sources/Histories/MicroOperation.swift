import SyncProtocol

/// One step of a transaction, as histories write it: `["append","0:3",17]`, `["remove","0:3",17]`,
/// `["r","0:3",null]`, and after the transaction `["r","0:3",[12,17]]`.
///
/// A list's key begins with the name of its home and a colon.
enum MicroOperation: Codable, Sendable {
  case append(list: String, value: Int64)
  case remove(list: String, value: Int64)
  case read(list: String, values: [Int64]?)

  var list: String {
    switch self {
    case .append(let list, _), .remove(let list, _), .read(let list, _): list
    }
  }

  /// What an inserted element was; `nil` for other changes.
  init?(insert mutation: Mutation) {
    guard mutation.kind == .insert, case .text(let list)? = mutation.registers["list"],
      case .integer(let value)? = mutation.registers["value"]
    else { return nil }
    self = .append(list: list, value: value)
  }

  init(from decoder: any Decoder) throws {
    var parts = try decoder.unkeyedContainer()
    let name = try parts.decode(String.self)
    let list = try parts.decode(String.self)
    switch name {
    case "append": self = .append(list: list, value: try parts.decode(Int64.self))
    case "remove": self = .remove(list: list, value: try parts.decode(Int64.self))
    case "r": self = .read(list: list, values: nil)
    default: throw Failure("\(name) is no operation")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var parts = encoder.unkeyedContainer()
    switch self {
    case .append(let list, let value):
      try parts.encode("append")
      try parts.encode(list)
      try parts.encode(value)
    case .remove(let list, let value):
      try parts.encode("remove")
      try parts.encode(list)
      try parts.encode(value)
    case .read(let list, let values):
      try parts.encode("r")
      try parts.encode(list)
      try parts.encode(values)
    }
  }
}
