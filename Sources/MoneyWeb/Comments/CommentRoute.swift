import Web

/// The comments on expenses.
package enum CommentRoute: RouteFamily {
  /// Where comments are added; they are shown on the expense's own page.
  case comments(group: String, expense: String)
  case deleteComment(group: String, comment: String)

  package static let readers = [of(comments), of(deleteComment)]

  package var place: Place {
    switch self {
    case .comments(let group, let expense):
      at(
        "groups", group, "expenses", expense, "comments",
        get: { $0.receiptsPage(group, expense) }, makes: { $0.addComment(group, expense) })
    case .deleteComment(let group, let comment):
      at(
        "groups", group, "comments", comment, "delete",
        post: { $0.deleteComment(group, comment) })
    }
  }
}

extension Route {
  package static func comments(_ route: CommentRoute) -> Route { Route(route) }
}
