/// The columns that Hearth adds to Homebox's table for what Homebox has no field for. Homebox keeps
/// them as custom fields.
package enum HearthColumn: String, CaseIterable, Sendable {
  /// The ISO 4217 code for all amounts of the row.
  case currency = "Currency"
  case condition = "Hearth condition"
  case replacementValue = "Hearth replacement value"
  /// In years.
  case usefulLife = "Hearth useful life"
  case residualValue = "Hearth residual value"
  case lentTo = "Hearth lent to"
  case lentUntil = "Hearth lent until"
  case lastSeen = "Hearth last seen"
  case added = "Hearth added"

  package var header: String { HomeboxColumns.customPrefix + rawValue }

  /// Precedes the number and name of a custom field that cannot have a plain column.
  private static let numbered = "Hearth field "

  /// The column for an item's first, second, … custom field with a name.
  ///
  /// A field that is named like another column, or is not the first with its name, has its number
  /// in the header.
  package static func header(ofField name: String, number: Int) -> String {
    let lower = name.lowercased()
    let isTaken =
      allCases.contains { $0.rawValue.lowercased() == lower }
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

  /// The item's field in this column; `nil` for the currency, which belongs to the whole row.
  var field: ItemField? {
    switch self {
    case .currency: nil
    case .condition: .condition
    case .replacementValue: .replacementCost
    case .usefulLife: .usefulLife
    case .residualValue: .residualValue
    case .lentTo: .lentTo
    case .lentUntil: .lentUntil
    case .lastSeen: .lastSeen
    case .added: .createdAt
    }
  }
}
