/// One record of a table: the bytes of its cells, without their quotes.
package struct CSVRecord {
  /// The physical line the record begins on, from 1.
  package fileprivate(set) var line = 0
  /// The first cell (from 0) that has text after its closing quote.
  package internal(set) var strayQuoteCell: Int?
  fileprivate(set) var bytes: [UInt8] = []
  /// The offset in `bytes` at which each cell ends.
  fileprivate var ends: [Int] = []
  /// The physical line each cell begins on.
  fileprivate var lines: [Int] = []
  /// Whether a cell was quoted. A line with only an empty quoted cell is not an empty line.
  var hasQuotes = false

  package init() {}

  /// The number of cells.
  package var count: Int { ends.count }

  /// Whether the line is empty.
  package var isBlankLine: Bool { ends.count == 1 && bytes.isEmpty && !hasQuotes }

  /// Whether all cells are empty or blank.
  package var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  /// Calls `body` with the bytes of a cell, which are UTF-8.
  @inline(__always)
  func withCell<Result>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let start = index == 0 ? 0 : ends[index - 1]
    let end = ends[index]
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[start..<end])) }
  }

  @inline(__always)
  func isEmpty(_ index: Int) -> Bool {
    ends[index] == (index == 0 ? 0 : ends[index - 1])
  }

  /// The text of a cell; `index` counts from 0 and is less than `count`.
  package func text(_ index: Int) -> String {
    withCell(index) { String(decoding: $0, as: UTF8.self) }
  }

  /// The physical line a cell begins on: cells before it may span several lines.
  package func line(ofCell index: Int) -> Int { lines[index] }

  mutating func begin(line: Int) {
    self.line = line
    strayQuoteCell = nil
    hasQuotes = false
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    lines.removeAll(keepingCapacity: true)
  }

  mutating func beginCell(line: Int) { lines.append(line) }

  @inline(__always)
  mutating func append(_ run: UnsafeBufferPointer<UInt8>) { bytes.append(contentsOf: run) }

  @inline(__always)
  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func endCell() { ends.append(bytes.count) }

  /// The bytes of the cell that is being read.
  @inline(__always)
  var openCellByteCount: Int { bytes.count - (ends.last ?? 0) }

  /// The offset of the first byte of the cell being read that breaks UTF-8, if any.
  func invalidByteOffsetInOpenCell() -> Int? {
    bytes.withUnsafeBufferPointer {
      UTF8Check.firstInvalidOffset(UnsafeBufferPointer(rebasing: $0[(ends.last ?? 0)...]))
    }
  }

  /// The physical line of the byte at `offset` in the cell being read.
  func line(ofOpenCellByte offset: Int) -> Int {
    let start = ends.last ?? 0
    var line = lines.last ?? line
    var previous: UInt8 = 0
    for byte in bytes[start..<(start + offset)] {
      if byte == 0x0D || (byte == 0x0A && previous != 0x0D) { line += 1 }
      previous = byte
    }
    return line
  }
}
