import Values

/// The columns of a table by their names, which are those of a program.
struct NamedColumns {
  private var indexes: [String: Int] = [:]

  init(_ header: CSVRecord) {
    for index in 0..<header.count {
      let name = CleanText.trimmed(header.text(index)).lowercased()
      if indexes[name] == nil { indexes[name] = index }
    }
  }

  /// The cell of a column; empty if there is none.
  func text(_ name: String, _ record: CSVRecord) -> String {
    guard let index = indexes[name], index < record.count else { return "" }
    return CleanText.trimmed(record.text(index))
  }
}

/// Lists of names in one cell, joined by commas that names may have themselves.
package enum NameText {
  static let maxNames = 500

  /// The names of a list. If names with commas are known, a list that could be read in several ways
  /// is ambiguous.
  package static func names(
    in list: String, known: Set<String>
  ) -> (names: [String], isAmbiguous: Bool) {
    let separator: Character = list.contains(";") ? ";" : ","
    let parts = list.split(separator: separator).map { GroupBuilder.line(String($0)) }
      .filter { !$0.isEmpty }
    guard parts.count <= maxNames else { return ([], true) }
    let withCommas = known.filter { $0.contains(",") }.map { name in
      (name, name.split(separator: ",").map { GroupBuilder.line(String($0)) })
    }
    guard separator == ",", !withCommas.isEmpty else { return (parts, false) }
    // In how many ways the list is one of known names up to each part, at most two.
    var ways = [1] + Array(repeating: 0, count: parts.count)
    var last: [(name: String, count: Int)?] = Array(repeating: nil, count: parts.count + 1)
    var hasComma = false
    for end in parts.indices.map({ $0 + 1 }) {
      var names = known.contains(parts[end - 1]) ? [(parts[end - 1], 1)] : []
      for (name, words) in withCommas
      where words.count <= end && parts[(end - words.count)..<end].elementsEqual(words) {
        hasComma = true
        names.append((name, words.count))
      }
      for (name, count) in names where ways[end - count] > 0 {
        ways[end] = min(2, ways[end] + ways[end - count])
        last[end] = (name, count)
      }
    }
    guard ways[parts.count] > 0 else { return (parts, hasComma) }
    var names: [String] = []
    var end = parts.count
    while end > 0, let (name, count) = last[end] {
      names.append(name)
      end -= count
    }
    return (names.reversed(), ways[parts.count] > 1)
  }
}

extension CSVReader {
  /// Reads the next record in which any cell is filled; returns `false` at the end.
  mutating func nextFilled(into record: inout CSVRecord) throws(ImportFailure) -> Bool {
    repeat {
      guard try next(into: &record) else { return false }
    } while record.isBlank
    return true
  }
}
