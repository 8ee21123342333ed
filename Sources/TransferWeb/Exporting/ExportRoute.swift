import Web

/// Taking things along: everything in one archive, and in the forms of other programs.
package enum ExportRoute: RouteFamily {
  /// What can be taken along.
  case exports
  /// All homes as one archive.
  case archive
  case movingBox
  case homeArchive(String)
  case homeMovingBox(String)
  /// A table of the home's items, for whoever can see them.
  case exportHome(String)
  /// A copy of the contents of the home that a notice is about.
  case noticeCopy(String)

  package static let readers = [
    of(exports), of(archive), of(movingBox), of(homeArchive), of(homeMovingBox), of(exportHome),
    of(noticeCopy),
  ]

  package var place: Place {
    switch self {
    case .exportHome(let home): at("homes", home, "export", get: { $0.exportHome(home) })
    case .noticeCopy(let id):
      at("notices", id, "copy", get: { $0.noticeCopy(id) }, makes: { $0.keepCopy(id) })
        .marked(.onOwnDevice)
    case .exports: at("export", get: { $0.exportPage() })
    // A file with everything stays on the tablet.
    case .archive: at("export", "archive", get: { $0.exportArchive() }).marked(.onOwnDevice)
    case .movingBox: at("export", "movingbox", get: { $0.exportMovingBox() }).marked(.onOwnDevice)
    case .homeArchive(let home):
      at("homes", home, "export", "archive", get: { $0.exportArchive(of: home) })
        .marked(.onOwnDevice)
    case .homeMovingBox(let home):
      at("homes", home, "export", "movingbox", get: { $0.exportMovingBox(of: home) })
        .marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func export(_ route: ExportRoute) -> Route { Route(route) }
}
