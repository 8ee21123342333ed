import Web

/// The papers of items and of insurance policies.
package enum PaperRoute: RouteFamily {
  /// Where papers are added to an item; they are shown on its own page.
  case itemPapers(item: String)
  case policyPapers(home: String, policy: String)
  /// The bytes of a paper.
  case paper(String)
  case editPaper(String)
  case deletePaper(String)

  package static let readers = [
    of(itemPapers), of(policyPapers), of(paper), of(editPaper), of(deletePaper),
  ]

  package var place: Place {
    switch self {
    case .itemPapers(let item):
      at(
        "items", item, "papers", get: { $0.itemPapers(item) }, makes: { $0.addPapers(toItem: item) }
      ).taking(.papers)
    case .policyPapers(let home, let policy):
      at(
        "homes", home, "insurance", policy, "papers",
        get: { $0.policyPapersPage(home: home, policy: policy) },
        makes: { $0.addPapers(home: home, policy: policy) }
      ).taking(.papers)
    case .paper(let id): at("papers", id, get: { $0.paper(id) })
    case .editPaper(let id):
      at("papers", id, "edit", get: { $0.editPaperPage(id) }, post: { $0.editPaper(id) })
    case .deletePaper(let id): at("papers", id, "delete", post: { $0.deletePaper(id) })
    }
  }
}

extension Route {
  package static func papers(_ route: PaperRoute) -> Route { Route(route) }
}
