import Values
import Web

/// The addresses of groups.
package enum GroupRoute: RouteFamily {
  /// - Parameter currency: only those where the person owes something in it, or is owed.
  case groups(currency: String? = nil)
  case newGroup
  case group(String, ExpenseQuery = ExpenseQuery())
  case groupSettings(String)
  case deleteGroup(String)
  /// All expenses as a table.
  case groupTable(String)
  /// Where the picture is set, and where it goes when it is taken away.
  case setPicture(String)
  case deletePicture(String)
  /// The bytes of a picture.
  case picture(group: String, picture: String, PhotoSize)
  /// Everything as one JSON document.
  case groupDocument(String)

  package static let readers = [
    of { groups(currency: $0) }, of(newGroup), of { group($0, $1) }, of(groupSettings),
    of(deleteGroup),
    of(groupTable), of(groupDocument), of(setPicture), of(deletePicture),
    of { picture(group: $0, picture: $1, $2) },
  ]

  package var place: Place {
    switch self {
    case .groups(let currency):
      at("groups", query: ["currency": currency], get: { $0.groupsPage(currency) })
        .marked(.inSidebar)
    case .newGroup:
      at("groups", "new", get: { $0.newGroupPage() }, makes: { $0.addGroup() })
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
    case .setPicture(let group):
      at(
        "groups", group, "picture", get: { $0.groupPicturePage(group) },
        post: { $0.setGroupPicture(group) }
      ).taking(.photos)
    case .deletePicture(let group):
      at("groups", group, "picture", "delete", post: { $0.deleteGroupPicture(group) })
    case .picture(let group, let picture, let size):
      at(
        "groups", group, "picture", picture, size.rawValue,
        get: { $0.groupPicture(group, picture, size) })
    case .deleteGroup(let group):
      at(
        "groups", group, "delete", get: { $0.deleteGroupPage(group) },
        post: { $0.deleteGroup(group) }
      ).marked(.onOwnDevice)
    }
  }
}

extension Route {
  package static func groups(_ route: GroupRoute) -> Route { Route(route) }
}

/// Which expenses of a group are listed.
package struct ExpenseQuery: RouteQuery, Equatable, Hashable, Sendable {
  /// What is looked for, as typed; empty: everything.
  package var search = ""
  package var memberID: String?
  /// Who has paid it.
  package var payerID: String?
  /// Who shares it or, of a payment, gets it.
  package var sharerID: String?
  package var categoryID: String?
  /// Only what has no category.
  package var isWithoutCategory = false
  package var currency: String?
  /// The first day.
  package var from: CalendarDay?
  /// The last day.
  package var to: CalendarDay?
  /// Only payments, or only what is spent.
  package var isPayment: Bool?
  /// All expenses on the page begin ticked.
  package var ticksPage = false
  /// How the person wants debts shown, whatever the group says; `nil` for the group's way.
  package var debts: DebtView?
  /// The end of the page before this one.
  package var after: String?

  package init() {}

  package init(
    search: String = "", memberID: String? = nil, categoryID: String? = nil,
    currency: String? = nil, ticksPage: Bool = false, after: String? = nil
  ) {
    self.search = search
    self.ticksPage = ticksPage
    self.memberID = memberID
    self.categoryID = categoryID
    self.currency = currency
    self.after = after
  }

  package init(_ fields: QueryFields) {
    func field(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      search: fields["q"] ?? "", memberID: field("member"), categoryID: field("category"),
      currency: field("currency"), ticksPage: fields["tick"] == "page", after: field("after"))
    debts = field("debts").flatMap { DebtView(rawValue: $0) }
    (payerID, sharerID) = (field("payer"), field("for"))
    if categoryID == Self.none { (categoryID, isWithoutCategory) = (nil, true) }
    (from, to) = (
      field("from").flatMap { CalendarDay($0) }, field("to").flatMap { CalendarDay($0) }
    )
    isPayment = field("kind").flatMap { [Self.payments: true, Self.spending: false][$0] }
  }

  /// Words of an address.
  private static let (none, payments, spending) = ("none", "payments", "spending")

  var fields: [(String, String)] {
    let all: [(String, String?)] = [
      ("q", search.isEmpty ? nil : search), ("member", memberID), ("payer", payerID),
      ("for", sharerID), ("category", isWithoutCategory ? Self.none : categoryID),
      ("currency", currency), ("from", from?.text), ("to", to?.text),
      ("kind", isPayment.map { $0 ? Self.payments : Self.spending }),
      ("tick", ticksPage ? "page" : nil), ("debts", debts?.rawValue), ("after", after),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  /// The same list from its beginning with something about it changed.
  func with(_ change: (inout ExpenseQuery) -> Void) -> ExpenseQuery {
    var copy = self
    (copy.after, copy.ticksPage) = (nil, false)
    change(&copy)
    return copy
  }

  var isFiltered: Bool {
    !search.isEmpty || memberID != nil || payerID != nil || sharerID != nil || categoryID != nil
      || isWithoutCategory || currency != nil || from != nil || to != nil || isPayment != nil
  }
}
