/// The columns that Hearth adds to Homebox's table for what Homebox has no field for. Homebox keeps
/// them as fields of one's own.
package enum HearthColumn: String, CaseIterable, Sendable {
  /// ISO 4217: of all amounts of the row.
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

  /// Before the number and the name of a field of one's own that has no plain column.
  private static let numbered = "Hearth field "

  /// The column for an item's first, second, ... field of one's own of a name. One that is called
  /// as another column, or that is not the first of its name, is told apart by its number.
  package static func header(ofField name: String, number: Int) -> String {
    let lower = name.lowercased()
    let isTaken =
      allCases.contains { $0.rawValue.lowercased() == lower }
      || lower.hasPrefix(numbered.lowercased())
    let isPlain = number == 1 && !isTaken
    return HomeboxColumns.customPrefix + (isPlain ? name : "\(numbered)\(number) \(name)")
  }

  /// The name of the field that a column of one's own holds.
  static func fieldName(_ column: String) -> String {
    guard column.hasPrefix(numbered) else { return column }
    let rest = column.dropFirst(numbered.count)
    guard let blank = rest.firstIndex(of: " "), Int(rest[..<blank]) != nil else { return column }
    return String(rest[rest.index(after: blank)...])
  }

  /// What an item has in the column; `nil` for the currency, which is of the row.
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
