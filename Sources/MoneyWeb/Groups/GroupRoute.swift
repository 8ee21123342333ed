import Web

/// The addresses of groups.
package enum GroupRoute: RouteFamily {
  case groups
  case newGroup
  case group(String, ExpenseQuery = ExpenseQuery())
  case groupSettings(String)
  case deleteGroup(String)
  /// All expenses as a table.
  case groupTable(String)
  /// Everything as one JSON document.
  case groupDocument(String)

  package static let readers = [
    of(groups), of(newGroup), of { group($0, $1) }, of(groupSettings), of(deleteGroup),
    of(groupTable), of(groupDocument),
  ]

  package var place: Place {
    switch self {
    case .groups: at("groups", get: { $0.groupsPage() }).marked(.inSidebar)
    case .newGroup:
      at("groups", "new", get: { $0.newGroupPage() }, post: { $0.addGroup() })
    case .group(let group, let query):
      at("groups", group, fields: query.fields, get: { $0.groupPage(group, query) })
    case .groupSettings(let group):
      at(
        "groups", group, "settings", get: { $0.groupSettingsPage(group) },
        post: { $0.saveGroup(group) })
    case .groupTable(let group):
      at("groups", group, "expenses.csv", get: { $0.groupTable(group) })
    case .groupDocument(let group):
      at("groups", group, "group.json", get: { $0.groupDocument(group) })
    case .deleteGroup(let group):
      at(
        "groups", group, "delete", get: { $0.deleteGroupPage(group) },
        post: { $0.deleteGroup(group) })
    }
  }
}

extension Route {
  package static func groups(_ route: GroupRoute) -> Route { Route(route) }
}

/// Which expenses of a group are listed.
package struct ExpenseQuery: RouteQuery, Equatable, Hashable, Sendable {
  package var memberID: String?
  package var categoryID: String?
  package var currency: String?
  /// The end of the page before this one.
  package var after: String?

  package init() {}

  package init(
    memberID: String? = nil, categoryID: String? = nil, currency: String? = nil,
    after: String? = nil
  ) {
    self.memberID = memberID
    self.categoryID = categoryID
    self.currency = currency
    self.after = after
  }

  package init(_ fields: QueryFields) {
    func field(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      memberID: field("member"), categoryID: field("category"), currency: field("currency"),
      after: field("after"))
  }

  var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("member", memberID), ("category", categoryID), ("currency", currency), ("after", after),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  var isFiltered: Bool { memberID != nil || categoryID != nil || currency != nil }
}
