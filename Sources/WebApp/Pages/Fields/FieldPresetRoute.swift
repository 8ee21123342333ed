/// The fields that a home offers for its items.
package enum FieldPresetRoute: RouteFamily {
  case fieldPresets(home: String)
  case fieldPreset(home: String, preset: String)
  case deleteFieldPreset(home: String, preset: String)

  var segments: [String] {
    switch self {
    case .fieldPresets(let home): ["homes", home, "fields"]
    case .fieldPreset(let home, let preset): ["homes", home, "fields", preset]
    case .deleteFieldPreset(let home, let preset): ["homes", home, "fields", preset, "delete"]
    }
  }

  var name: String {
    switch self {
    case .fieldPresets: "fieldPresets"
    case .fieldPreset: "fieldPreset"
    case .deleteFieldPreset: "deleteFieldPreset"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count >= 3, segments[0] == "homes", segments[2] == "fields" else { return nil }
    switch segments.count {
    case 3: self = .fieldPresets(home: segments[1])
    case 4: self = .fieldPreset(home: segments[1], preset: segments[3])
    case 5 where segments[4] == "delete":
      self = .deleteFieldPreset(home: segments[1], preset: segments[3])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .fieldPresets(let home): app.fieldPresetsPage(home: home)
    case .fieldPreset(let home, let preset): app.fieldPresetPage(home: home, preset: preset)
    case .deleteFieldPreset: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .fieldPresets(let home): app.addFieldPreset(home: home)
    case .fieldPreset(let home, let preset): app.editFieldPreset(home: home, preset: preset)
    case .deleteFieldPreset(let home, let preset):
      app.deleteFieldPreset(home: home, preset: preset)
    }
  }
}

extension Route {
  package static func field(_ route: FieldPresetRoute) -> Route { .feature(.field(route)) }
}
