import Web

/// The addresses of an import, from the choice of a file to taking it back.
package enum ImportRoute: Equatable, Hashable, Sendable {
  case importing(home: String? = nil)
  case importPreview(String)
  case runImport(String)
  case importProgress(String)
  case importResult(String)
  case cancelImport(String)
  /// Takes an import of the last 30 days back.
  case undoImport(String)
}

extension ImportRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .importing(let home):
      at(
        "import", query: ["home": home], get: { $0.importPage(home: home) },
        post: { $0.uploadImport() }
      ).taking(.importFile)
    case .importPreview(let id): at("import", id, get: { $0.importPreview(id) })
    case .runImport(let id): at("import", id, "run", makes: { $0.runImport(id) })
    case .importProgress(let id): at("import", id, "progress", get: { $0.importProgress(id) })
    case .importResult(let id): at("import", id, "result", get: { $0.importResult(id) })
    case .cancelImport(let id): at("import", id, "cancel", post: { $0.cancelImport(id) })
    case .undoImport(let id):
      at("imports", id, "undo", get: { $0.undoImportPage(id) }, post: { $0.undoImport(id) })
    }
  }

  package static let readers = [
    of(importing), of(importPreview), of(runImport), of(importProgress), of(importResult),
    of(cancelImport), of(undoImport),
  ]
}

extension Route {
  package static func importing(_ route: ImportRoute) -> Route { Route(route) }
}
