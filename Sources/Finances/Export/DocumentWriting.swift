import Household
import SQLite
import SyncProtocol

// How records are written into documents.
extension ExportText {
  static func json(_ body: (inout WireWriter) -> Void) -> [UInt8] {
    var writer = WireWriter(capacity: 512)
    body(&writer)
    return writer.bytes
  }

  /// A further member of the document: a list with a line for each record.
  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (inout WireWriter, Element) -> Void
  ) throws {
    try write(",\n\"\(name)\":[")
    for (index, element) in elements.enumerated() {
      try write(index == 0 ? "\n" : ",\n")
      try write(Self.json { writer in writer.object { body(&$0, element) } })
    }
    try write("]")
  }
}

extension WireWriter {
  mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  mutating func member(_ name: String, _ value: Int64?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ body: (inout WireWriter, Element) -> Void
  ) {
    key(name)
    array { writer in
      for element in elements { writer.object { body(&$0, element) } }
    }
  }

  /// The details of a record, as its list of fields has them. Flags are 0 or 1.
  mutating func members<Details>(of details: Details, _ fields: [RecordField<Details>]) {
    for field in fields {
      key(field.name)
      switch field.value(of: details) {
      case .integer(let number): integer(number)
      case .text(let text): string(text)
      default: null()
      }
    }
  }
}
