/// Known names, which may contain commas, for splitting comma-separated lists of names.
struct NameList {
  /// Names with more commas than this are not recognised within a list.
  private static let maxCommas = 16

  private var exact: Set<String> = []
  private var folded: [String: String] = [:]
  private var mostCommas = 0

  mutating func insert(_ name: String) {
    guard !name.isEmpty, exact.insert(name).inserted else { return }
    if folded[name.lowercased()] == nil { folded[name.lowercased()] = name }
    mostCommas = min(Self.maxCommas, max(mostCommas, name.utf8.count { $0 == 0x2C }))
  }

  /// The names in `text`: at each place the longest known one, or else the text up to the next
  /// comma.
  func split(_ text: String) -> [String] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    var names: [String] = []
    var start = 0
    while start < parts.count {
      var length = min(mostCommas + 1, parts.count - start)
      var name = known(parts[start..<(start + length)])
      while name == nil, length > 1 {
        length -= 1
        name = known(parts[start..<(start + length)])
      }
      let found = name ?? CleanText.trimmed(String(parts[start]))
      if !found.isEmpty, !names.contains(found) { names.append(found) }
      start += length
    }
    return names
  }

  private func known(_ parts: ArraySlice<Substring>) -> String? {
    let name = CleanText.trimmed(parts.joined(separator: ","))
    return exact.contains(name) ? name : folded[name.lowercased()]
  }
}
