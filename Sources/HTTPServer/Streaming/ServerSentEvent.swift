/// One server-sent event, encoded once for any number of clients.
package struct ServerSentEvent: Sendable {
  let bytes: [UInt8]

  /// `data` may have several lines. Line breaks in `event` and `id` are dropped, because they would
  /// end the field.
  package init(event: String? = nil, data: String, id: String? = nil) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.utf8.count + 64)
    if let id { Self.append("id: ", id, to: &bytes) }
    if let event { Self.append("event: ", event, to: &bytes) }
    var line: [UInt8] = []
    var wasReturn = false
    func endLine() {
      bytes += Array("data: ".utf8) + line + [0x0A]
      line.removeAll(keepingCapacity: true)
    }
    for byte in data.utf8 {
      switch byte {
      case 0x0A where wasReturn: wasReturn = false
      case 0x0A, 0x0D:
        wasReturn = byte == 0x0D
        endLine()
      default:
        wasReturn = false
        line.append(byte)
      }
    }
    endLine()
    self.bytes = bytes + [0x0A]
  }

  /// A comment, which clients ignore; sending it reveals a dead connection.
  static let heartbeat = Array(":\n\n".utf8)

  private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += name.utf8
    bytes += value.utf8.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
    bytes.append(0x0A)
  }
}
