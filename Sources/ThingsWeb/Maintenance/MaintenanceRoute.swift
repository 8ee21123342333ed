import Web

/// What is to be done and what was done for a home's items.
package enum MaintenanceRoute: RouteFamily {
  /// Of a whole home; `after` is the opaque cursor that the page before gave.
  case maintenance(home: String, isDone: Bool = false, after: String? = nil)
  case newMaintenance(item: String)
  case maintenanceEntry(String)
  case completeMaintenance(String)
  case deleteMaintenance(String)

  package static let readers = [
    of(maintenance), of(newMaintenance), of(maintenanceEntry), of(completeMaintenance),
    of(deleteMaintenance),
  ]

  package var place: Place {
    switch self {
    case .maintenance(let home, let isDone, let after):
      at(
        "homes", home, "maintenance", query: ["done": isDone ? "" : nil, "after": after],
        get: { $0.maintenancePage(home: home, isDone: isDone, after: after) })
    case .newMaintenance(let item):
      at(
        "items", item, "maintenance", get: { $0.newMaintenancePage(item: item) },
        makes: { $0.addMaintenance(item: item) })
    case .maintenanceEntry(let id):
      at("maintenance", id, get: { $0.maintenanceEntryPage(id) }, post: { $0.editMaintenance(id) })
    case .completeMaintenance(let id):
      at(
        "maintenance", id, "done", get: { $0.completeMaintenancePage(id) },
        post: { $0.completeMaintenance(id) })
    case .deleteMaintenance(let id):
      at("maintenance", id, "delete", post: { $0.deleteMaintenance(id) })
    }
  }
}

extension Route {
  package static func maintenance(_ route: MaintenanceRoute) -> Route {
    Route(route)
  }
}
