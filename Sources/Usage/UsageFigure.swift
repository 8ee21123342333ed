/// One figure of a report: its value, how it is calculated, and whether it meets its target.
package struct UsageFigure: Encodable, Equatable, Sendable {
  /// The question that a figure answers.
  package enum Name: String, CaseIterable, Encodable, Sendable {
    case adoption, retention, rating
    case homesPerUser = "homes-per-user"
    case switches
    case allInventoryWeekly = "all-inventory-weekly"
    case errors
  }

  package enum Unit: String, Encodable, Sendable { case percent, average }

  /// A part of the figure, for one week or one topic.
  package struct Part: Encodable, Equatable, Sendable {
    package let label: String
    package let numerator: Int
    package let denominator: Int
  }

  package let name: Name
  /// The figure in words: what is divided by what.
  package let definition: String
  package let unit: Unit
  package let numerator: Int
  package let denominator: Int
  /// The target value; `nil` if there is none.
  package let target: Double?
  package var parts: [Part] = []
  /// Whether the figure's period is not over yet.
  package var isProvisional = false

  /// The value; `nil`, and never zero, while there is nobody to count.
  package var value: Double? {
    guard denominator > 0 else { return nil }
    return Double(numerator) / Double(denominator) * (unit == .percent ? 100 : 1)
  }

  /// Whether the target is met; `nil` without a value or a target.
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
