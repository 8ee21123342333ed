/// The papers of items and of insurance policies.
package enum PaperRoute: RouteFamily {
  /// Where papers are added to an item; they are shown on its own page.
  case itemPapers(item: String)
  case policyPapers(home: String, policy: String)
  /// The bytes of a paper.
  case paper(String)
  case editPaper(String)
  case deletePaper(String)

  var segments: [String] {
    switch self {
    case .itemPapers(let item): ["items", item, "papers"]
    case .policyPapers(let home, let policy): ["homes", home, "insurance", policy, "papers"]
    case .paper(let id): ["papers", id]
    case .editPaper(let id): ["papers", id, "edit"]
    case .deletePaper(let id): ["papers", id, "delete"]
    }
  }

  var name: String {
    switch self {
    case .itemPapers: "itemPapers"
    case .policyPapers: "policyPapers"
    case .paper: "paper"
    case .editPaper: "editPaper"
    case .deletePaper: "deletePaper"
    }
  }

  init?(_ segments: [String], _ fields: QueryFields) {
    switch (segments.first, segments.count) {
    case ("items", 3) where segments[2] == "papers": self = .itemPapers(item: segments[1])
    case ("homes", 5) where segments[2] == "insurance" && segments[4] == "papers":
      self = .policyPapers(home: segments[1], policy: segments[3])
    case ("papers", 2): self = .paper(segments[1])
    case ("papers", 3) where segments[2] == "edit": self = .editPaper(segments[1])
    case ("papers", 3) where segments[2] == "delete": self = .deletePaper(segments[1])
    default: return nil
    }
  }

  /// Whether a `POST` brings files.
  var takesFiles: Bool {
    switch self {
    case .itemPapers, .policyPapers: true
    case .paper, .editPaper, .deletePaper: false
    }
  }

  func page(in app: WebApplication) -> Endpoint? {
    switch self {
    case .itemPapers(let item): app.itemPapers(item)
    case .deletePaper: nil
    case .policyPapers(let home, let policy): app.policyPapersPage(home: home, policy: policy)
    case .paper(let id): app.paper(id)
    case .editPaper(let id): app.editPaperPage(id)
    }
  }

  func action(in app: WebApplication) -> Endpoint? {
    switch self {
    case .itemPapers(let item): app.addPapers(toItem: item)
    case .policyPapers(let home, let policy): app.addPapers(home: home, policy: policy)
    case .paper: nil
    case .editPaper(let id): app.editPaper(id)
    case .deletePaper(let id): app.deletePaper(id)
    }
  }
}

extension Route {
  package static func papers(_ route: PaperRoute) -> Route { .feature(.papers(route)) }
}
