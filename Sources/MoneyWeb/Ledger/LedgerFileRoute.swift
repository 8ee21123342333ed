import Web

/// A person's own ledger as a file: taking it out, and bringing one in.
package enum LedgerFileRoute: RouteFamily {
  /// Where one chooses what to take out or to bring in.
  case ledgerFiles
  case ledgerDocument
  case ledgerTable
  case ledgerPreview(String)
  /// Naming the columns of a table.
  case ledgerColumns(String)
  case cancelLedgerImport(String)
  /// Undoes an import of the last 30 days.
  case undoLedgerImport(String)

  package static let readers = [
    of(ledgerFiles), of(ledgerDocument), of(ledgerTable), of(ledgerPreview), of(ledgerColumns),
    of(cancelLedgerImport), of(undoLedgerImport),
  ]

  package var place: Place {
    switch self {
    case .ledgerFiles:
      at("personal", "files", get: { $0.ledgerFiles() }, post: { $0.uploadLedger() })
        .taking(.importFile)
    case .ledgerDocument: at("personal", "ledger.json", get: { $0.ledgerDocument() })
    case .ledgerTable: at("personal", "ledger.csv", get: { $0.ledgerTable() })
    case .ledgerPreview(let id):
      at(
        "personal", "files", id, get: { $0.ledgerPreview(id) }, makes: { $0.bringLedger(id) })
    case .ledgerColumns(let id):
      at(
        "personal", "files", id, "columns", get: { $0.ledgerColumns(id) },
        post: { $0.nameLedgerColumns(id) })
    case .cancelLedgerImport(let id):
      at("personal", "files", id, "cancel", post: { $0.cancelLedgerImport(id) })
    case .undoLedgerImport(let id):
      at(
        "personal", "imports", id, "undo", get: { $0.undoLedgerImportPage(id) },
        post: { $0.undoLedgerImport(id) })
    }
  }
}

extension Route {
  package static func ledgerFiles(_ route: LedgerFileRoute) -> Route { Route(route) }
}
