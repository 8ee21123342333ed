/// The templates of a home's items.
package enum TemplateRoute: RouteFamily {
  case templates(home: String)
  /// `item`: the one that the form is filled in from.
  case newTemplate(home: String, item: String? = nil)
  case template(home: String, template: String)
  case deleteTemplate(home: String, template: String)

  var segments: [String] {
    switch self {
    case .templates(let home): ["homes", home, "templates"]
    case .newTemplate(let home, _): ["homes", home, "templates", "new"]
    case .template(let home, let template): ["homes", home, "templates", template]
    case .deleteTemplate(let home, let template): ["homes", home, "templates", template, "delete"]
    }
  }

  var queryFields: [(String, String)] {
    if case .newTemplate(_, let item?) = self { [("item", item)] } else { [] }
  }

  var name: String {
    switch self {
    case .templates: "templates"
    case .newTemplate: "newTemplate"
    case .template: "template"
    case .deleteTemplate: "deleteTemplate"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments.count >= 3, segments[0] == "homes", segments[2] == "templates" else {
      return nil
    }
    switch segments.count {
    case 3: self = .templates(home: segments[1])
    case 4 where segments[3] == "new":
      self = .newTemplate(home: segments[1], item: fields.nonEmpty("item"))
    case 4: self = .template(home: segments[1], template: segments[3])
    case 5 where segments[4] == "delete":
      self = .deleteTemplate(home: segments[1], template: segments[3])
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .templates(let home): app.templatesPage(home: home)
    case .newTemplate(let home, let item): app.newTemplatePage(home: home, item: item)
    case .template(let home, let template): app.templatePage(home: home, template: template)
    case .deleteTemplate: nil
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .templates: nil
    case .newTemplate(let home, _): app.addTemplate(home: home)
    case .template(let home, let template): app.editTemplate(home: home, template: template)
    case .deleteTemplate(let home, let template):
      app.deleteTemplate(home: home, template: template)
    }
  }
}

extension Route {
  package static func templates(_ route: TemplateRoute) -> Route { .feature(.templates(route)) }
}
