import Testing

@Suite("Shape of the sources")
struct ShapeTests {
  /// Lines that are still longer, in all files together. It only ever goes down.
  private static let maxLongLines = 120
  /// Functions that are still longer; no name is added here.
  private static let longFunctions: Set<String> = ["Sources/TestSupport/SimulatedActions.swift"]

  @Test("every Swift file has at most 500 lines")
  func files() {
    #expect(Repository.swiftFiles.count > 100)
    for file in Repository.swiftFiles {
      #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count - 1) lines")
    }
  }

  @Test("lines have at most 100 columns, apart from those that are known")
  func columns() {
    let long = Repository.swiftFiles.flatMap { file in
      file.lines.indices.filter { file.lines[$0].utf8.count > 100 && file.lines[$0].count > 100 }
        .map { file.place($0) }
    }
    #expect(long.count <= Self.maxLongLines, "\(long)")
  }

  @Test("every function fits on a screen: 70 lines")
  func functions() {
    for file in Repository.swiftFiles where !Self.longFunctions.contains(file.path) {
      for (index, line) in file.lines.enumerated() where Self.beginsFunction(line) {
        let indent = line.prefix { $0 == " " }
        // A declaration may take several lines; its body ends with the first brace at its own column.
        guard
          let end = file.lines[index...].firstIndex(where: { $0.hasPrefix(indent + "}") }),
          !Self.isDeclarationOnly(file.lines[index...end])
        else { continue }
        #expect(end - index <= 71, "\(file.place(index)) is \(end - index - 1) lines long")
      }
    }
  }

  private static func beginsFunction(_ line: String) -> Bool {
    guard line.utf8.count > 6, line.contains("func ") || line.contains("init(") else {
      return false
    }
    let words = line.drop { $0 == " " }
    guard !words.hasPrefix("//") else { return false }
    return words.contains("func ") || words.hasPrefix("init(") || words.contains(" init(")
  }

  /// A requirement of a protocol has no body; the next brace closes something else.
  private static func isDeclarationOnly(_ lines: ArraySlice<String>) -> Bool {
    guard let first = lines.first else { return true }
    let opens = lines.first { $0.hasSuffix("{") || $0.contains(" { ") }
    return opens == nil || first.contains(" { ") && first.hasSuffix("}")
  }
}
