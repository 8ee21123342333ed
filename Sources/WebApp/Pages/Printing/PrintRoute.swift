/// Documents to print: labels with codes, and the report for an insurance claim.
package enum PrintRoute: RouteFamily {
  case itemLabels(item: String, LabelQuery = LabelQuery())
  case itemLabelsFile(item: String, LabelQuery = LabelQuery())
  case placeLabels(home: String, place: String, LabelQuery = LabelQuery())
  case placeLabelsFile(home: String, place: String, LabelQuery = LabelQuery())
  /// Of the items that a list of the home shows.
  case listLabels(home: String, ItemQuery = ItemQuery(), LabelQuery = LabelQuery())
  case listLabelsFile(home: String, ItemQuery = ItemQuery(), LabelQuery = LabelQuery())
  /// Gives the items of a home that have none an asset id.
  case numberItems(home: String)
  case claim(home: String, ClaimQuery = ClaimQuery())
  case claimFile(home: String, ClaimQuery = ClaimQuery())

  var segments: [String] {
    switch self {
    case .itemLabels(let item, _): ["items", item, "print"]
    case .itemLabelsFile(let item, _): ["items", item, "print", "labels.pdf"]
    case .placeLabels(let home, let place, _): ["homes", home, "rooms", place, "print"]
    case .placeLabelsFile(let home, let place, _):
      ["homes", home, "rooms", place, "print", "labels.pdf"]
    case .listLabels(let home, _, _): ["homes", home, "print"]
    case .listLabelsFile(let home, _, _): ["homes", home, "print", "labels.pdf"]
    case .numberItems(let home): ["homes", home, "print", "numbers"]
    case .claim(let home, _): ["homes", home, "claim"]
    case .claimFile(let home, _): ["homes", home, "claim", "report.pdf"]
    }
  }

  var queryFields: [(String, String)] {
    switch self {
    case .itemLabels(_, let query), .itemLabelsFile(_, let query),
      .placeLabels(_, _, let query), .placeLabelsFile(_, _, let query):
      query.fields
    case .listLabels(_, let items, let query), .listLabelsFile(_, let items, let query):
      items.fields + query.fields
    case .numberItems: []
    case .claim(_, let query), .claimFile(_, let query): query.fields
    }
  }

  var name: String {
    switch self {
    case .itemLabels: "itemLabels"
    case .itemLabelsFile: "itemLabelsFile"
    case .placeLabels: "placeLabels"
    case .placeLabelsFile: "placeLabelsFile"
    case .listLabels: "listLabels"
    case .listLabelsFile: "listLabelsFile"
    case .numberItems: "numberItems"
    case .claim: "claim"
    case .claimFile: "claimFile"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    let labels = LabelQuery(fields)
    let isFile = segments.last == "labels.pdf"
    let parts = isFile ? Array(segments.dropLast()) : segments
    switch (parts.first, parts.count) {
    case ("items", 3) where parts[2] == "print":
      self =
        isFile ? .itemLabelsFile(item: parts[1], labels) : .itemLabels(item: parts[1], labels)
    case ("homes", 5) where parts[2] == "rooms" && parts[4] == "print":
      self =
        isFile
        ? .placeLabelsFile(home: parts[1], place: parts[3], labels)
        : .placeLabels(home: parts[1], place: parts[3], labels)
    case ("homes", 3) where parts[2] == "print":
      let items = ItemQuery(fields)
      self =
        isFile
        ? .listLabelsFile(home: parts[1], items, labels)
        : .listLabels(home: parts[1], items, labels)
    case ("homes", 4) where !isFile && parts[2] == "print" && parts[3] == "numbers":
      self = .numberItems(home: parts[1])
    case ("homes", 3) where !isFile && parts[2] == "claim":
      self = .claim(home: parts[1], ClaimQuery(fields))
    case ("homes", 4) where !isFile && parts[2] == "claim" && parts[3] == "report.pdf":
      self = .claimFile(home: parts[1], ClaimQuery(fields))
    default: return nil
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .itemLabels(let item, let query): app.labelsPage(item: item, query)
    case .itemLabelsFile(let item, let query): app.labelsFile(item: item, query)
    case .placeLabels(let home, let place, let query):
      app.labelsPage(of: .place(place), home: home, query)
    case .placeLabelsFile(let home, let place, let query):
      app.labelsFile(of: .place(place), home: home, query)
    case .listLabels(let home, let items, let query):
      app.labelsPage(of: .list(items), home: home, query)
    case .listLabelsFile(let home, let items, let query):
      app.labelsFile(of: .list(items), home: home, query)
    case .numberItems: nil
    case .claim(let home, let query): app.claimPage(home: home, query)
    case .claimFile(let home, let query): app.claimFile(home: home, query)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    if case .numberItems(let home) = self { return app.numberItems(home: home) }
    return nil
  }
}

extension Route {
  package static func printing(_ route: PrintRoute) -> Route { .feature(.printing(route)) }
}
