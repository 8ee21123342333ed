import Web

/// The fields that a home offers for its items.
package enum FieldPresetRoute: RouteFamily {
  case fieldPresets(home: String)
  case fieldPreset(home: String, preset: String)
  case deleteFieldPreset(home: String, preset: String)

  package static let readers = [of(fieldPresets), of(fieldPreset), of(deleteFieldPreset)]

  package var place: Place {
    switch self {
    case .fieldPresets(let home):
      at(
        "homes", home, "fields", get: { $0.fieldPresetsPage(home: home) },
        post: { $0.addFieldPreset(home: home) }
      ).marked(.makesNew)
    case .fieldPreset(let home, let preset):
      at(
        "homes", home, "fields", preset, get: { $0.fieldPresetPage(home: home, preset: preset) },
        post: { $0.editFieldPreset(home: home, preset: preset) })
    case .deleteFieldPreset(let home, let preset):
      at(
        "homes", home, "fields", preset, "delete",
        post: { $0.deleteFieldPreset(home: home, preset: preset) })
    }
  }
}

extension Route {
  package static func field(_ route: FieldPresetRoute) -> Route { Route(route) }
}
