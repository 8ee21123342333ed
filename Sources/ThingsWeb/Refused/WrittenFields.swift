import AccountWeb
import SQLite
import SyncProtocol
import Things
import Values
import Web

/// The fields that a refused change has set, as the sync page shows them.
///
/// A person cannot decide about values that they cannot see.
enum WrittenFields {
  static func all(
    of changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)] {
    let item = try ItemCopy.draft(changeSet, reader)
    guard item.isEmpty, let written = changeSet.subject, written.kind != .delete else {
      return item
    }
    let words = reader.words
    let currency = try currency(of: written, in: reader.connection)
    let fields = try written.registers.compactMap {
      register, value -> (field: ActivityField, value: String)? in
      guard let field = ActivityField(register: register),
        let shown = try text(value, of: register, currency, reader)
      else { return nil }
      return (field, shown)
    }
    let sorted = FieldOrder(table: written.table).sorted(fields, by: \.field)
    return sorted.map { (words.activityField($0.field), $0.value) } + colour(of: written, words)
  }

  /// The shown text; `nil` for an empty value, and for one whose name is unknown here.
  private static func text(
    _ value: SyncProtocol.FieldValue, of register: String, _ currency: String?,
    _ reader: PageReader
  ) throws -> String? {
    switch value {
    case .text(let id) where register == "parentID" || register == "locationID":
      return try Location.find(id, in: reader.connection)?.name
    case .text(let text):
      guard !text.isEmpty, register != "maintenanceID" else { return nil }
      return CalendarDay(text).map { reader.words.activityValue(.day($0)) } ?? text
    case .integer(let minor) where register.hasSuffix("Minor"):
      return currency.map { reader.words.money(Money(minor, $0)) }
    case .integer(let flag) where register.hasPrefix("is"):
      return reader.words.activityValue(.yesNo(flag != 0))
    case .integer(let number): return reader.words.activityValue(.number(number))
    default: return nil
    }
  }

  /// The currency of a change's amounts, from the stored record if the change does not set it.
  private static func currency(
    of written: Mutation, in connection: Connection
  ) throws -> String? {
    if let currency = written.registers["currency"]?.text { return currency }
    return switch written.table {
    case "policies": try Policy.find(written.id, in: connection)?.currency
    case "homes": try Home.find(written.id, in: connection)?.currency
    default: nil
    }
  }

  private static func colour(
    of written: Mutation, _ words: Catalogue
  ) -> [(name: String, value: String)] {
    guard let index = written.registers["colorIndex"]?.integer,
      let colour = PaletteColour(rawValue: Int(index))
    else { return [] }
    return [(words.colourTitle, words.colour(colour))]
  }
}

/// The order in which the fields of a record are told: that of its form; others come last.
struct FieldOrder {
  private let names: [String]

  init(table: String) { names = Things.fieldNames[table] ?? [] }

  func sorted<Told>(_ fields: [Told], by field: (Told) -> ActivityField) -> [Told] {
    fields.map { told in
      let name = field(told).register
      return (told, names.firstIndex(of: name) ?? names.count, name)
    }.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
  }
}
