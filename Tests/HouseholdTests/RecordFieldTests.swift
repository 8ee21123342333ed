import SQLite
import SyncProtocol
import Testing

@testable import Household

/// A table's list of fields, its row decoding and its schema are one.
@Suite struct RecordFieldTests {
  /// A value that no other field of the list has, as far as its kind allows.
  private static func distinct<Details>(
    _ field: RecordField<Details>, _ index: Int
  ) -> SyncProtocol.FieldValue {
    switch field.kind {
    case .line, .lines, .url, .emoji, .reference: .text("\(field.name) \(index)")
    case .day: .text("2001-01-\(10 + index)")
    case .flag: 1
    case .number, .optionalNumber, .amount: .integer(Int64(100 + index))
    case .currency, .optionalCurrency: "KWD"
    case .choice(_, let words): .text(words.last ?? "")
    }
  }

  /// Details with a value of its own in each field.
  private static func filled<Details>(
    _ details: Details, _ fields: [RecordField<Details>]
  ) -> Details {
    var details = details
    for (index, field) in fields.enumerated() { field.take(distinct(field, index), into: &details) }
    return details
  }

  /// A row of a table without keys to other tables, as it is stored and read again.
  private static func reread<Row: Record>(_ row: Row) throws -> Row? {
    let connection = try Connection(path: ":memory:")
    let columns = Row.sql.columns.joined(separator: ", ")
    try connection.execute("CREATE TABLE \(Row.sql.table) (\(columns))")
    let marks = Row.sql.columns.map { _ in "?" }.joined(separator: ", ")
    try connection.execute(
      "INSERT INTO \(Row.sql.table) (\(columns)) VALUES (\(marks))", row.values)
    return try Row.find(row.id, in: connection)
  }

  private static func agrees<Row: Record, Details: Equatable>(
    _ empty: Row, _ path: WritableKeyPath<Row, Details>, _ fields: [RecordField<Details>],
    _ schema: TableSchema
  ) throws {
    var row = empty
    row[keyPath: path] = filled(row[keyPath: path], fields)
    let read = try #require(try reread(row))
    #expect(read == row)
    for (index, field) in fields.enumerated() {
      #expect(field.value(of: read[keyPath: path]) == distinct(field, index), "\(field.name)")
      #expect(Row.sql.columns.contains(field.name))
      #expect(schema.register(field.name) != nil, "\(field.name)")
    }
  }

  @Test("each field of an item is read from the row as it was stored")
  func items() throws {
    try Self.agrees(
      Item(
        id: "i", homeID: "h", details: ItemDetails(name: "", currency: ""), createdAt: 1,
        createdBy: "a"),
      \.details, ItemDetails.fields, Item.schema)
    let count = Mirror(reflecting: ItemDetails(name: "", currency: "")).children.count
    #expect(ItemDetails.fields.count == count, "a property is not in the list")
  }
}
