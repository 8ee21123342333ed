import Values

/// Collects text and hands it on in pieces. Call ``finish()`` at the end.
package struct ExportText {
  /// Receives the text as UTF-8, in consecutive pieces.
  package typealias Sink = ([UInt8]) throws -> Void

  /// A piece is handed on when it reaches this many bytes.
  private static let pieceBytes = 64 << 10

  private var bytes: [UInt8] = []
  private let sink: Sink

  package init(_ sink: @escaping Sink) {
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

extension ExportText {
  /// The bytes that a spreadsheet takes for the start of a formula.
  private static let formulaStarts: Set<UInt8> = [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D]

  /// One cell of a CSV table, quoted where necessary.
  ///
  /// Text that a spreadsheet would run as a formula gets a leading apostrophe, as in Homebox, which
  /// importing the table removes again (D-WEB-5). What hides or turns text is left out, as it is
  /// when a table is imported.
  package static func cell(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
    let text =
      isPlain
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.filter { !isLeftOut($0) }))
    let start = text.utf8.first { $0 != 0x27 }
    return quoted(start.map(formulaStarts.contains) == true ? "'" + text : text)
  }

  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\t": false
    default: scalar.turnsText || scalar.properties.generalCategory == .control
    }
  }

  /// Comma, quotation mark, CR, LF and tab. Compared as bytes, because CR LF is one `Character`.
  private static let quotedBytes: Set<UInt8> = [0x2C, 0x22, 0x0D, 0x0A, 0x09]

  package static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: quotedBytes.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
