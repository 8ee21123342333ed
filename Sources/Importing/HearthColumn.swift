/// A column that Hearth adds to Homebox's table for what Homebox has no field for. Homebox keeps it
/// as a custom field.
package struct HearthColumn: Sendable {
  /// The item's register that the column holds.
  package let register: String
  /// Its name as a custom field of Homebox.
  package let name: String
  package let kind: Kind
  /// What other programs' files may say, too; `nil` for what only Hearth writes.
  let field: ItemField?

  package enum Kind: Sendable {
    case line, day, number, amount, instant
    /// The ISO 4217 code for all amounts of the row, which belongs to the whole row.
    case currency
  }

  private init(_ register: String, _ name: String, _ kind: Kind, _ field: ItemField? = nil) {
    (self.register, self.name, self.kind, self.field) = (register, name, kind, field)
  }

  private static let currency = HearthColumn("currency", "Currency", .currency)

  /// In the order in which they are written.
  package static let all: [HearthColumn] = [
    currency,
    HearthColumn("condition", "Hearth condition", .line, .condition),
    HearthColumn("replacementMinor", "Hearth replacement value", .amount, .replacementCost),
    HearthColumn("usefulLifeYears", "Hearth useful life", .number),
    HearthColumn("residualMinor", "Hearth residual value", .amount),
    HearthColumn("lentTo", "Hearth lent to", .line),
    HearthColumn("lentUntil", "Hearth lent until", .day),
    HearthColumn("lastSeenOn", "Hearth last seen", .day, .lastSeen),
    HearthColumn("createdAt", "Hearth added", .instant, .createdAt),
  ]

  /// The header of the row's currency.
  static let currencyHeader = currency.header

  package var header: String { HomeboxColumns.customPrefix + name }

  /// Precedes the number and name of a custom field that cannot have a plain column.
  private static let numbered = "Hearth field "

  /// The column for an item's first, second, … custom field with a name.
  ///
  /// A field that is named like another column, or is not the first with its name, has its number
  /// in the header.
  package static func header(ofField name: String, number: Int) -> String {
    let lower = name.lowercased()
    let isTaken =
      all.contains { $0.name.lowercased() == lower }
      || lower.hasPrefix(numbered.lowercased())
    let isPlain = number == 1 && !isTaken
    return HomeboxColumns.customPrefix + (isPlain ? name : "\(numbered)\(number) \(name)")
  }

  /// The name of the custom field that a column holds.
  static func fieldName(_ column: String) -> String {
    guard column.hasPrefix(numbered) else { return column }
    let rest = column.dropFirst(numbered.count)
    guard let blank = rest.firstIndex(of: " "), Int(rest[..<blank]) != nil else { return column }
    return String(rest[rest.index(after: blank)...])
  }
}
