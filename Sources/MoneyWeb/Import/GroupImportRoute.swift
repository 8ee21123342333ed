import Web

/// The addresses of an import of expenses, from the choice of a file to taking it back.
package enum GroupImportRoute: RouteFamily {
  case choose(group: String? = nil)
  case preview(String)
  /// Naming the columns of a table that no program is known for.
  case columns(String)
  case run(String)
  case progress(String)
  case result(String)
  case cancel(String)
  /// Takes an import of the last 30 days back.
  case undo(String)

  package static let readers = [
    of { choose(group: $0) }, of(preview), of(columns), of(run), of(progress), of(result),
    of(cancel), of(undo),
  ]

  package var place: Place {
    switch self {
    case .choose(let group):
      at(
        "group-imports", query: ["group": group], get: { $0.chooseGroupImport(group) },
        post: { $0.uploadGroupImport() }
      ).taking(.importFile)
    case .preview(let id): at("group-imports", id, get: { $0.groupImportPreview(id) })
    case .columns(let id):
      at(
        "group-imports", id, "columns", get: { $0.groupImportColumns(id) },
        post: { $0.nameGroupImportColumns(id) })
    case .run(let id): at("group-imports", id, "run", makes: { $0.runGroupImport(id) })
    case .progress(let id):
      at("group-imports", id, "progress", get: { $0.groupImportProgress(id) })
    case .result(let id): at("group-imports", id, "result", get: { $0.groupImportResult(id) })
    case .cancel(let id): at("group-imports", id, "cancel", post: { $0.cancelGroupImport(id) })
    case .undo(let id):
      at(
        "group-imports", id, "undo", get: { $0.undoGroupImportPage(id) },
        post: { $0.undoGroupImport(id) })
    }
  }
}

extension Route {
  package static func groupImports(_ route: GroupImportRoute) -> Route { Route(route) }
}
