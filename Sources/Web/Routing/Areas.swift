import SQLite
import SyncProtocol

/// The areas that the web app is made of, composed once when the program starts.
package struct Areas: Sendable {
  package let all: [any Area.Type]
  package let landmarks: any Landmarks
  /// The addresses of all areas, and those that every page uses.
  package let routes: RouteTable
  private let byFamily: [ObjectIdentifier: any Area.Type]

  package init(_ all: [any Area.Type], landmarks: any Landmarks) {
    self.all = all
    self.landmarks = landmarks
    routes = RouteTable([SiteRoute.self] + all.flatMap { $0.families })
    byFamily = all.reduce(into: [:]) { found, area in
      for family in area.families { found[ObjectIdentifier(family)] = area }
    }
  }

  /// The area that a page belongs to; `nil` for pages of none, such as those of every page's frame.
  package func area(of route: Route) -> (any Area.Type)? {
    byFamily[ObjectIdentifier(type(of: route.family))]
  }

  /// The page of a record; `nil` if no area has one.
  package func page(
    ofRecord id: RecordID, in table: String, _ connection: Connection
  ) throws -> RecordPage? {
    for area in all {
      if let page = try area.page(ofRecord: id, in: table, connection) { return page }
    }
    return nil
  }
}
