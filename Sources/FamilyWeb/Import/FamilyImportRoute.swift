import Web

/// The addresses of bringing a family back, from the choice of its file to taking it back.
package enum FamilyImportRoute: RouteFamily {
  case choose
  case preview(String)
  case run(String)
  case progress(String)
  case result(String)
  case cancel(String)
  /// Takes back what was brought back in the last 30 days.
  case undo(String)

  package static let readers = [
    of(choose), of(preview), of(run), of(progress), of(result), of(cancel), of(undo),
  ]

  package var place: Place {
    switch self {
    case .choose:
      at("family-imports", get: { $0.chooseFamilyImport() }, post: { $0.uploadFamilyImport() })
        .taking(.importFile)
    case .preview(let id): at("family-imports", id, get: { $0.familyImportPreview(id) })
    case .run(let id): at("family-imports", id, "run", makes: { $0.runFamilyImport(id) })
    case .progress(let id):
      at("family-imports", id, "progress", get: { $0.familyImportProgress(id) })
    case .result(let id): at("family-imports", id, "result", get: { $0.familyImportResult(id) })
    case .cancel(let id): at("family-imports", id, "cancel", post: { $0.cancelFamilyImport(id) })
    case .undo(let id):
      at(
        "family-imports", id, "undo", get: { $0.undoFamilyImportPage(id) },
        post: { $0.undoFamilyImport(id) })
    }
  }
}

extension Route {
  package static func familyImports(_ route: FamilyImportRoute) -> Route { Route(route) }
}
