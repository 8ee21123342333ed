/// Taking things along: everything in one archive, and in the forms of other programs.
package enum ExportRoute: RouteFamily {
  /// What can be taken along.
  case exports
  /// All homes as one archive.
  case archive
  case movingBox
  case homeArchive(String)
  case homeMovingBox(String)

  var segments: [String] {
    switch self {
    case .exports: ["export"]
    case .archive: ["export", "archive"]
    case .movingBox: ["export", "movingbox"]
    case .homeArchive(let home): ["homes", home, "export", "archive"]
    case .homeMovingBox(let home): ["homes", home, "export", "movingbox"]
    }
  }

  var name: String {
    switch self {
    case .exports: "exports"
    case .archive: "archive"
    case .movingBox: "movingBox"
    case .homeArchive: "homeArchive"
    case .homeMovingBox: "homeMovingBox"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch segments.count {
    case 1 where segments[0] == "export": self = .exports
    case 2 where segments[0] == "export" && segments[1] == "archive": self = .archive
    case 2 where segments[0] == "export" && segments[1] == "movingbox": self = .movingBox
    case 4 where segments[0] == "homes" && segments[2] == "export" && segments[3] == "archive":
      self = .homeArchive(segments[1])
    case 4 where segments[0] == "homes" && segments[2] == "export" && segments[3] == "movingbox":
      self = .homeMovingBox(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .exports: app.exportPage()
    case .archive: app.exportArchive()
    case .movingBox: app.exportMovingBox()
    case .homeArchive(let home): app.exportArchive(of: home)
    case .homeMovingBox(let home): app.exportMovingBox(of: home)
    }
  }

  func action(in app: WebApplication) -> Endpoint? { nil }
}

extension Route {
  package static func export(_ route: ExportRoute) -> Route { .feature(.export(route)) }
}
