/// One figure of a report: its definition, the numbers behind it, and its target.
package struct UsageFigure: Encodable, Equatable, Sendable {
  /// The name of a figure.
  package enum Name: String, CaseIterable, Encodable, Sendable {
    case adoption, retention, rating
    case homesPerUser = "homes-per-user"
    case switches
    case allInventoryWeekly = "all-inventory-weekly"
    case errors
  }

  package enum Unit: String, Encodable, Sendable { case percent, average }

  /// A part of the figure: a week, or a topic.
  package struct Part: Encodable, Equatable, Sendable {
    package let label: String
    package let numerator: Int
    package let denominator: Int
  }

  package let name: Name
  /// The same in words, with what is divided by what.
  package let definition: String
  package let unit: Unit
  package let numerator: Int
  package let denominator: Int
  /// The target value, in the figure's unit; `nil` if there is none.
  package let target: Double?
  package var parts: [Part] = []
  /// Whether the period that the figure covers is not over yet.
  package var isProvisional = false

  /// `nil` while there is nobody to count: never zero instead.
  package var value: Double? {
    guard denominator > 0 else { return nil }
    return Double(numerator) / Double(denominator) * (unit == .percent ? 100 : 1)
  }

  /// `nil` without a value or without a target.
  package var isMet: Bool? {
    guard let value, let target else { return nil }
    return value >= target
  }

  private enum Key: CodingKey {
    case name, definition, unit, numerator, denominator, value, target, isMet, parts
    case isProvisional
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(definition, forKey: .definition)
    try container.encode(unit, forKey: .unit)
    try container.encode(numerator, forKey: .numerator)
    try container.encode(denominator, forKey: .denominator)
    try container.encode(value, forKey: .value)
    try container.encode(target, forKey: .target)
    try container.encode(isMet, forKey: .isMet)
    try container.encode(parts, forKey: .parts)
    try container.encode(isProvisional, forKey: .isProvisional)
  }
}
