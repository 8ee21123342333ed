import Household
import Replica
import SQLite
import SyncProtocol
import Things

/// The items of a household.
enum ItemsResource: Resource {
  static let tag = "Items"

  static let schemas: [JSON.Member] = [
    .init("Item", Shape.item.schema), .init("NewItem", Shape.item.newSchema),
    .init("ItemChange", Shape.item.changeSchema), Page.schema(of: "Item"),
  ]

  private static let path = "/api/v1/items"
  static let itemID = Parameter(
    "itemID", .id, example: .string(Examples.item), "The item.")

  static let filters = [
    Parameter.homeID(isRequired: false, "Only items of this home."),
    Parameter(
      "locationID", .text(maxLength: 64), example: .string(Examples.location),
      "Only items in this place and the places inside it; `none`: in no particular place."),
    Parameter(
      "label", .text(maxLength: 100), example: "Tools", "Only items with a label of this name."),
    Parameter(
      "archived", .flag, example: false, "Only archived items, or only others (the default)."),
    Parameter(
      "sort", .choice(ItemSort.allCases.map(\.rawValue)), example: "name",
      "The order; by name when it is not said."),
  ]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listItems", summary: "Items, page by page", scope: .read,
      query: filters + Parameter.paging,
      outcome: .json("ItemPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addItem", summary: "Add an item", scope: .write,
      body: .json("NewItem", example: newExample), status: .created,
      outcome: .json("Item", example: example), isVersioned: true, handler: add),
    Operation(
      method: .get, path: "\(path)/{itemID}", id: "getItem", summary: "One item", scope: .read,
      pathParameters: [itemID], outcome: .json("Item", example: example), isVersioned: true,
      handler: get),
    Operation(
      method: .patch, path: "\(path)/{itemID}", id: "changeItem", summary: "Change an item",
      details: """
        Only what is sent is changed. Another `homeID` moves the item with all its parts. Another \
        `currency` wants all amounts said anew.
        """,
      scope: .write, pathParameters: [itemID],
      body: .change("ItemChange", example: ["priceMinor": 4999, "currency": "EUR"]),
      outcome: .json("Item", example: example), isVersioned: true, handler: change),
    Operation(
      method: .delete, path: "\(path)/{itemID}", id: "deleteItem", summary: "Delete an item",
      details: "Its photos and fields go with it.", scope: .write, pathParameters: [itemID],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
  ]

  // MARK: Reading

  private static let list: Operation.Handler = { call in
    try await page(call, search: "")
  }

  /// A page of the items that match a query.
  static func page(_ call: Call, search: String) async throws -> Reply {
    let sort = call.query("sort").flatMap { ItemSort(rawValue: $0) } ?? .name
    let cursor = try cursor(call, sort)
    let limit = call.limit
    var filter = ItemFilter()
    filter.homeID = call.query("homeID") ?? call.onlyHome
    filter.archive = call.flag("archived") == true ? .inside : .outside
    filter.labelKey = call.query("label").map { NameKey.make($0) }
    filter.search = search
    if let location = call.query("locationID") {
      filter.place = location == "none" ? .nowhere : .inside(location)
    }
    return .json(
      try await call.read { [filter] connection in
        if let home = filter.homeID { try call.requireHome(home, in: connection) }
        let list = try ItemList(
          filter: filter, sort: sort, after: cursor, limit: limit, in: connection)
        let items = try list.rows.compactMap { try ItemPage(item: $0.id, in: connection)?.json }
        return Page.json(items, next: list.next.map { "\(sort.rawValue).\($0)" })
      })
  }

  /// The cursor of a call; it is valid only for the sort order it was made for.
  private static func cursor(_ call: Call, _ sort: ItemSort) throws(Problem) -> ItemCursor? {
    guard let text = call.query("cursor") else { return nil }
    let prefix = "\(sort.rawValue)."
    guard text.hasPrefix(prefix), let cursor = ItemCursor(String(text.dropFirst(prefix.count)))
    else { throw Page.badCursor }
    return cursor
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { try find(call, in: $0).json })
  }

  private static func find(_ call: Call, in connection: Connection) throws -> ItemPage {
    guard let page = try ItemPage(item: call.path("itemID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(page.item.homeID)
    return try page.seen(in: connection)
  }

  // MARK: Writing

  private static let add: Operation.Handler = { call in
    var draft = ItemDraft()
    let sent = try Shape.item.take(call.body, into: &draft, isNew: true)
    if !sent.contains("isArchived") { draft.details = draft.details.settled(since: nil) }
    try call.require(draft.homeID)
    let json = try await call.write { [draft] transaction in
      var details = draft.details
      if !draft.hasCurrency {
        details.currency = try Home.currency(of: draft.homeID, in: transaction.connection)
      }
      let add = AddItem(
        homeID: draft.homeID, details, labelIDs: Set(draft.labelIDs), fields: draft.fields)
      return try shown(try add(transaction).id, transaction)
    }
    return .added(json, to: path)
  }

  private static func shown(_ id: RecordID, _ transaction: WriteTransaction) throws -> JSON {
    guard let page = try ItemPage(item: id, in: transaction.connection) else {
      throw Problem.notFound
    }
    return try page.seen(in: transaction.connection).json
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).item.homeID }
    let json = try await call.write(in: home) { transaction in
      let page = try find(call, in: transaction.connection)
      try call.checkVersion(page.json)
      var draft = ItemDraft(page)
      let sent = try Shape.item.take(call.body, into: &draft, isNew: false)
      var current = page.item
      if draft.homeID != current.homeID {
        try call.require(draft.homeID)
        current = try MoveItem(itemID: current.id, homeID: draft.homeID)(transaction)
        if !sent.contains("locationID") { draft.details.locationID = nil }
      }
      if !sent.contains("isArchived") {
        draft.details = draft.details.settled(since: current.details)
      }
      try EditItem(itemID: current.id, details: draft.details, base: current.details)(transaction)
      if sent.contains("labelIDs") {
        try SetItemLabels(itemID: current.id, labelIDs: Set(draft.labelIDs))(transaction)
      }
      if sent.contains("fields") {
        try SetItemFields(itemID: current.id, fields: draft.fields)(transaction)
      }
      return try shown(current.id, transaction)
    }
    return .record(json)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).item.homeID }
    try await call.write(in: home) { transaction in
      let page = try find(call, in: transaction.connection)
      try call.checkVersion(page.json)
      try DeleteItem(itemID: page.item.id)(transaction)
    }
    return .done
  }

  // MARK: Examples

  private static let newExample: JSON = [
    "homeID": .string(Examples.home), "name": "Kettle", "quantity": 1, "priceMinor": 4999,
    "currency": "EUR", "purchasedOn": "2024-05-01",
  ]

  static let example: JSON = {
    var draft = ItemDraft()
    draft.homeID = Examples.home
    draft.details = ItemDetails(name: "Kettle", currency: "EUR")
    (draft.details.priceMinor, draft.details.purchasedOn) = (4999, "2024-05-01")
    return .object(
      [
        .init("id", .string(Examples.item)), .init("homeName", "Harbour Street"),
        .init("labels", []), .init("photoCount", 0),
        .init("createdAt", .string(Examples.instant)),
      ] + Shape.item.shown(draft))
  }()
}

extension MoveItem.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .itemNotFound, .homeNotFound, .locationNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    }
  }
}
