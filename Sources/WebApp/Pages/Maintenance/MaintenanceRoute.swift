/// What is to be done and what was done for a home's items.
package enum MaintenanceRoute: RouteFamily {
  /// Of a whole home; `after` is the opaque cursor that the page before gave.
  case maintenance(home: String, isDone: Bool = false, after: String? = nil)
  case newMaintenance(item: String)
  case maintenanceEntry(String)
  case completeMaintenance(String)
  case deleteMaintenance(String)

  var segments: [String] {
    switch self {
    case .maintenance(let home, _, _): ["homes", home, "maintenance"]
    case .newMaintenance(let item): ["items", item, "maintenance"]
    case .maintenanceEntry(let id): ["maintenance", id]
    case .completeMaintenance(let id): ["maintenance", id, "done"]
    case .deleteMaintenance(let id): ["maintenance", id, "delete"]
    }
  }

  var queryFields: [(String, String)] {
    guard case .maintenance(_, let isDone, let after) = self else { return [] }
    return (isDone ? [("done", "")] : []) + (after.map { [("after", $0)] } ?? [])
  }

  var name: String {
    switch self {
    case .maintenance: "maintenance"
    case .newMaintenance: "newMaintenance"
    case .maintenanceEntry: "maintenanceEntry"
    case .completeMaintenance: "completeMaintenance"
    case .deleteMaintenance: "deleteMaintenance"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch (segments.first, segments.count) {
    case ("homes", 3) where segments[2] == "maintenance":
      self = .maintenance(
        home: segments[1], isDone: fields["done"] != nil, after: fields.nonEmpty("after"))
    case ("items", 3) where segments[2] == "maintenance":
      self = .newMaintenance(item: segments[1])
    case ("maintenance", 2): self = .maintenanceEntry(segments[1])
    case ("maintenance", 3) where segments[2] == "done":
      self = .completeMaintenance(segments[1])
    case ("maintenance", 3) where segments[2] == "delete":
      self = .deleteMaintenance(segments[1])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .maintenance(let home, let isDone, let after):
      app.maintenancePage(home: home, isDone: isDone, after: after)
    case .newMaintenance(let item): app.newMaintenancePage(item: item)
    case .maintenanceEntry(let id): app.maintenanceEntryPage(id)
    case .completeMaintenance(let id): app.completeMaintenancePage(id)
    case .deleteMaintenance: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .maintenance: nil
    case .newMaintenance(let item): app.addMaintenance(item: item)
    case .maintenanceEntry(let id): app.editMaintenance(id)
    case .completeMaintenance(let id): app.completeMaintenance(id)
    case .deleteMaintenance(let id): app.deleteMaintenance(id)
    }
  }
}

extension Route {
  package static func maintenance(_ route: MaintenanceRoute) -> Route {
    .feature(.maintenance(route))
  }
}
