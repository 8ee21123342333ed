import Values

/// The fields of a query string or of a form that was sent as one; the first of equal names counts.
package struct QueryFields: Equatable, Sendable {
  private let values: [String: String]

  /// Reads `a=1&b=2`. A field that is not valid UTF-8 after decoding is left out.
  package init(_ text: String) {
    var values: [String: String] = [:]
    for field in text.split(separator: "&", maxSplits: Self.maxFields) {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = URLCoding.decode(parts[0], plusIsSpace: true), values[name] == nil else {
        continue
      }
      values[name] = parts.count == 2 ? URLCoding.decode(parts[1], plusIsSpace: true) : ""
    }
    self.values = values
  }

  /// More fields than this in one query are not read.
  package static let maxFields = 512

  package subscript(_ name: String) -> String? { values[name] }

  /// The rest of each field name that begins with `prefix` and is longer than it, sorted.
  package func endings(of prefix: String) -> [String] {
    values.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
      .filter { !$0.isEmpty }.sorted()
  }

  /// The field's value unless it is empty.
  package func nonEmpty(_ name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}
