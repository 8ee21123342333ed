/// Doing one thing to many items of a list.
package enum ManyRoute: RouteFamily {
  /// The list goes along as the way back, the items and what is to be done as the form.
  case changeItems

  var segments: [String] { ["many"] }
  var name: String { "changeItems" }

  init?(_ segments: [String], _ fields: QueryFields) {
    guard segments == ["many"] else { return nil }
    self = .changeItems
  }

  func page(in app: WebApplication) -> Endpoint? { nil }
  func action(in app: WebApplication) -> Endpoint? { app.changeItems() }
}

extension Route {
  package static func many(_ route: ManyRoute) -> Route { .feature(.many(route)) }
}
