import Web

/// The templates of a home's items.
package enum TemplateRoute: RouteFamily {
  case templates(home: String)
  /// `item`: the one that the form is filled in from.
  case newTemplate(home: String, item: String? = nil)
  case template(home: String, template: String)
  case deleteTemplate(home: String, template: String)

  package static let readers = [of(templates), of(newTemplate), of(template), of(deleteTemplate)]

  package var place: Place {
    switch self {
    case .templates(let home): at("homes", home, "templates", get: { $0.templatesPage(home: home) })
    case .newTemplate(let home, let item):
      at(
        "homes", home, "templates", "new", query: ["item": item],
        get: { $0.newTemplatePage(home: home, item: item) }, post: { $0.addTemplate(home: home) }
      ).marked(.makesNew)
    case .template(let home, let template):
      at(
        "homes", home, "templates", template,
        get: { $0.templatePage(home: home, template: template) },
        post: { $0.editTemplate(home: home, template: template) })
    case .deleteTemplate(let home, let template):
      at(
        "homes", home, "templates", template, "delete",
        post: { $0.deleteTemplate(home: home, template: template) })
    }
  }
}

extension Route {
  package static func templates(_ route: TemplateRoute) -> Route { Route(route) }
}
