import SQLite
import SyncProtocol

/// A row that an import created, with a mark of what was in it then.
package struct MarkedRecord: Codable, Equatable, Sendable {
  package let id: RecordID
  package let mark: String

  package init(id: RecordID, mark: String) {
    self.id = id
    self.mark = mark
  }

  private enum CodingKeys: CodingKey { case id, mark }

  /// Encoded as one text, as there are very many. The first programs wrote an object instead.
  package init(from decoder: any Decoder) throws {
    // No object means the text form; reading that reports any fault.
    if let values = try? decoder.container(keyedBy: CodingKeys.self) {
      id = try values.decode(RecordID.self, forKey: .id)
      mark = try values.decode(String.self, forKey: .mark)
      return
    }
    let container = try decoder.singleValueContainer()
    let parts = try container.decode(String.self).split(separator: " ")
    guard parts.count == 2 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "an id and a mark")
    }
    (id, mark) = (String(parts[0]), String(parts[1]))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("\(id) \(mark)")
  }
}

extension Record {
  /// A hash of the row's content; the same in every run of the program.
  ///
  /// Columns that a table gets later come last, and are NULL until somebody writes to them. NULLs
  /// at the end do not count, so that earlier marks stay valid.
  package var mark: String {
    let values = values
    let count = (values.lastIndex { $0 != .null } ?? -1) + 1
    var content: [UInt8] = []
    content.reserveCapacity(512)
    for value in values[..<count] {
      if !content.isEmpty { content.append(0x1f) }
      switch value {
      case .integer(let integer):
        content.append(UInt8(ascii: "i"))
        content += "\(integer)".utf8
      case .text(let text):
        content.append(UInt8(ascii: "t"))
        content += text.utf8
      default: content.append(UInt8(ascii: "n"))
      }
    }
    return UUIDs.v5(Self.sql.table, content)
  }
}
