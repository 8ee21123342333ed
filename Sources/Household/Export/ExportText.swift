/// Collects text and hands it on in pieces. Call ``finish()`` at the end.
package struct ExportText {
  /// A piece is handed on when it reaches this many bytes.
  private static let pieceBytes = 64 << 10

  private var bytes: [UInt8] = []
  private let sink: HouseholdExport.Sink

  package init(_ sink: @escaping HouseholdExport.Sink) {
    self.sink = sink
    bytes.reserveCapacity(Self.pieceBytes + 4096)
  }

  package mutating func write(_ text: String) throws {
    bytes.append(contentsOf: text.utf8)
    try handOn()
  }

  package mutating func write(_ text: [UInt8]) throws {
    bytes.append(contentsOf: text)
    try handOn()
  }

  private mutating func handOn() throws {
    guard bytes.count >= Self.pieceBytes else { return }
    try sink(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Hands on what is left.
  package mutating func finish() throws {
    if !bytes.isEmpty { try sink(bytes) }
    bytes = []
  }
}
