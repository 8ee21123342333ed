import Web

/// A person's own spending and income, with their shares of groups.
package enum LedgerRoute: RouteFamily {
  case ledger(LedgerQuery = LedgerQuery())
  case newEntry
  case entry(String)
  case deleteEntry(String)
  /// A share of an expense, with what the person has added to it.
  case share(group: String, expense: String)
  /// A share that was kept of a group.
  case keptShare(String)
  case forgetShare(String)
  case budgets(month: String? = nil)
  case ledgerSpending(year: String? = nil)
  case ledgerCategories
  case usualCategories
  case ledgerCategory(String)
  case deleteLedgerCategory(String)
  case convertAgain
  /// The address has the list; the form has what was picked in it, and what is to be done.
  case ledgerSelection(LedgerQuery = LedgerQuery())

  package static let readers = [
    of { ledger($0) }, of(newEntry), of(entry), of(deleteEntry), of(share), of(keptShare),
    of(forgetShare), of { budgets(month: $0) }, of { ledgerSpending(year: $0) },
    of(ledgerCategories), of(usualCategories), of(ledgerCategory), of(deleteLedgerCategory),
    of(convertAgain), of { ledgerSelection($0) },
  ]

  package var place: Place {
    switch self {
    case .ledger(let query):
      at("personal", fields: query.fields, get: { $0.ledgerPage(query) }).marked(.inSidebar)
    case .newEntry:
      at("personal", "new", get: { $0.newEntryPage() }, makes: { $0.addEntry() })
    case .entry(let id):
      at(
        "personal", "entries", id, get: { $0.entryPage(id) }, post: { $0.editEntry(id) })
    case .deleteEntry(let id):
      at("personal", "entries", id, "delete", post: { $0.deleteEntry(id) })
    case .share(let group, let expense):
      at(
        "personal", "shares", group, expense, get: { $0.sharePage(group, expense) },
        post: { $0.noteShare(group, expense) })
    case .keptShare(let id):
      at(
        "personal", "kept", id, get: { $0.keptSharePage(id) }, post: { $0.noteKeptShare(id) })
    case .forgetShare(let id):
      at("personal", "kept", id, "delete", post: { $0.forgetShare(id) })
    case .budgets(let month):
      at(
        "personal", "budgets", query: ["month": month], get: { $0.budgetsPage(month) },
        post: { $0.setBudget(month) })
    case .ledgerSpending(let year):
      at(
        "personal", "spending", query: ["year": year], get: { $0.ledgerSpendingPage(year) })
    case .ledgerCategories:
      at(
        "personal", "categories", get: { $0.ledgerCategoriesPage() },
        makes: { $0.addLedgerCategory() })
    case .usualCategories:
      at("personal", "categories", "usual", makes: { $0.addUsualCategories() })
    case .ledgerCategory(let id):
      at(
        "personal", "categories", id, get: { $0.ledgerCategoryPage(id) },
        post: { $0.editLedgerCategory(id) })
    case .deleteLedgerCategory(let id):
      at("personal", "categories", id, "delete", post: { $0.deleteLedgerCategory(id) })
    case .convertAgain:
      at("personal", "convert", post: { $0.convertAgain() })
    case .ledgerSelection(let query):
      at(
        "personal", "selection", fields: query.fields, get: { $0.ledgerSelectionPage(query) },
        post: { $0.takeLedgerSelection(query) })
    }
  }
}

extension Route {
  package static func ledger(_ route: LedgerRoute) -> Route { Route(route) }
}

/// Which rows of a ledger are listed.
package struct LedgerQuery: RouteQuery, Equatable, Hashable, Sendable {
  /// `YYYY-MM`; the present one where nothing is said, and all where one looks for something.
  package var month: String?
  /// All months of a year.
  package var year: Int?
  /// Only what is spent, earned, sent or received.
  package var flow: LedgerPage.Flow?
  /// One of the person's own categories, or a reference of a group's.
  package var category: String?
  package var tag: String?
  /// A group, or ``own``.
  package var from: String?
  package var search = ""
  /// Whether those that were left out are listed.
  var isHidden = false
  /// All rows on the page begin ticked.
  package var ticksPage = false
  /// The end of the page before this one.
  package var after: String?

  package static let own = "own"
  /// The category of what has none.
  package static let noCategory = "none"

  package init() {}

  package init(month: String?) { self.month = month }

  package init(_ fields: QueryFields) {
    func field(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
    month = field("month")
    category = field("category")
    tag = field("tag")
    from = field("from")
    search = field("q") ?? ""
    isHidden = field("show") == "left-out"
    after = field("after")
    year = field("year").flatMap { Int($0) }.flatMap { (1000...9999).contains($0) ? $0 : nil }
    flow = field("flow").flatMap { LedgerPage.Flow(rawValue: $0) }
    ticksPage = field("tick") == "page"
  }

  package var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("month", month), ("year", year.map { String($0) }), ("flow", flow?.rawValue),
      ("category", category), ("tag", tag), ("from", from),
      ("q", search.isEmpty ? nil : search), ("show", isHidden ? "left-out" : nil),
      ("tick", ticksPage ? "page" : nil), ("after", after),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// Whether it looks for something, over all months or those that it says.
  var isFiltered: Bool {
    year != nil || flow != nil || category != nil || tag != nil || from != nil || !search.isEmpty
      || isHidden
  }

  /// The list of what was spent or earned in a year.
  static func of(_ flow: LedgerPage.Flow, year: Int) -> LedgerQuery {
    var query = LedgerQuery()
    (query.flow, query.year) = (flow, year)
    return query
  }

  /// The list of what was spent or earned in a month.
  static func of(_ flow: LedgerPage.Flow, month: String) -> LedgerQuery {
    LedgerQuery(month: month).with { $0.flow = flow }
  }

  /// The list of what was spent and earned in a month, of which something is left.
  static func spentAndEarned(month: String) -> LedgerQuery {
    LedgerQuery(month: month).with { $0.search = "-kind:payment" }
  }

  func with(_ change: (inout LedgerQuery) -> Void) -> LedgerQuery {
    var query = self
    (query.after, query.ticksPage) = (nil, false)
    change(&query)
    return query
  }
}
