import Household
import SQLite
import SyncProtocol

/// The details of an offered field that people enter: everything its form can change.
package struct FieldPresetDetails: Equatable, Sendable {
  package var name: String
  package var kind = FieldPreset.Kind.text
  /// The choices in their order; used only by the kind `choice`.
  package var choices: [String] = []

  package init(name: String) { self.name = name }

  /// All but the choices, which are a list.
  package static let fields: [RecordField<FieldPresetDetails>] = [
    .name("name", \.name),
    .choice("kind", \.kind.asField, FieldPreset.Kind.allCases.map(\.rawValue)),
  ]
}

extension FieldPreset {
  /// The most choices of one field.
  package static let maxChoices = 50

  package var details: FieldPresetDetails {
    get {
      var details = FieldPresetDetails(name: name)
      details.kind = kind
      details.choices = choices
      return details
    }
    set {
      name = newValue.name
      nameKey = NameKey.make(newValue.name)
      kind = newValue.kind
      choices = newValue.choices
    }
  }

  /// The home's preset with this name key; `nil` if there is none.
  static func named(
    _ nameKey: String, home: ZoneID, in connection: Connection
  ) throws -> FieldPreset? {
    try all(
      where: "homeID = ? AND nameKey = ? ORDER BY id LIMIT 1", [.text(home), .text(nameKey)],
      in: connection
    ).first
  }

  /// Why a value does not fit this field; `nil` if it fits. An empty value fits every field.
  package func problem(_ value: String) -> InputProblem.Reason? {
    guard !value.isEmpty else { return nil }
    let isOfKind =
      switch kind {
      case .text: true
      case .number: value.utf8.count <= 40 && value.wholeMatch(of: /-?[0-9]+([.,][0-9]+)?/) != nil
      case .date: CalendarDate.isValid(value)
      case .yesNo: value == "yes" || value == "no"
      case .link: value.hasPrefix("https://") || value.hasPrefix("http://")
      case .choice: choices.contains(value)
      }
    return isOfKind ? nil : .notOfKind(field: name, kind)
  }
}

extension InputCheck {
  mutating func fieldPreset(_ input: FieldPresetDetails) -> FieldPresetDetails {
    var details = clean(input, FieldPresetDetails.fields)
    details.choices = []
    guard input.kind == .choice else { return details }
    var keys: Set<String> = []
    for choice in input.choices {
      let clean = name(choice, .choices)
      if keys.insert(NameKey.make(clean)).inserted { details.choices.append(clean) }
    }
    if details.choices.isEmpty { fail(.choices, .missing) }
    if details.choices.count > FieldPreset.maxChoices {
      fail(.choices, .tooMany(max: FieldPreset.maxChoices))
    }
    return details
  }

  /// Checks the values of fields that the home offers, by name.
  ///
  /// A value that was already there is accepted: its field may have changed kind since, or the
  /// value may have been imported.
  mutating func kinds(
    of fields: [CustomField], before: [ItemField], home: ZoneID, in connection: Connection
  ) throws {
    guard !fields.isEmpty else { return }
    let presets = Dictionary(
      try FieldPreset.of(home: home, in: connection).map { ($0.nameKey, $0) }
    ) { first, _ in first }
    let known = Set(before.map { "\(NameKey.make($0.name))\n\($0.value)" })
    for field in fields {
      let key = NameKey.make(field.name)
      guard let reason = presets[key]?.problem(field.value),
        !known.contains("\(key)\n\(field.value)")
      else { continue }
      fail(.value, reason)
    }
  }
}
