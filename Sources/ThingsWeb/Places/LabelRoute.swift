import Web

/// The addresses of the labels of a home.
package enum LabelRoute: Equatable, Hashable, Sendable {
  case labels(home: String)
  case label(home: String, label: String, isEditing: Bool = false)
  case deleteLabel(home: String, label: String)
}

extension LabelRoute: RouteFamily {
  package var place: Place {
    switch self {
    case .labels(let home):
      at(
        "homes", home, "labels", get: { $0.labelsPage(home: home) },
        post: { $0.addLabel(home: home) }
      ).marked(.makesNew)
    case .label(let home, let label, let isEditing):
      at(
        "homes", home, "labels", label, query: ["edit": isEditing ? "" : nil],
        get: { $0.labelPage(home: home, label: label, isEditing: isEditing) },
        post: { $0.editLabel(home: home, label: label) })
    case .deleteLabel(let home, let label):
      at(
        "homes", home, "labels", label, "delete",
        get: { $0.deleteLabelPage(home: home, label: label) },
        post: { $0.deleteLabel(home: home, label: label) })
    }
  }

  package static let readers = [of(labels), of(label), of(deleteLabel)]
}

extension Route {
  package static func labels(_ route: LabelRoute) -> Route { Route(route) }
}
