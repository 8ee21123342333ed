import Household
import SQLite
import SyncProtocol

/// Finds items by what is printed on a label or on the thing itself. This includes archived items:
/// somebody who holds one wants to see it.
package enum ItemLookup {
  /// The most items found at once.
  package static let maxItems = 20

  /// The items of all homes with this asset id, or with the full number that it abbreviates: `12`
  /// for `000-012`. Case and a leading `#` are ignored.
  package static func items(
    withAssetID text: String, in connection: Connection
  ) throws -> [ItemRow] {
    let wanted = forms(ofAssetID: text)
    var ids: [RecordID] = []
    for form in wanted.sorted() {
      try forEachItem(withWordsOf: form, in: connection) { id, assetID in
        guard !assetID.isEmpty, !forms(ofAssetID: assetID).isDisjoint(with: wanted) else { return }
        ids.append(id)
      }
    }
    return try rows(ids, in: connection)
  }

  /// The items of all homes in which a code occurs as a word: as a serial number, model or value of
  /// a field. A product code is found with and without the leading zero that turns a UPC into an
  /// EAN.
  package static func items(withCode code: String, in connection: Connection) throws -> [ItemRow] {
    var forms = [code]
    if code.utf8.count == 13, code.hasPrefix("0") { forms.append(String(code.dropFirst())) }
    if code.utf8.count == 12 { forms.append("0" + code) }
    var ids: [RecordID] = []
    for form in forms {
      try forEachItem(withWordsOf: form, in: connection) { id, _ in ids.append(id) }
    }
    return try rows(ids, in: connection)
  }

  /// The ways in which an asset id can be written.
  private static func forms(ofAssetID text: String) -> Set<String> {
    let plain = NameKey.make(text.hasPrefix("#") ? String(text.dropFirst()) : text)
    guard !plain.isEmpty else { return [] }
    guard plain.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(plain),
      (1...999_999_999).contains(number)
    else { return [plain] }
    return [plain, NumberItems.text(number)]
  }

  /// Calls `body` with the id and asset id of each item that contains these whole words, by name.
  /// Uses the index of words, so not all items are read.
  private static func forEachItem(
    withWordsOf text: String, in connection: Connection, _ body: (RecordID, String) throws -> Void
  ) throws {
    let terms = SearchText.terms(text)
    guard !terms.isEmpty else { return }
    try connection.forEach(
      """
      SELECT i.id, i.assetID FROM itemTerms AS t
        CROSS JOIN itemIndex AS x ON x.docID = t.rowid
        CROSS JOIN items AS i ON i.id = x.itemID
        WHERE itemTerms MATCH ? ORDER BY i.nameKey, i.id
      """, [.text(terms.map { "\"\($0)\"" }.joined(separator: " AND "))]
    ) { try body($0.text(0), $0.text(1)) }
  }

  private static func rows(_ ids: [RecordID], in connection: Connection) throws -> [ItemRow] {
    var seen: Set<RecordID> = []
    let unique = ids.filter { seen.insert($0).inserted }
    return try ItemRow.load(Array(unique.prefix(maxItems)), in: connection)
  }
}

/// A product code as a barcode holds it: EAN-8, UPC-A, EAN-13 or GTIN-14.
package struct ProductCode: Equatable, Sendable {
  /// 8, 12, 13 or 14 digits, the last of which is the check digit.
  package let digits: String

  /// Returns `nil` if the length or the check digit is wrong. Spaces and hyphens, which are often
  /// printed in these numbers, are ignored.
  package init?(_ text: String) {
    let plain = text.filter { $0 != " " && $0 != "-" }
    let values = plain.utf8.map { Int($0) - 0x30 }
    guard [8, 12, 13, 14].contains(values.count), values.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    let sum = values.reversed().enumerated().reduce(0) { sum, digit in
      sum + digit.element * (digit.offset % 2 == 0 ? 1 : 3)
    }
    guard sum % 10 == 0, values.contains(where: { $0 != 0 }) else { return nil }
    digits = plain
  }
}
