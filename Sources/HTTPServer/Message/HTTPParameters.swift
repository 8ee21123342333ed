/// The decoded fields of a query or a form, in order; names may repeat.
package struct HTTPParameters: Sendable, Equatable {
  /// One `name=value`.
  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// The most pairs a query or form may have; more are refused as malformed.
  package static let maxPairs = 4096

  package private(set) var pairs: [Pair] = []

  package init() {}

  package init(_ pairs: [(String, String)]) {
    self.pairs = pairs.map { Pair(name: $0.0, value: $0.1) }
  }

  /// Decodes `a=1&b=2`; `nil` for a broken escape, invalid UTF-8 or more than `maxPairs` pairs.
  package init?(urlEncoded text: some Collection<UInt8>) {
    for part in text.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true) {
      guard pairs.count < Self.maxPairs else { return nil }
      let name = part.prefix { $0 != UInt8(ascii: "=") }
      let value = part.dropFirst(name.count + 1)
      guard let name = PercentEncoding.decode(name, plusIsSpace: true),
        let value = PercentEncoding.decode(value, plusIsSpace: true)
      else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
  }

  /// The first value of `name`, as sent (not trimmed).
  package func first(_ name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// All values of `name`, in order.
  package func all(_ name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  package mutating func add(_ name: String, _ value: String) {
    pairs.append(Pair(name: name, value: value))
  }

  package var isEmpty: Bool { pairs.isEmpty }
}
