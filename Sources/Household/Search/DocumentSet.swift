import SQLite
import SyncProtocol

/// The documents of `itemIndex` that have all words of a search, as bits: the index is asked once
/// for a page, however many items it names.
struct DocumentSet {
  private(set) var count = 0
  private var words: [UInt64] = []

  /// `nil` when the text has no words, and so excludes nothing.
  init?(search text: String, in connection: Connection) throws {
    let terms = SearchText.terms(text)
    guard !terms.isEmpty else { return nil }
    try connection.forEach(
      "SELECT rowid FROM itemTerms WHERE itemTerms MATCH ?", [.text(SearchText.match(terms))]
    ) { insert($0.integer(0)) }
  }

  func contains(_ document: Int64) -> Bool {
    let word = Int(document >> 6)
    return document >= 0 && word < words.count && words[word] & (1 << UInt64(document & 63)) != 0
  }

  func items(in connection: Connection) throws -> [RecordID] {
    var list: [String] = []
    for (index, word) in words.enumerated() where word != 0 {
      for bit in 0..<64 where word & (1 << UInt64(bit)) != 0 {
        list.append(String(index * 64 + bit))
      }
    }
    return try connection.query(
      """
      SELECT x.itemID FROM json_each(?) AS c CROSS JOIN itemIndex AS x ON x.docID = c.value
      """, .text("[\(list.joined(separator: ","))]")
    ) { $0.text(0) }
  }

  private mutating func insert(_ document: Int64) {
    let word = Int(document >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: max(word + 1 - words.count, words.count)))
    }
    words[word] |= 1 << UInt64(document & 63)
    count += 1
  }
}
