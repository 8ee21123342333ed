import Household
import SQLite
import SyncProtocol

/// Whether an item has some words next to each other in one of its texts. The index of words finds
/// the few items that have them at all, and only those are tested.
struct ItemTextTest {
  let words: [String]
  let isExcluded: Bool
  private let sql: String

  /// Returns `nil` for a condition that is not on words.
  init?(_ clause: ItemFilter.Clause) {
    guard case .text(let field, let text) = clause.test else { return nil }
    words = SearchText.words(text)
    isExcluded = clause.isExcluded
    switch field {
    case .serial: sql = "SELECT serial FROM items WHERE id = ?1"
    case .model: sql = "SELECT model FROM items WHERE id = ?1"
    case .manufacturer: sql = "SELECT manufacturer FROM items WHERE id = ?1"
    case .assetID: sql = "SELECT assetID FROM items WHERE id = ?1"
    case .any:
      // One text per line, so that words of different texts are not next to each other.
      sql = """
        SELECT name || '\n' || description || '\n' || notes || '\n' || serial || '\n' || model
            || '\n' || manufacturer || '\n' || purchasedFrom || '\n' || condition || '\n'
            || assetID || '\n' || warrantyDetails || '\n' || soldTo || '\n' || soldNotes || '\n'
            || lentTo
          FROM items WHERE id = ?1
        UNION ALL
        SELECT f.name || '\n' || f.value FROM items AS i
          JOIN itemFields AS f ON f.homeID = i.homeID AND f.itemID = i.id WHERE i.id = ?1
        UNION ALL
        SELECT l.name FROM items AS i
          JOIN itemLabels AS il ON il.homeID = i.homeID AND il.itemID = i.id
          JOIN labels AS l ON l.id = il.labelID WHERE i.id = ?1
        UNION ALL
        SELECT l.name FROM items AS i JOIN locations AS l ON l.id = i.locationID WHERE i.id = ?1
        """
    }
  }

  /// Whether the item meets the condition.
  func isMet(by item: RecordID, in connection: Connection) throws -> Bool {
    let statement = try connection.prepare(sql)
    statement.bind([.text(item)])
    defer { statement.reset() }
    while try statement.step() {
      for line in statement.text(0).split(separator: "\n")
      where SearchText.has(words, in: String(line)) {
        return !isExcluded
      }
    }
    return isExcluded
  }
}
