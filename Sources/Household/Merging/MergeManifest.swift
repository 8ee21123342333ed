import Foundation
import SQLite
import SyncProtocol

/// What a merge has taken apart, so that `UndoMerge` can put it together again.
package struct MergeManifest: Codable, Equatable, Sendable {
  /// A row as it was, by its columns.
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

    /// Inserts it with other values in some columns.
    func insert<Kind: Record>(
      as kind: Kind.Type, with changes: [String: Value], in connection: Connection
    ) throws {
      let values = Kind.sql.columns.map { changes[$0] ?? columns[$0]?.value }
      // A column that came later has its default.
      let known = zip(Kind.sql.columns, values).filter { $0.1 != nil }
      try connection.execute(
        """
        INSERT INTO \(Kind.sql.table) (\(known.map(\.0).joined(separator: ", ")))
          VALUES (\(known.map { _ in "?" }.joined(separator: ", ")))
        """, known.map { $0.1 ?? .null })
    }
  }

  /// A place, label, policy or field that became one with another of the same name.
  struct Dissolved: Codable, Equatable, Sendable {
    var row: Row
    /// What stands for it now.
    var survivor: RecordID
    /// Items that were in the place, or bore the label.
    var items: [RecordID] = []
    /// Photos of the place; papers of the policy.
    var files: [RecordID] = []
    /// What was added to the survivor's note.
    var note = ""
    /// Columns that say nothing else than those of the survivor; `nil` from before this was kept.
    var same: [String]?

    /// Notes what a survivor says, too: its own, or what the merge has added to it.
    mutating func compare(to survivor: some Record) {
      let other = Row(survivor)
      same = row.columns.keys.sorted().filter { column in
        guard !technical.contains(column) else { return false }
        // An amount means something else in another currency.
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

  /// Something that the other home has no column or row for.
  package struct Vanished: Equatable, Sendable {
    package enum Kind: Sendable { case home, place, label, policy, field }
    package var kind: Kind
    package var name: String
    /// Of its amounts, which end in `Minor` and are in minor units.
    package var currency: String
    /// Columns with what was in them, but for names, ids and times.
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
  /// Labels of templates, before and after, where they are not the same.
  var templateLabels: [RecordID: LabelChange] = [:]
  var dissolvedPlaces: [Dissolved] = []
  var dissolvedLabels: [Dissolved] = []
  var dissolvedPolicies: [Dissolved] = []
  var dissolvedPresets: [Dissolved] = []
  /// Saved searches that looked in the home.
  var searches: [RecordID] = []
  /// Whether it was the home that the program opens with.
  var wasPrimary = false
  /// Names of what moved, at that time; `nil` from before they were kept.
  var names: [RecordID: String]? = [:]
  /// What was in the other home before, although it was made for the one that went; `nil` from
  /// before it was kept.
  var stayers: [RecordID]?
  /// All that is kept of a merge that was undone.
  var returned: MergeReturn?

  /// Names that are kept, and the longest of them, so that the whole fits its column.
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
          // Amounts tell their currency.
          ["currency"] + (dissolved.same ?? []) + (dissolved.note.isEmpty ? [] : ["notes"]))
      }
      + dissolvedPresets.compactMap { describe(.field, $0.row, "name", $0.same ?? []) }
  }
}

/// Columns that say nothing to a person.
private let technical: Set<String> = [
  "id", "homeID", "parentID", "nameKey", "createdAt", "importSource", "importRef", "policyKey",
  "sortOrder", "defaultsVersion", "colorIndex",
]

/// Values that are kept as JSON in a column.
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
