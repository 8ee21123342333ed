import SyncProtocol
import Values

package typealias JSON = Values.JSON
package typealias JSONReader = Values.JSONReader

extension JSON {
  /// The value as UTF-8 text without blanks.
  package var bytes: [UInt8] {
    var writer = WireWriter(capacity: 1024)
    write(to: &writer)
    return writer.bytes
  }

  func write(to writer: inout WireWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .real(let value): writer.real(value)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.array { writer in for element in elements { element.write(to: &writer) } }
    case .object(let members):
      writer.object { writer in
        for member in members {
          writer.key(member.name)
          member.value.write(to: &writer)
        }
      }
    }
  }

  /// The text, or `null` for `nil`.
  init(_ text: String?) { self = text.map { .string($0) } ?? .null }

  /// The number, or `null` for `nil`.
  init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }

  /// The object with further members; those whose value is `nil` are left out.
  func adding(_ members: KeyValuePairs<String, JSON?>) -> JSON {
    guard case .object(let own) = self else { return self }
    return .object(own + members.compactMap { name, value in value.map { Member(name, $0) } })
  }
}
