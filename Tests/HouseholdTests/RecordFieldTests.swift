import Household
import SQLite
import SyncProtocol
import Testing
import Things

/// A table's list of fields, its row decoding and its schema are one.
@Suite struct RecordFieldTests {
  /// A value that no other field of the list has, as far as its kind allows.
  private static func distinct<Details>(
    _ field: RecordField<Details>, _ index: Int
  ) -> Value {
    switch field.kind {
    case .line, .lines, .url, .emoji, .reference: .text("\(field.name) \(index)")
    case .day: .text("2001-01-\(10 + index)")
    case .flag: 1
    case .number, .optionalNumber, .amount: .integer(Int64(100 + index))
    case .currency, .optionalCurrency: "KWD"
    case .choice(_, let words): .text(words.last ?? "")
    }
  }

  /// A value for a column that is in no list.
  private static func other(_ column: String) -> Value {
    switch column {
    case "createdAt", "sortOrder", "defaultsVersion", "everyCount": 2
    case "everyUnit": "week"
    default: .text(column)
    }
  }

  /// The stored properties of details, and those of the structs in them.
  private static func propertyCount(_ details: Any) -> Int {
    Mirror(reflecting: details).children.reduce(0) { count, child in
      let isNested = Mirror(reflecting: child.value).displayStyle == .struct
      return count + (isNested ? propertyCount(child.value) : 1)
    }
  }

  /// Reads a row with a value of its own in each column, and compares it with the list.
  ///
  /// - Parameter unlisted: how many properties of the details are not in the list.
  private static func expectAgreement<Row: Record, Details>(
    _ details: (Row) -> Details, _ fields: [RecordField<Details>], unlisted: Int = 0
  ) throws {
    let (columns, table) = (Row.sql.columns, Row.sql.table)
    let listed = Dictionary(
      uniqueKeysWithValues: fields.enumerated().map { ($1.name, distinct($1, $0)) })
    let stored = columns.map { $0 == "id" ? "x" : listed[$0] ?? other($0) }
    let connection = try Connection(path: ":memory:")
    let names = columns.joined(separator: ", ")
    try connection.execute("CREATE TABLE \(table) (\(names))")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try connection.execute("INSERT INTO \(table) (\(names)) VALUES (\(marks))", stored)
    let row = try #require(try Row.find("x", in: connection))
    #expect(row.values == stored, "\(table)")
    #expect(fields.values(of: details(row)) == fields.map { listed[$0.name] }, "\(table)")
    #expect(propertyCount(details(row)) == fields.count + unlisted, "\(table)")
    let schema = try #require(Things.schema.table(table))
    for field in fields { #expect(schema.register(field.name) != nil, "\(table).\(field.name)") }
  }

  @Test("each field of a table is read from the row as it was stored")
  func rows() throws {
    try Self.expectAgreement({ (row: Item) in row.details }, ItemDetails.fields)
    try Self.expectAgreement({ (row: Home) in row.details }, HomeDetails.fields)
    try Self.expectAgreement({ (row: Location) in row.details }, LocationDetails.fields)
    try Self.expectAgreement({ (row: Label) in row.details }, LabelDetails.fields)
    try Self.expectAgreement({ (row: Policy) in row.details }, PolicyDetails.fields)
    // Its interval, the labels and names of fields of a template, and the choices of a field.
    try Self.expectAgreement(
      { (row: MaintenanceEntry) in row.details }, MaintenanceDetails.fields, unlisted: 1)
    try Self.expectAgreement(
      { (row: ItemTemplate) in row.details }, TemplateDetails.fields, unlisted: 2)
    try Self.expectAgreement(
      { (row: FieldPreset) in row.details }, FieldPresetDetails.fields, unlisted: 1)
  }

  @Test("what is taken from a register is what is told of it")
  func registers() {
    var details = ItemDetails(name: "", currency: "")
    for (index, field) in ItemDetails.fields.enumerated() {
      let value: SyncProtocol.FieldValue =
        switch Self.distinct(field, index) {
        case .text(let text): .text(text)
        case .integer(let integer): .integer(integer)
        default: .null
        }
      field.take(value, into: &details)
      #expect(field.value(of: details) == value, "\(field.name)")
    }
  }

  @Test("the API has something to say of each field that it shows")
  func described() {
    let all =
      HomeDetails.fields.map(\.about) + LocationDetails.fields.map(\.about)
      + LabelDetails.fields.map(\.about) + ItemDetails.fields.map(\.about)
      + PolicyDetails.fields.map(\.about) + MaintenanceDetails.fields.map(\.about)
    #expect(all.allSatisfy { !$0.isEmpty })
  }
}
