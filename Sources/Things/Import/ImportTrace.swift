import Household
import SQLite
import SyncProtocol

/// A record of everything that one import wrote, kept so that `UndoImport` can undo it.
///
/// A row is identified by its id, and by a mark: a hash of its content right after the import. A
/// row whose mark differs later was changed by somebody.
package struct ImportTrace: Codable, Equatable, Sendable {

  /// A row that the import created.
  package typealias Made = MarkedRecord

  /// An existing item that the import changed.
  struct Changed: Codable, Equatable, Sendable {
    let id: RecordID
    var mark = ""
    /// Columns of `items` with their earlier values.
    var old: [String: StoredValue] = [:]
    var oldFields: [RecordID: String] = [:]
    var addedFields: [RecordID] = []
    var addedLabels: [RecordID] = []
    var addedPhotos: [RecordID] = []
  }

  /// A row of any table that an archive added: part of a record that existed before, or of a kind
  /// that no other import creates.
  struct MadeRow: Codable, Equatable, Sendable {
    let table: String
    let id: RecordID
    let mark: String

    /// Returns `nil` if the row does not exist.
    init?(table: String, id: RecordID, in connection: Connection) throws {
      guard let mark = try Self.mark(table: table, id: id, in: connection) else { return nil }
      (self.table, self.id, self.mark) = (table, id, mark)
    }

    /// A hash of the row's content; `nil` if there is no such row or table.
    static func mark(table: String, id: RecordID, in connection: Connection) throws -> String? {
      guard let table = Things.schema.table(table), !table.isHubOwned else { return nil }
      return try connection.first("SELECT * FROM \(table.name) WHERE id = ?", .text(id)) { row in
        let columns = (0..<row.columnCount).map { (row.columnName($0), row.value($0)) }
        // Columns added to the table later are NULL or empty until somebody writes to them.
        return UUIDs.v5(
          table.name,
          columns.filter { $0.1 != .null && $0.1 != .text("") }.sorted { $0.0 < $1.0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: "\u{1f}"))
      }
    }
  }

  /// A value of a column.
  enum StoredValue: Codable, Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)

    /// Columns of items hold no other kind of value.
    init(_ value: Value) {
      switch value {
      case .integer(let integer): self = .integer(integer)
      case .text(let text): self = .text(text)
      default: self = .null
      }
    }

    var value: Value {
      switch self {
      case .null: .null
      case .integer(let integer): .integer(integer)
      case .text(let text): .text(text)
      }
    }
  }

  var homes: [Made] = []
  /// Places before those inside them.
  var locations: [Made] = []
  var labels: [Made] = []
  var items: [Made] = []
  var changedItems: [Changed] = []
  var policies: [Made] = []
  /// Photos that were added to existing homes and places.
  var photos: [RecordID] = []
  /// `nil` in traces written by programs that did not know archives.
  private var otherRows: [MadeRow]?

  package init() {}

  /// Other rows that an archive added.
  var rows: [MadeRow] {
    get { otherRows ?? [] }
    set { otherRows = newValue.isEmpty ? nil : newValue }
  }

  /// Whether there is nothing to undo.
  package var isEmpty: Bool { self == ImportTrace() }

  /// Adds what a later part of the import wrote.
  package mutating func add(_ part: ImportTrace) {
    homes += part.homes
    locations += part.locations
    labels += part.labels
    items += part.items
    changedItems += part.changedItems
    policies += part.policies
    photos += part.photos
    rows += part.rows
  }

  /// The most items that one transaction removes, each with its labels, fields and photos.
  private static let maxItemsPerPart = 1000

  /// The trace in pieces, to be undone in this order: items first, and what they rely on last.
  package var parts: [ImportTrace] {
    var rest = self
    var parts: [ImportTrace] = []
    while rest.items.count > Self.maxItemsPerPart {
      var part = ImportTrace()
      // Taken from the end, so that no others have to be moved.
      part.items = Array(rest.items.suffix(Self.maxItemsPerPart))
      rest.items.removeLast(part.items.count)
      parts.append(part)
    }
    return parts + [rest]
  }
}

extension Location {
  /// The mark of the place together with its photos.
  func fullMark(in connection: Connection) throws -> String {
    let photos = try Photo.of(.location(id), home: homeID, in: connection)
    return UUIDs.v5("location", ([mark] + photos.map(\.mark)).joined())
  }
}

extension Home {
  /// The mark of the home together with its photos.
  func fullMark(in connection: Connection) throws -> String {
    let photos = try Photo.of(.home, home: id, in: connection)
    return UUIDs.v5("home", ([mark] + photos.map(\.mark)).joined())
  }
}

extension Item {
  /// The mark of the item together with all its parts.
  func fullMark(in connection: Connection) throws -> String {
    try fullMark(with: Self.partTables, in: connection)
  }

  private static let partTables: Set = [
    "itemLabels", "itemFields", "photos", "attachments", "maintenance",
  ]

  /// The mark of the item together with its parts in these tables; it must have no other parts.
  func fullMark(with tables: Set<String>, in connection: Connection) throws -> String {
    func has(_ table: String) -> Bool { tables.contains(table) }
    return fullMark(
      try has("itemLabels") ? ItemLabel.of(self, in: connection) : [],
      try has("itemFields") ? ItemField.of(self, in: connection) : [],
      try has("photos") ? Photo.of(.item(id), home: homeID, in: connection) : [],
      others: try
        (has("attachments")
        ? Attachment.of(.item(id), home: homeID, in: connection).map(\.mark) : [])
        + (has("maintenance")
          ? MaintenanceEntry.of(id, home: homeID, in: connection).map(\.mark) : []))
  }

  /// The mark of the item together with the given parts, in any order; `others` are the marks of
  /// parts that no import creates.
  func fullMark(
    _ labels: [ItemLabel], _ fields: [ItemField], _ photos: [Photo], others: [String] = []
  ) -> String {
    let parts = labels.map(\.mark) + fields.map(\.mark) + photos.map(\.mark) + others
    return UUIDs.v5("item", ([mark] + parts.sorted()).joined())
  }
}

extension ImportTrace.Changed {
  mutating func noteColumns(of item: Item, over old: Item) {
    for (index, column) in Item.sql.columns.enumerated()
    where item.values[index] != old.values[index] {
      self.old[column] = ImportTrace.StoredValue(old.values[index])
    }
  }
}

/// Collects what an import writes. Marks are computed at the end, except for new items.
struct ImportTraceWriter {
  var homes: [ZoneID] = []
  var locations: [RecordID] = []
  var labels: [RecordID] = []
  /// Marked as they are written: there are many, and nothing changes them afterwards.
  var items: [ImportTrace.Made] = []
  var changedItems: [ImportTrace.Changed] = []
  var policies: [RecordID] = []
  var photos: [RecordID] = []

  func finish(in connection: Connection) throws -> ImportTrace {
    func made<Row: Record>(
      _ ids: [RecordID], _ mark: (Row) throws -> String
    ) throws -> [ImportTrace.Made] {
      try ids.compactMap { id in
        try Row.find(id, in: connection).map { ImportTrace.Made(id: id, mark: try mark($0)) }
      }
    }
    var trace = ImportTrace()
    trace.homes = try made(homes) { (home: Home) in try home.fullMark(in: connection) }
    trace.locations = try made(locations) { (place: Location) in
      try place.fullMark(in: connection)
    }
    trace.labels = try made(labels) { (label: Label) in label.mark }
    trace.items = items
    trace.policies = try made(policies) { (policy: Policy) in policy.mark }
    trace.changedItems = try changedItems.map { change in
      var change = change
      change.mark = try Item.find(change.id, in: connection)?.fullMark(in: connection) ?? ""
      return change
    }
    trace.photos = photos
    return trace
  }
}
