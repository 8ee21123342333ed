import FoundationEssentials
import Household
import SQLite
import SyncProtocol

/// Everything that a merge has taken apart, so that `UndoMerge` can restore it.
package struct MergeManifest: Codable, Equatable, Sendable {
  /// A row as it was, by column.
  struct Row: Codable, Equatable, Sendable {
    var columns: [String: ImportTrace.StoredValue]

    init(_ record: some Record) {
      columns = Dictionary(
        uniqueKeysWithValues: zip(type(of: record).sql.columns, record.values)
          .map { ($0, ImportTrace.StoredValue($1)) })
    }

    var id: RecordID { text("id") }

    func text(_ column: String) -> String {
      if case .text(let text) = columns[column] { text } else { "" }
    }

    /// Inserts the row, with other values in some columns.
    func insert<Kind: Record>(
      as kind: Kind.Type, with changes: [String: Value], in connection: Connection
    ) throws {
      let values = Kind.sql.columns.map { changes[$0] ?? columns[$0]?.value }
      // A column that was added later gets its default.
      let known = zip(Kind.sql.columns, values).filter { $0.1 != nil }
      try connection.execute(
        """
        INSERT INTO \(Kind.sql.table) (\(known.map(\.0).joined(separator: ", ")))
          VALUES (\(known.map { _ in "?" }.joined(separator: ", ")))
        """, known.map { $0.1 ?? .null })
    }
  }

  /// A place, label, policy or field that was combined with another of the same name.
  struct Dissolved: Codable, Equatable, Sendable {
    var row: Row
    /// The record that stands for it now.
    var survivor: RecordID
    /// Items that were in the place, or had the label.
    var items: [RecordID] = []
    /// Photos of the place; papers of the policy.
    var files: [RecordID] = []
    /// The text that was added to the survivor's note.
    var note = ""
    /// Columns whose content the survivor has too; `nil` in merges made before this was kept.
    var same: [String]?

    /// Records which columns the survivor has the same content for, whether its own or added by the
    /// merge.
    mutating func compare(to survivor: some Record) {
      let other = Row(survivor)
      same = row.columns.keys.sorted().filter { column in
        guard !technical.contains(column) else { return false }
        // The same amount in another currency is another amount.
        if column.hasSuffix("Minor"), row.text("currency") != other.text("currency") {
          return false
        }
        if row.columns[column] == other.columns[column] { return true }
        switch column {
        case "note", "notes": return other.text(column).contains(row.text(column))
        case "choices":
          let known = Set(other.text(column).split(separator: "\n"))
          return known.isSuperset(of: row.text(column).split(separator: "\n"))
        default: return false
        }
      }
    }
  }

  struct LabelChange: Codable, Equatable, Sendable {
    var old: [RecordID]
    var new: [RecordID]
  }

  /// Content that the other home has no column or row for.
  package struct Vanished: Equatable, Sendable {
    package enum Kind: Sendable { case home, place, label, policy, field }
    package var kind: Kind
    package var name: String
    /// The currency of its amounts, which are in columns that end in `Minor`, in minor units.
    package var currency: String
    /// Columns and their content, except names, ids and times.
    package var values: [(column: String, value: String)]

    package static func == (one: Self, other: Self) -> Bool {
      one.kind == other.kind && one.name == other.name && one.currency == other.currency
        && one.values.elementsEqual(other.values, by: ==)
    }
  }

  var home: Row
  var homePhotos: [RecordID] = []
  /// All items that moved.
  var items: [RecordID] = []
  var places: [RecordID] = []
  var labels: [RecordID] = []
  var policies: [RecordID] = []
  var templates: [RecordID] = []
  var presets: [RecordID] = []
  /// The labels of templates before and after, where they differ.
  var templateLabels: [RecordID: LabelChange] = [:]
  var dissolvedPlaces: [Dissolved] = []
  var dissolvedLabels: [Dissolved] = []
  var dissolvedPolicies: [Dissolved] = []
  var dissolvedPresets: [Dissolved] = []
  /// Saved searches in the home.
  var searches: [RecordID] = []
  /// Whether it was the primary home.
  var wasPrimary = false
  /// The names of what moved, at the time; `nil` in merges made before they were kept.
  var names: [RecordID: String]? = [:]
  /// Records that were in the other home before, although they were made for the merged one; `nil`
  /// in merges made before this was kept.
  var stayers: [RecordID]?
  /// All that is kept once a merge is undone.
  var returned: MergeReturn?

  /// How many names are kept, and how many characters of each, so that the manifest fits its
  /// column.
  static let maxNames = 5000
  private static let maxNameCharacters = 60

  init(home: Home) { self.home = Row(home) }

  init(home: Row) { self.home = home }

  mutating func keepName(_ name: String, of id: RecordID) {
    guard names?.count ?? 0 < Self.maxNames else { return }
    names?[id] = String(name.prefix(Self.maxNameCharacters))
  }

  package var vanished: [Vanished] {
    func describe(
      _ kind: Vanished.Kind, _ row: Row, _ name: String, _ hidden: [String]
    ) -> Vanished? {
      let values = row.columns.sorted { $0.key < $1.key }.compactMap {
        column, value -> (column: String, value: String)? in
        if technical.contains(column) || hidden.contains(column) || column == name {
          return nil
        }
        switch value {
        case .null, .text(""), .integer(0): return nil
        case .integer(let integer): return (column, String(integer))
        case .text(let text): return (column, text)
        }
      }
      guard !values.isEmpty else { return nil }
      return Vanished(
        kind: kind, name: row.text(name), currency: row.text("currency"), values: values)
    }
    return [describe(.home, home, "name", [])].compactMap(\.self)
      + dissolvedPlaces.compactMap { dissolved in
        describe(
          .place, dissolved.row, "name",
          (dissolved.same ?? []) + (dissolved.note.isEmpty ? ["kind"] : ["kind", "note"]))
      }
      + dissolvedLabels.compactMap { describe(.label, $0.row, "name", $0.same ?? []) }
      + dissolvedPolicies.compactMap { dissolved in
        describe(
          .policy, dissolved.row, "provider",
          // Amounts are shown with their currency.
          ["currency"] + (dissolved.same ?? []) + (dissolved.note.isEmpty ? [] : ["notes"]))
      }
      + dissolvedPresets.compactMap { describe(.field, $0.row, "name", $0.same ?? []) }
  }
}

/// Columns that mean nothing to a person.
private let technical: Set<String> = [
  "id", "homeID", "parentID", "nameKey", "createdAt", "importSource", "importRef", "policyKey",
  "sortOrder", "defaultsVersion", "colorIndex",
]

/// Values that are stored as JSON in a column.
enum StoredText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<Kind: Decodable>(_ text: String) throws -> Kind {
    try JSONDecoder().decode(Kind.self, from: Data(text.utf8))
  }
}
